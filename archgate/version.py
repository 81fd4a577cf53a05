"""The version of this archgate."""

VERSION = "0.1.0"
"""As pyproject.toml says it; a test holds the two together."""
