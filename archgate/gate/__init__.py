"""Facts held against the law of head and of the protected revision: findings, and the verdict."""
