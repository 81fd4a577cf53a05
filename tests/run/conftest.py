"""The sample repositories of the gate's tests, for what commands do to them."""

from tests.gate.conftest import host, marks_template, sample, sample_template

__all__ = ["host", "marks_template", "sample", "sample_template"]
