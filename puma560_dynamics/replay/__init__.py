"""Replay: compare a recording with the model of its arm, and find the causes of a difference.

In: a bag or table, the arm, settings. Out: an `Analysis`, as page, text, JSON or Parquet. Steps: `reading/` (samples)
→ `motion/` (in order, filtered, differentiated) → `analysis/` (torque by every model, agreement, band) → `causes/`
(what may explain the residual) → `verdict/` (which cause does) → `report/`. `many/` does this for folders of bags.
`analyse` runs the steps, and `result` defines what they return.
"""

CUT_OFF = 15.0
"""Default cut-off of the filter of recorded motion, Hz."""

LOWEST_CUT_OFF = 0.01
"""Lowest cut-off, Hz: its filter takes a minute and a half to settle, and no arm moves that slowly."""

TOPIC_USES = ("joint_states", "effort", "command", "reference")
"""Uses for which the user can choose a topic."""

RESULTS = "replay_results"
"""Default folder of the results of many recordings."""
