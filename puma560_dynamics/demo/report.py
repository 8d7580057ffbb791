"""Report of a run: a self-contained page, its headline figure, and the numbers as JSON."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from ..report.interactive import interactive
from ..report.page import Markup, cards, definitions, section, table, verdict
from ..report.page import checks as check_list
from ..report.svg import shown
from . import plots
from .plant_differences import difference_table, plant_sentences
from .record import RunRecord
from .report_files import PICTURE, REPORT, json_bytes, write_files
from .run_formatting import (
    MISSING,
    checks_passed,
    explanation,
    milliradians,
    number_in_form,
    percentile_words,
    residual_words,
    run_headline,
)
from .summary import largest_residual, percentiles, run_checks, run_summary
from .tracking import ALL_JOINTS, error_table

FIGURES: tuple[tuple[str, Callable[[RunRecord], Figure], str], ...] = (
    (
        "Tracking error per joint",
        plots.rms_bars,
        "The grey bar is the friction level, kinetic friction divided by the PD gain: a rigid-body model cannot reduce "
        "the error below about that. Friction compensation can.",
    ),
    (
        "Tracking error over time",
        plots.tracking,
        "Inside the grey band dry friction alone can cause the error: an error along the edge of the band that changes "
        "sign when the joint reverses is friction, not dynamics.",
    ),
    (
        "Torque by term",
        plots.torques,
        "The last motion, with the most terms: areas are the terms of the feed-forward torque, stacked from zero; the "
        "gap between their sum (dashed) and the torque that acted (solid) is the torque of PD.",
    ),
    (
        "Model against Pinocchio",
        plots.residuals,
        "The same torque by two methods, sample by sample: the triangle marks the spacing of double precision numbers "
        "at the joint's maximum torque, so a residual about there is rounding.",
    ),
    (
        "Latency",
        plots.latencies,
        "From the stamp of a joint state to its arrival, and on to the arrival of the torque computed from it: "
        "torque should arrive well within one cycle.",
    ),
    (
        "Motion",
        plots.wanted_and_measured,
        "Reference (dotted) and measured positions: the tracking errors above show "
        "the differences that are too small to see here.",
    ),
)
"""Title, figure and explanation of each section."""

LEVELS = {0: "ok", 1: "warning", 2: "error", 3: "stale"}
"""Levels of diagnostics."""


def write_run_report(record: RunRecord, directory: Path) -> Path:
    """Write ``report.html``, ``tracking.png`` and ``summary.json`` into `directory`, which is made if necessary.

    Returns:
        The path of ``report.html``.

    Raises:
        RunError: the directory cannot be made or written to.
    """
    picture = io.BytesIO()
    plots.rms_picture(record).savefig(picture, format="png", dpi=150, facecolor="white", metadata={"Software": None})
    files = {
        PICTURE: picture.getvalue(),
        "summary.json": json_bytes(run_summary(record)),
        REPORT: run_page(record).encode(),  # last: it shows that the others are complete
    }
    write_files(files, directory)
    return directory / REPORT


def run_page(record: RunRecord) -> str:
    """Return the report as HTML."""
    found = run_checks(record)
    sections = [
        _cards(record),
        section("Tracking error", _errors(record), explanation(record)),
        section("The simulated arm", table(*difference_table(record)), " ".join(plant_sentences(record))),
    ]
    missing = [phase.setting.name for phase in record.phases if not phase.time.size]
    if missing or not record.phases:
        words = f"Nothing was recorded under {', '.join(missing)}." if missing else "No motion was recorded."
        sections.insert(1, f'<p class="bad">{escape(words)} The figures below show the available data.</p>')
    sections += [section(title, shown(draw(record), caption)) for title, draw, caption in FIGURES]
    sections += [section("Checks", check_list(found)), section("Run", definitions(_run(record)))]
    failed = [check.name for check in found if not check.ok]
    level = "bad" if failed else "warning" if any(check.inconclusive for check in found) else "good"
    words = f"Failed: {', '.join(failed)}" if failed else checks_passed(found).capitalize()
    open_ones = [f"{check.name}: {check.detail}" for check in found if check.inconclusive]
    reason = "; ".join(open_ones) + "." if open_ones else ""
    about = Markup(f"<b>Simulated run with and without feed-forward torque</b> · {escape(run_headline(record))}")
    outcome = {"bad": "failed", "warning": "passed in part", "good": "passed"}[level]
    title = f"{record.arm.name}, simulated run: {outcome}"
    return interactive(title, verdict(level, words, about, reason), "\n".join(sections))


def _cards(record: RunRecord) -> str:
    """Return the main numbers of the run as cards: error ratio, residual, slowest rate and latency."""
    errors = error_table(record)
    settings = [phase.setting.name for phase in record.phases] or [MISSING]
    slowest = min(record.rates.items(), key=lambda item: item[1], default=("no topic", math.nan))
    median = percentiles(record.torque_latency)["p50"]
    return cards(
        (
            (
                number_in_form(errors.factor[-1], ".1f", " ×"),
                f"smaller RMS error over all joints: {settings[-1]} against {settings[0]}",
            ),
            (
                number_in_form(largest_residual(record), ".1e", " N·m"),
                f"largest torque residual, {record.model} model minus Pinocchio",
            ),
            (number_in_form(slowest[1], ".0f", " Hz"), f"slowest topic ({slowest[0]}); {record.rate:.0f} Hz asked"),
            (
                number_in_form(None if median is None else 1e3 * median, ".2f", " ms"),
                "median from joint state to torque, two hops",
            ),
        )
    )


def _errors(record: RunRecord) -> str:
    """Return the tracking errors, one row per joint and one column per setting."""
    errors = error_table(record)
    used = [np.abs(phase.effort).max(axis=0) for phase in record.phases[-1:] if phase.effort.size]
    share = [*(used[0] / record.arm.maximum_torque if used else [math.nan] * record.arm.n), math.nan]
    head = ["joint"]
    for index, phase in enumerate(record.phases):
        colour = plots.setting_colour(index)
        head.append(
            Markup(f'<i style="background:{colour}"></i>{escape(phase.setting.name)}<br>mrad RMS <small>(peak)</small>')
        )
    head += ["first / last", Markup("friction level<br>mrad"), Markup("torque used<br>of maximum")]
    rows = []
    for row, name in enumerate(errors.names):
        cells = [name]
        for rms, peak in zip(errors.rms[:, row], errors.peak[:, row], strict=True):
            largest = f" <small>({milliradians(peak)})</small>" if np.isfinite(peak) else ""
            cells.append(Markup(milliradians(rms) + largest))
        last = "" if name == ALL_JOINTS else number_in_form(100 * share[row], ".0f", " %")
        rows.append([*cells, number_in_form(errors.factor[row], ".1f", " ×"), milliradians(errors.floor[row]), last])
    return table(head, rows, strong=[row for row, name in enumerate(errors.names) if name == ALL_JOINTS])


def _run(record: RunRecord) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield settings and further measurements of the run, each as a name and its lines."""
    yield "arm", [record.arm.name, record.arm.source]
    yield "model", [record.model]
    yield (
        "settings",
        [f"{phase.setting.name}: {', '.join(phase.setting.terms) or 'no term'}" for phase in record.phases],
    )
    yield "samples", [f"{phase.setting.name}: {len(phase.time)} joint states" for phase in record.phases]
    for name, unit, gains in (
        ("proportional gains", "N·m/rad", record.proportional),
        ("derivative gains", "N·m·s/rad", record.derivative),
    ):
        yield name, [", ".join(number_in_form(gain, ".4g") for gain in gains) + f" {unit}"]
    yield "rate asked", [number_in_form(record.rate, ".0f", " Hz")]
    yield "rates reached", _pairs(record.rates, lambda rate: number_in_form(rate, ".1f", " Hz"))
    yield "torque residual", [residual_words(record)]
    yield (
        "latency, p50 / p99 / max",
        [
            f"joint state, one hop: {percentile_words(record.state_latency)}",
            f"torque, two hops and the model: {percentile_words(record.torque_latency)}",
            f"model alone: {percentile_words(record.model_time)}",
        ],
    )
    yield "messages refused", _pairs(record.rejected, str)
    yield "worst diagnostics", _pairs(record.worst_diagnostic, lambda worst: f"{LEVELS.get(worst[0], '?')}, {worst[1]}")
    if record.recording:
        yield "recording", [record.recording.folder, *_pairs(record.recording.messages, "{} messages".format)]
    yield "versions", _pairs(record.versions, str)
    yield "whole run took", [number_in_form(record.wall_time, ".1f", " s")]


def _pairs(values: Mapping[str, Any], words: Callable[[Any], str]) -> list[str]:
    return [f"{name}: {words(value)}" for name, value in values.items()]
