"""Burdick (1986): rules, counts, appendix, errata.

In: the paper's equations as read from the scan. Out: chapters of entries; what is legible is tested exactly, and each
correction is listed with its proof.
"""
