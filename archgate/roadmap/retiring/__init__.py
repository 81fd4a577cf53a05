"""Retiring: a host's imports and uses of what goes are rewritten to what stays; everything else keeps its bytes."""
