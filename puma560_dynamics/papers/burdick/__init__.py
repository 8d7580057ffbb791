"""Burdick (1986): rules, counts, appendix, errata."""
