"""Write programs as files: C, Python, LaTeX and plain tables.

Input: the programs of one arm with their provenance. Output: the text of each file. `emit` selects the emitter. C code
also has a header, batch functions, forward dynamics and a self-test with golden states (states with exact results).
"""

FILE_KINDS = ("c", "numpy", "latex", "table")
"""Kinds of files: ``c`` (NAME.h and NAME.c), ``numpy`` (NAME.py), ``latex`` (NAME.tex), ``table`` (NAME.txt)."""
