"""Results as Markdown tables, each placed between two HTML comments of `docs/benchmarks.md`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

TITLES = {"torque": "inverse dynamics τ(q, q̇, q̈)", "gravity": "gravity g(q)",
          "kinetic_energy_matrix": "kinetic energy matrix A(q)", "all_elements": "all elements A, B, C, g",
          "acceleration": "forward dynamics q̈(q, q̇, τ)"}  # fmt: skip


def tables(results: dict[str, Any]) -> dict[str, str]:
    """Return the Markdown tables by name."""
    return {
        "machine": _machine(results),
        "goals": _goals(results["goals"]),
        "python": "\n\n".join(_times(task, rows) for task, rows in results["python"].items()),
        "loop": "\n\n".join(_times(task, rows) for task, rows in results["loop"].items()),
        "batch": "\n\n".join(_times(task, rows) for task, rows in results["batch"].items() if task in TITLES),
        "limits": _limits(results["limits"]),
        "operations": _operations(results["operations"]),
        "missing": "\n".join(
            f"- {name}: {why}." for name, why in {**results["missing"], **results["elsewhere"]}.items()
        ),
    }


def with_tables(page: str, results: dict[str, Any]) -> str:
    """Return the page with every table of `benchmarks/run.py` replaced.

    Raises:
        ValueError: the page has no place for a table.
    """
    for name, table in tables(results).items():
        page = with_table(page, name, table)
    return page


def with_table(page: str, name: str, table: str) -> str:
    """Return the page with one table replaced.

    Raises:
        ValueError: the page has no place for the table.
    """
    place = re.compile(rf"(<!-- {name}: .*? -->\n).*?(<!-- end of {name} -->)", re.S)
    page, count = place.subn(lambda found: f"{found[1]}\n{table}\n\n{found[2]}", page)
    if count != 1:
        raise ValueError(f"the page has {count} places for the table {name!r}, expected one: <!-- {name}: … -->")
    return page


def plain(results: dict[str, Any]) -> str:
    """Return all tables as text for a terminal."""
    return "\n\n".join(f"{name}\n\n{table}" for name, table in tables(results).items())


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table in which all columns except the first are aligned to the right."""
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _machine(results: dict[str, Any]) -> str:
    rows = [[name, str(value)] for name, value in results["machine"].items()]
    rows += [["rounds", str(results["rounds"])], ["states of a batch", f"{results['states']:,}"]]
    return _table(["machine", ""], rows)


def _goals(goals: Sequence[dict[str, Any]]) -> str:
    words = {True: "yes", False: "**no**", None: "not measured"}
    rows = [
        [goal["goal"], f"≥ {goal['wanted']:g} ×", _ratio(goal["reached"]), words[goal["met"]]] for goal in goals
    ]  # fmt: skip
    return _table(["what", "goal", "reached", "met"], rows)


def _times(task: str, rows: dict[str, dict[str, float]]) -> str:
    body = [
        [name, _number(row["ns"]), f"{100 * ((row['ns_upper_quartile'] - row['ns_lower_quartile']) / row['ns']):.0f} %",
         _ratio(row.get("times_faster"))]
        for name, row in rows.items()
    ]  # fmt: skip
    return _table([f"**{TITLES[task]}**", "ns a state", "spread", "times faster"], body)


def _limits(limits: dict[str, Any]) -> str:
    if not limits:
        return "Not measured: there is no compiler."
    heads = ["generated, columns, one thread", "ns a state", "GB/s", "only moved, GB/s", "numbers only moved, ns",
             "share", "operations", "for sines and cosines", "arithmetic at its peak, ns", "share"]  # fmt: skip
    rows = []
    for task, row in limits["tasks"].items():
        line = [TITLES[task], _number(row["ns"]), f"{row['GB_per_s']:.1f}", f"{row['most_GB_per_s']:.1f}",
                _number(row["memory_floor_ns"]), f"{100 * row['share_of_memory']:.0f} %"]  # fmt: skip
        if "operations" in row:
            line += [str(row["operations"]), f"{100 * row['trigonometry_share']:.0f} %",
                     _number(row["arithmetic_floor_ns"]), f"{100 * row['share_of_arithmetic']:.0f} %"]  # fmt: skip
        rows.append(line + ["–"] * (len(heads) - len(line)))
    gain = limits["gain_of_two_threads"]
    two = (
        "Two threads are not measured: other work kept both cores busy."
        if gain is None
        else f"Two threads of it, which share nothing, did {gain:.1f} times as much by the clock as one does in as "
        "much processor time; 2 where both cores are whole and free. Figures for two threads gain no more than that."
    )
    measured = f"Arithmetic, measured on one thread: {limits['arithmetic_GFLOP_per_s']:.0f} GFLOP/s. {two}"
    return f"{measured}\n\n{_table(heads, rows)}"


def _operations(rows: Sequence[dict[str, Any]]) -> str:
    names = ("akb", "emdeg", "sympybotics", "opensymoro", "newton_euler_with_motors", "ours", "ours_single_angles",
             "ours_with_motors")  # fmt: skip
    heads = ["calculations", "AKB", "EMDEG", "SymPyBotics", "OpenSYMORO", "Newton-Euler, customised, with motors",
             "**generated**", "generated, single angles free", "generated, with motors"]  # fmt: skip
    body = [
        [TITLES[row["task"]], *("–" if row[name] is None else str(row[name]) for name in names)] for row in rows
    ]  # fmt: skip
    return _table(heads, body)


def _number(ns: float) -> str:
    return f"{ns:,.0f}" if ns >= 100 else f"{ns:.1f}"


def _ratio(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:,.0f} ×" if value >= 100 else f"{value:.1f} ×" if value >= 1 else f"{value:.2f} ×"
