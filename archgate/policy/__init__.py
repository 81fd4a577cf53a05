"""Frozen files: policies and decisions, read, judged and written so that they can only shrink. Knows no kind by name."""
