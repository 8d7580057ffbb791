"""Programs as files: C, Python, LaTeX and plain tables.

In: the programs of one arm with their provenance. Out: the text of each file. `emit` chooses the emitter; C also gets
a header, batches, forward dynamics and a self-test against golden states.
"""

FILE_KINDS = ("c", "numpy", "latex", "table")
"""``c``: NAME.h and NAME.c; ``numpy``: NAME.py; ``latex``: NAME.tex; ``table``: NAME.txt."""
