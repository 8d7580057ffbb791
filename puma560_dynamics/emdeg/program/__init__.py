"""Systems of polynomials and the straight-line programs made of them."""
