"""The version of this archgate."""

VERSION = "0.1.0"
"""As pyproject.toml says it; a test holds the two together."""

ANALYSIS = 1
"""The generation of the analysis: raised when the same sources under the same law show more than before."""
