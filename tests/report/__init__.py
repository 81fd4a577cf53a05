"""Tests of archgate.report."""
