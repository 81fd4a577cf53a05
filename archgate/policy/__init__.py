"""Frozen files: policies and decisions, read, judged and written so that they only shrink. Knows no kind by name."""
