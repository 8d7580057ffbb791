"""The part of `puma560 run` that needs no ROS: record, figures, verdict, report.

In: messages of the nodes of a run, sample by sample. Out: arrays, the figures of the feed-forward settings with a
verdict, a page, and text for a terminal. Steps: recorder → record → tracking, differences of the plant and summary →
`plots/` → report. `nodes.run_job` starts the processes.
"""

DOMAIN = 56
"""Default ROS domain of a run. It differs from ROS's default, where a real arm may be connected."""
