"""Programs made callable on this machine: compiled C, or numpy where there is no compiler.

In: emitted programs of an arm. Out: Python functions for one state and for many, cached by a digest of arm, code and
compiler. Steps: C → compiler → Python module with the binding in `c/`; `numpy_functions` is the same without a
compiler.
"""
