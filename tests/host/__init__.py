"""Tests of archgate.host."""
