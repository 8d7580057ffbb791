"""Burdick (1986): rules, counts, appendix, errata.

In: the paper's equations as read from the scan. Out: chapters of entries, which test the legible parts exactly, and a
list of corrections with proofs.
"""
