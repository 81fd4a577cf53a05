"""Small whole hosts, and what must be said of them."""
