"""Tests of archgate.index."""
