"""Tests of archgate.cli."""
