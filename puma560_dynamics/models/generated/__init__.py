"""Provide models that `emdeg` derives for an arm, compiled if there is a compiler.

Input: an arm. Output: an exact `GeneratedModel`, or a `GeneratedAbbreviatedModel` with a bounded error. Steps: arm →
chain → factored programs → compiled functions. The programs of the paper's arm are part of the package as text
(`factored/`) and code (`code/`); other arms are derived once and cached.
"""
