"""What all pages share: style sheet, plots, SVG, numbers as text."""
