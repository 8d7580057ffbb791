"""Make programs callable on this machine: compile C, or use numpy if there is no compiler.

Input: emitted programs of an arm. Output: Python functions for one or many states; compiled code is cached by a digest
of code and compiler. Steps: C → compiler → Python module with the binding in `c/`. `numpy_functions` returns the same
functions without a compiler.
"""
