"""Small whole hosts, and what must be said of them."""

import pytest

pytest.register_assert_rewrite("tests.hosts.builder", "tests.hosts.sample")
