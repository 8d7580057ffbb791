"""What explains a residual: candidate causes fitted, ranked and reported in sentences."""
