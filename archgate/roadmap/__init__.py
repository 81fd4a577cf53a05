"""The roadmap: stages, leaves, their states, and what may be said of them."""
