"""Tables of the leaderboard: medians and worst arms follow from the ratios, what is missing is named."""

from __future__ import annotations

from typing import Any


def row(arm: str, ratio: float, timed: bool) -> dict[str, Any]:
    """An arm whose every figure has that ratio."""
    from leaderboard_page import BATCHES, COMPARED, IN_BATCHES, ONE_CALL

    counts = {"operations": {"ours": round(100 * ratio), "CasADi": 100, "ratio": ratio}}
    times = {"ours": 100 * ratio, "CasADi": 100.0, "ratio": ratio}
    tasks = {
        task: {**counts, **({ONE_CALL: times, **dict.fromkeys(BATCHES.values() if task in IN_BATCHES else (), times)}
                            if timed else {})}
        for task in COMPARED
    }  # fmt: skip
    return {"arm": arm, "source": "package:folder/arm.urdf", "first": "a", "last": "b", "joints": 6,
            "held": list("wxyz"), "derivation_s": 1.0, "tasks": tasks}  # fmt: skip


def results(*rows: dict[str, Any], **missing: str) -> dict[str, Any]:
    """Of a run."""
    return {"machine": {"processor": "P"}, "rounds": 3, "arms": rows, "missing": missing}


def test_goals_take_the_median_and_the_worst_arm():
    from leaderboard_page import tables

    goals = tables(results(row("A", 0.5, True), row("B", 0.7, True), row("C", 1.2, False)))["leaderboard goals"]
    lines = {line.split(" | ")[0].strip("| "): line for line in goals.splitlines()}
    assert lines["torque, operations"] == "| torque, operations | 3 | 0.75 | 0.70 | yes | 0.90 | 1.20 (C) | **no** |"
    assert lines["A, time of one call"] == "| A, time of one call | 2 | 0.75 | 0.60 | yes | 1.00 | 0.70 (B) | yes |"
    assert lines["torque, batch of 264, time"].endswith("| 2 | 0.85 | 0.60 | yes | 1.00 | 0.70 (B) | yes |")


def test_figures_without_times_are_not_measured():
    from leaderboard_page import tables

    found = tables(results(row("A", 0.5, False), B="the package p is not installed"))
    assert "torque, time of one call | 0 | 0.75 | not measured" in found["leaderboard goals"]
    assert "| A | 6 | 50 / 100 | – |" in found["leaderboard"]
    assert found["leaderboard missing"] == "- B: the package p is not installed."
    assert "`w`, `x`, `y` and 1 more" in found["leaderboard sources"]
    assert tables(results())["leaderboard missing"] == "No arm is without a result."


def test_every_line_of_a_table_has_as_many_cells():
    from leaderboard_page import tables

    for table in tables(results(row("A", 0.5, True), row("B", 0.7, False))).values():
        lines = [line for line in table.splitlines() if line.startswith("|")]
        assert len({line.count("|") for line in lines}) <= 1
