"""Tables of derivatives: medians and worst arms follow from the counts, and both kinds of peers are judged."""

from __future__ import annotations

import csv
from typing import Any

from helpers.benchmarks import DOCS, started


def row(arm: str, ours: int) -> dict[str, Any]:
    """An arm whose customised recursion is the strongest peer."""
    from leaderboard_derivatives import NAMES, PEERS

    peers = dict(zip(PEERS, (150, 200, 100, 400), strict=True))
    return {
        "arm": arm,
        "joints": 6,
        "tasks": {name: {"ours": ours, "derivation_s": 1.0, "peers": peers} for name in NAMES},
    }


def test_both_kinds_of_peers_are_judged():
    from leaderboard_derivatives import BETTER_OF_BOTH, NAMES, STRONGEST, data

    made = data([row("A", 60), row("B", 90), row("C", 120)])
    _, *lines = csv.reader(made["leaderboard_derivatives_peers.csv"].splitlines())
    found = {(task, peer): rest for task, peer, *rest in lines}
    name = NAMES["torque_derivatives"]
    assert found[name, BETTER_OF_BOTH] == ["3", "0.60", "0.80 yes", "0.80 (C)", "0.95 yes", ""]
    assert found[name, STRONGEST] == ["3", "0.90", "0.80 **no**", "1.20 (C)", "0.95 **no**", ""]
    assert found[name, "customised recursion"] == ["3", "0.90", "", "1.20 (C)", "", "3"]
    assert found[NAMES["coriolis_matrix"], STRONGEST][2] == "", "no goal was set for it"
    heads, first, *_ = csv.reader(made["leaderboard_derivatives.csv"].splitlines())
    assert len(heads) == len(first)
    assert first == ["A", "6", name, "60", "150", "200", "100", "400", "0.600", "1.0"]


def test_the_tables_of_the_page_have_these_heads():
    from leaderboard_derivatives import data

    for name, text in data([row("A", 60)]).items():
        assert (DOCS / name).read_text(encoding="utf-8").splitlines()[0] == text.splitlines()[0]


def test_missing_arms_and_peers_are_named():
    """Its peers and arms are installed by `make bench` alone."""
    done = started("function_times.py", "--rounds", "2", "--arms", "SO-100")
    assert "from Python" in done.stdout and "Traceback" not in done.stderr
    assert done.returncode in (0, 1)
