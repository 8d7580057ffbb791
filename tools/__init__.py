"""Generators of committed files; run them from the root of the checkout: ``python -m tools.NAME``."""
