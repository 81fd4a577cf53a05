"""The sample repository of the gate's tests, for what commands do to it."""

from tests.gate.conftest import sample, sample_template

__all__ = ["sample", "sample_template"]
