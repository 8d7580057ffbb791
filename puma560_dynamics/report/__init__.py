"""Common parts of all pages: frame and verdict, style sheet, colours, plots, SVG, tables, and formatting of numbers.

In: figures and sentences of the other folders. Out: self-contained HTML pages, and text for a terminal.
"""
