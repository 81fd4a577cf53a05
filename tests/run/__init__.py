"""Tests of archgate.run."""
