"""Commands `puma560 paper …`: comparison of the three papers' printed results with this package's results.

The package `papers` computes the results; the commands show them as text, JSON, figure or page. Only this folder
imports `papers`.
"""
