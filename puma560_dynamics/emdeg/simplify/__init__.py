"""Fewer operations: factoring and search."""
