"""Faces of the same results: one module a format."""
