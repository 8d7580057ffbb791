"""Generators of the code that is committed in the package: ``make generate`` runs them."""
