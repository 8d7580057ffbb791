"""Replay: from a recording to how well model and robot agree, and the causes of a difference.

In: a bag or table, the arm, settings. Out: an `Analysis`, as page, text, JSON or Parquet. Steps: `reading/` (samples)
→ `motion/` (in order, filtered, differentiated) → `analysis/` (torque by every model, agreement, band) → `causes/`
(what may explain the residual) → `verdict/` (which cause does) → `report/`. `many/` does this for folders of bags.
`analyse` puts the steps together, and `result` is what they make.
"""
