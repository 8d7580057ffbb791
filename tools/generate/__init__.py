"""Generators of code that is committed in the package; ``make generate`` runs them."""
