"""Replay: from a recording to how well model and robot agree, and the causes of a difference.

In: a bag or table, the arm, settings. Out: an `Analysis`, as page, text, JSON or Parquet. Steps: `reading/` (samples)
→ `motion/` (in order, filtered, differentiated) → `analysis/` (torque by every model, agreement, band) → `causes/`
(what may explain the residual) → `verdict/` (which cause does) → `report/`. `many/` does this for folders of bags.
`analyse` puts the steps together, and `result` is what they make.
"""

CUT_OFF = 15.0
"""Hz, of the filter of recorded motion unless given otherwise."""

LOWEST_CUT_OFF = 0.01
"""Hz; at this a filter takes a minute and a half to settle, and no arm moves that slowly."""

TOPIC_USES = ("joint_states", "command", "reference")
"""Uses for which a topic can be chosen."""

RESULTS = "replay_results"
"""Folder of the rows of many recordings unless given otherwise."""
