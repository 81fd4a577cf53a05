"""The spines: one file a use case, each readable from the arguments to what is reported."""
