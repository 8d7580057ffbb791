"""Armstrong, Khatib and Burdick (1986): tables, counts, figures, claims, errata."""
