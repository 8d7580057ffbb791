"""Reproduction of three papers: every table, figure and claim is computed again, with a verdict each.

In: what the papers print (`akb/`, `burdick/`, `kane_levinson/`), arms and models (`bench`). Out: a claim with its
verdict for each entry, as page, text and data. Steps: an `entry` in a chapter → `collect` → computed on the `bench` →
`claim` (verdict) → `papers_page` or `as_text`. Models that only comparisons need are here too; `load_model` finds
them by name. Only ``cli/paper`` imports this folder, and its tests run in ``make test-papers``.
"""
