"""Generators that write committed files; run from the root of the checkout: ``python -m tools.NAME``."""
