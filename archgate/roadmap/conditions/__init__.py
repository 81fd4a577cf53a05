"""The conditions that the verdict on a leaf is made of, one file each."""
