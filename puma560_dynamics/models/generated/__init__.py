"""Models that `emdeg` derives for an arm, compiled if there is a compiler.

In: an arm. Out: `GeneratedModel`, exact, or `GeneratedAbbreviatedModel` with a bounded error. Steps: arm → chain →
factored programs → compiled functions. The paper's arm comes with the package as text (`factored/`) and code
(`code/`); other arms are derived once and cached.
"""
