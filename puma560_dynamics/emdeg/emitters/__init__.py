"""Write programs as files: C, Python, NumPy, JAX, CasADi, MATLAB, LaTeX and plain tables.

Input: the programs of one arm with their provenance (`unit.Unit`). Output: the text of each file. The module
``emit_KIND`` writes files of a kind by its function ``files``; to add a kind, write its module and add its name to
`FILE_KINDS`. C code also has a header, batch functions, forward dynamics and a self-test with golden states (states
with exact results).
"""

FILE_KINDS = ("c", "python", "numpy", "jax", "casadi", "matlab", "latex", "table")
"""Kinds of files, each of which the module with its name writes."""

USUAL_KINDS = ("c", "python", "latex", "table")
"""Kinds of files that `puma560 derive` writes by default."""

SCALARS = ("double", "float")
"""Types of the numbers in C."""
