"""The tests: each table reads as specification, one row, one idea."""
