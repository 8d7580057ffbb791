"""Reproduction of three papers: every table, figure and claim is recomputed, with a verdict each.

In: printed results of the papers (`akb/`, `burdick/`, `kane_levinson/`), arms and models (`bench`). Out: a claim with
its verdict for each entry, as page, text and data. Steps: an `entry` in a chapter → `collect` → computation with the
`bench` → `claim` (verdict) → `papers_page` or `as_text`. The folder also contains models that are only needed for
comparisons; `load_model` finds them by name. Only ``cli/paper`` imports this folder, and its tests run in
``make test-papers``.
"""
