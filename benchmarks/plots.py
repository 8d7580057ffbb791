"""Figures of the page: time of a single state, and time per state of a batch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

OURS, OTHERS, FLOOR = "#009e73", "#8d9db5", "#d55e00"
FILES = ("benchmarks_one_state.png", "benchmarks_batch.png")


def write(results: dict[str, Any], folder: Path) -> None:
    """Write the figures `FILES` to a folder."""
    for name, figure in zip(FILES, (one_state(results), batch(results)), strict=True):
        figure.savefig(folder / name, dpi=100, metadata={"Software": None})


def one_state(results: dict[str, Any]) -> Figure:
    """Draw times of inverse dynamics of one state, from Python and in a compiled loop."""
    figure = Figure(figsize=(9.0, 4.4), layout="constrained")
    for axes, where, title in zip(
        figure.subplots(1, 2), ("python", "loop"), ("from Python", "in a compiled loop"), strict=True
    ):
        _bars(axes, results[where].get("torque", {}), f"torque, {title}")
    return figure


def batch(results: dict[str, Any]) -> Figure:
    """Draw times of batch inverse dynamics for all contenders, and the generated code with the machine's limits."""
    figure = Figure(figsize=(9.0, 3.2), layout="constrained")
    left, right = figure.subplots(1, 2)
    _bars(left, results["batch"]["torque"], "inverse dynamics, a batch")
    tasks = results["limits"].get("tasks", {})
    at = range(len(tasks))
    right.bar(at, [row["ns"] for row in tasks.values()], color=OURS, label="generated, columns, one thread")
    for key, style, label in (
        ("memory_floor_ns", "-", "numbers only moved"),
        ("arithmetic_floor_ns", ":", "arithmetic at its peak"),
    ):
        heights = [row.get(key, float("nan")) for row in tasks.values()]
        right.hlines(heights, [i - 0.4 for i in at], [i + 0.4 for i in at], color=FLOOR, linestyles=style, label=label)
    right.set(xticks=list(at), yscale="log", ylabel="ns a state", ylim=(1, 3000))
    right.set_xticklabels([task.replace("_", "\n") for task in tasks], fontsize=7)
    right.set_title("of that, memory and arithmetic", loc="left", fontsize=10)
    right.legend(frameon=False, fontsize=8, loc="upper left")
    _plain(right)
    return figure


def _bars(axes: Axes, rows: dict[str, dict[str, float]], title: str) -> None:
    names = list(reversed(rows))
    values = [rows[name]["ns"] for name in names]
    colours = [OURS if name.startswith("generated") else OTHERS for name in names]
    axes.barh(names, values, color=colours)
    axes.set(xscale="log", xlabel="ns a state")
    axes.set_title(title, loc="left", fontsize=10)
    axes.tick_params(axis="y", labelsize=8)
    for i, value in enumerate(values):
        axes.text(value, i, f" {value:,.0f}" if value >= 20 else f" {value:.1f}", va="center", fontsize=8)
    axes.set_xlim(right=4 * max(values, default=1.0))
    _plain(axes)


def _plain(axes: Axes) -> None:
    axes.spines[["top", "right"]].set_visible(False)
