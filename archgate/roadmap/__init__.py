"""Stages, leaves, states, and what a leaf does to the host."""
