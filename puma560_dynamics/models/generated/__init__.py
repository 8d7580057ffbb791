"""Provide models that `emdeg` derives for an arm, compiled if there is a compiler.

Input: an arm. Output: an exact `GeneratedModel`, or a `GeneratedAbbreviatedModel` with a bounded error, and either with
a payload (`GeneratedWithPayload`). Steps: arm → chain → factored programs → compiled functions → methods. The programs
of the paper's arm are part of the package as text (`factored/`) and code (`code/`); other arms are derived once and
cached.
"""
