"""Programs as C, Python, LaTeX and tables."""
