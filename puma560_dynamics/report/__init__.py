"""Parts that all pages share: frame and verdict, style sheet, colours, plots, SVG, tables, numbers as text.

In: figures and sentences of the other folders. Out: HTML pages that need no other file, and text for a terminal.
"""
