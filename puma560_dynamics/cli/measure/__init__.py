"""`puma560 measure`: the measurements of section 5 of the paper, each with its tolerance."""
