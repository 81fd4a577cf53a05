"""Kinds that measure with other programs, on real hosts and real tools."""
