"""The walk over one file that gives its `Flow`: which values go where, whatever they are."""
