"""Output of `puma560 paper multirate --measure` and `--processes`: computing times of this machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from rich.console import Console

from ...papers.decomposition.processes import DIVIDER, SplitRun
from ...papers.decomposition.timing import Timed
from ...report.text_table import TextTable

BATCH = 2048
"""Number of states in a batch."""


def show_times(out: Console, found: Sequence[Timed]) -> None:
    """Print table 2 with times measured on this machine."""
    table = TextTable(
        "Time of one state, microseconds, median of rounds",
        "model", ">states\nper call", ">elements", ">products", ">both\nkHz", f">once in\n{DIVIDER}, kHz", ">gain",
        ">torque\nalone", ">gain\nover it",
    )  # fmt: skip
    for one in found:
        parts = one.parts
        table.add_row(
            one.name,
            str(one.states),
            f"{parts.configuration / 1e3:.3g}",
            f"{parts.motion / 1e3:.3g}",
            f"{1e6 / parts.per_torque(1):.4g}",
            f"{1e6 / parts.per_torque(DIVIDER):.4g}",
            f"{one.gain(DIVIDER):.2f}",
            f"{parts.whole / 1e3:.3g}",
            f"{one.gain_over_torque(DIVIDER):.2f}",
        )
    out.print(table)
    out.print(
        "gain: ratio of torques per second with elements refreshed once in four to elements refreshed every time (the "
        "paper: 2.5); gain over it: ratio to the model's fastest torque function"
    )


def show_split_run(out: Console, run: SplitRun) -> None:
    """Print the comparison of two processes with one process."""
    table = TextTable(f"Two processes, {run.model}, fastest joint at {100 * run.speed:.0f} % of its limit", "", ">")
    table.show_header = False
    for name, value in _rows(run):
        table.add_row(name, value)
    out.print(table)
    out.print(
        "Rates are per second of processor time. Two processes compute more torques than one if the elements take "
        f"longer than {1e6 * run.pays_from():.1f} µs (evaluated each time) or {1e6 * run.pays_from(DIVIDER):.1f} µs "
        f"(once in {DIVIDER}), and if the model's fastest torque function takes longer than "
        f"{1e6 * run.pays_from_torque:.1f} µs."
    )
    if run.processors < 0.9:
        out.print(
            f"The machine was busy: the torque process ran {100 * run.processors:.0f} % of the time, so ages are long."
        )


def _rows(run: SplitRun) -> list[tuple[str, str]]:
    def khz(rate: float) -> str:
        return f"{rate / 1e3:.1f} kHz"

    def us(seconds: float) -> str:
        return f"{1e6 * seconds:.1f} µs"

    worst = run.error.argmax()
    return [
        ("two processes: torques", khz(run.torque_rate)),
        ("two processes: elements", khz(run.elements_rate)),
        ("one process, elements each time: torques", khz(run.alone)),
        (f"one process, elements once in {DIVIDER}: torques", khz(run.alone_divided)),
        ("one process, shortest way: torques", khz(run.alone_torque)),
        ("speed-up over elements each time", f"{run.speed_up:.2f}"),
        ("two processors' time in elements and products", f"{100 * run.efficiency:.0f} %"),
        ("age of the elements, median", us(run.age)),
        ("age of the elements, 99 % below", us(run.oldest)),
        ("largest torque error by that age", f"{run.error[worst]:.2g} N·m, joint {worst + 1}"),
        ("latency of communication, one way", us(run.communication.latency)),
        ("communication a torque", us(run.communication.per_torque)),
        ("records read again because torn", str(run.torn)),
        ("torque had a processor", f"{100 * run.processors:.0f} % of the time"),
    ]


def times_json(found: Sequence[Timed]) -> list[dict[str, object]]:
    """Return the times for ``--json``, ns per state."""
    return [
        {
            "model": one.name,
            "states": one.states,
            "elements_ns": one.parts.configuration,
            "products_ns": one.parts.motion,
            "torque_ns": one.parts.whole,
            "gain": one.gain(DIVIDER),
            "gain_over_torque": one.gain_over_torque(DIVIDER),
        }
        for one in found
    ]


def split_run_json(run: SplitRun) -> dict[str, object]:
    """Return the comparison for ``--json``, in s, Hz and N·m."""
    return {
        **asdict(run),
        "error": run.error.tolist(),
        "speed_up": run.speed_up,
        "efficiency": run.efficiency,
        "pays_from": {"1": run.pays_from(), str(DIVIDER): run.pays_from(DIVIDER), "torque": run.pays_from_torque},
    }
