"""Replay: from a recording to how well model and robot agree, and the causes of a difference.

In: a bag or table, the arm, settings. Out: an `Analysis`, as page, text, JSON or Parquet. Steps: `reading/` (samples)
→ `motion/` (in order, filtered, differentiated) → `analysis/` (torque by every model, agreement, verdict) → `causes/`
(what explains the residual) → `report/`. `many/` does this for folders of bags.
"""
