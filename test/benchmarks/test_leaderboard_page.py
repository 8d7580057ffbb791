"""Tables of the leaderboard: medians and worst arms follow from the ratios, what is missing is named."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from typing import Any

WAYS = {"with U": 0.4, "with U, one number at a time": 0.5, "with U, through the caches": 0.3,
        "customised, one number at a time": 0.1, "customised, through the caches": 0.2}  # fmt: skip
"""Ratios of times to further peers; of a large batch the nearest one streams nothing."""


def row(arm: str, ratio: float, timed: bool) -> dict[str, Any]:
    """An arm whose every figure has that ratio."""
    from leaderboard_page import BATCHES, COMPARED, IN_BATCHES, ONE_CALL

    counts = {"operations": {"ours": round(100 * ratio), "CasADi": 100, "ratio": ratio}}
    names = ("customised", "plain") if ratio > 0.6 else ("plain", "customised")
    times = {"ours": 100 * ratio, "CasADi": 100.0, "ratio": ratio, "fastest": names[0],
             "ratios": dict(zip(names, (ratio, 0.8 * ratio), strict=True)) | WAYS}  # fmt: skip
    forms = {"plain": dict.fromkeys(COMPARED, 125), "with U": dict.fromkeys(COMPARED, 110),
             "customised": dict.fromkeys(COMPARED, 100)}  # fmt: skip
    tasks = {
        task: {**counts, **({ONE_CALL: times, **dict.fromkeys(BATCHES.values() if task in IN_BATCHES else (), times)}
                            if timed else {})}
        for task in COMPARED
    }  # fmt: skip
    return {"arm": arm, "source": "package:folder/arm.urdf", "first": "a", "last": "b", "joints": 6,
            "held": list("wxyz"), "derivation_s": 1.0, "forms": forms, "tasks": tasks}  # fmt: skip


def table(rows: Sequence[dict[str, Any]], name: str) -> list[list[str]]:
    """A table of the leaderboard without its heads."""
    from leaderboard_page import data

    heads, *lines = csv.reader(data(rows)[f"leaderboard_{name}.csv"].splitlines())
    assert {len(line) for line in lines} <= {len(heads)}
    return lines


def test_goals_take_the_median_and_the_worst_arm():
    goals = table((row("A", 0.5, True), row("B", 0.7, True), row("C", 1.2, False)), "goals")
    lines = {line[0]: line[1:] for line in goals}
    middle, worst = ["0.75", "0.64 yes", "0.70 yes"], ["0.90", "1.09 **no** (C)", "1.20 **no** (C)"]
    assert lines["torque, operations"] == ["3", *middle, *worst]
    for task, goal, own in (("time of one call", 0.75, 0.5), ("batch of 264, time", 0.85, 0.4),
                            ("batch of 10⁶, time", 0.85, 0.3)):  # fmt: skip
        middle, worst = [f"{goal}", f"{own:.2f} yes", "0.60 yes"], ["1.00", f"{own:.2f} yes (A)", "0.70 yes (B)"]
        assert lines[f"torque, {task}"] == ["2", *middle, *worst]
    assert lines["A, operations"][:4] == ["3", "0.75", "0.70 yes", "0.70 yes"], "customised, of both"


def test_figures_without_times_are_not_measured():
    from leaderboard_page import data

    nothing = ["not measured", "not measured"]
    goals = table([row("A", 0.5, False)], "goals")
    assert ["torque, time of one call", "0", "0.75", *nothing, "1.00", *nothing] in goals
    heads, cells = csv.reader(data([row("A", 0.5, False)])["leaderboard.csv"].splitlines())
    assert cells[:12] == [
        "A",
        "6",
        "package",
        "folder/arm.urdf",
        "a",
        "b",
        "w x y and 1 more",
        "1.0",
        "50",
        "100",
        "",
        "",
    ]
    assert len(heads) == len(cells)


def test_missing_arms_and_the_machine_are_named():
    from leaderboard_page import lines

    found = {"machine": {"processor": "P"}, "rounds": 3, "missing": {"B": "the package p is not installed"}}
    assert lines(found)["leaderboard missing"] == "- B: the package p is not installed."
    assert lines(found)["leaderboard machine"] == "Measured with processor P, rounds 3."
    assert lines({**found, "missing": {}})["leaderboard missing"] == "No arm is without a result."


def test_forms_are_compared_one_by_one():
    from leaderboard_page import data

    rows = [row(arm, ratio, True) for arm, ratio in (("A", 0.5), ("B", 0.7), ("C", 1.2))]
    for peer in rows[1]["forms"].values():
        peer["gravity"] = 0  # nothing is left to compute: such an arm has no ratio
    rows[1]["tasks"]["gravity"]["operations"] = {"ours": 70, "CasADi": 0}
    lines = data(rows)["leaderboard_peers.csv"].splitlines()
    shown = [line for line in lines if ",operations," in line]
    middle, first = ",0.700,1.200,", ",0.850,1.200,"
    assert [line for line in shown if ",plain," in line] == [
        "torque,operations,plain,0.560,0.960,", "gravity,operations,plain,0.680,0.960,",
        "A,operations,plain,0.560,0.960,", "forward dynamics,operations,plain,0.560,0.960,",
    ]  # fmt: skip
    for name in ("customised", "fewest"):
        assert f"torque,operations,{name}{middle}" in shown and f"gravity,operations,{name}{first}" in shown


def test_peers_are_compared_one_by_one():
    from leaderboard_page import data

    rows = [row(arm, ratio, True) for arm, ratio in (("A", 0.5), ("B", 0.7), ("C", 1.2))]
    lines = data(rows)["leaderboard_peers.csv"].splitlines()
    for task, figure in [
        ("torque", "ns"),
        ("gravity", "ns"),
        ("A", '"ns, batch of 264"'),
        ("torque", '"ns, batch of 1e6"'),
    ]:
        assert f"{task},{figure},plain,0.56,0.96,1" in lines
        assert f"{task},{figure},customised,0.70,1.20,2" in lines
    assert 'torque,"ns, batch of 1e6","with U, through the caches",0.30,0.30,0' in lines
    assert len([line for line in lines if ",plain," in line]) == 4 + 8


def test_what_memory_takes_is_compared_for_arms_of_as_many_joints():
    from leaderboard_page import LARGE

    rows = [row(arm, ratio, True) for arm, ratio in (("A", 0.5), ("B", 0.7), ("C", 0.9))]
    for one, ns in zip(rows, (40.0, 60.0, 50.0), strict=True):
        figures = one["tasks"]["kinetic_energy_matrix"][LARGE]
        one["tasks"]["kinetic_energy_matrix"][LARGE] = {**figures, "moved": ns}
    rows[2]["joints"] = 7
    assert [",".join(line) for line in table(rows, "memory")] == [
        "A,6,2,6,36,50.0,60.0,100.0,0.50,0.60,",
        "A,7,1,7,49,50.0,90.0,100.0,0.50,0.90,",
        "A,all,3,,,50.0,70.0,100.0,0.50,0.70,0.85",
    ]
