"""Armstrong, Khatib and Burdick (1986): tables, counts, figures, claims, errata.

In: the paper's text and numbers as printed (`printed`), and its tables in `models/tables/text/`. Out: chapters of
entries, a proof of every element by the generator (`rederived`), and rows of tables 1 and 3.
"""
