"""archgate: a gate for the architecture of a Python code base while it is being rebuilt."""
