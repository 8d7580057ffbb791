"""What explains a residual: candidate causes fitted, ranked and told in sentences."""
