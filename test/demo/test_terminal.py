"""What the terminal says: the figures, the verdict, and on every kind of terminal."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from rich.cells import cell_len
from rich.console import Console

from puma560_dynamics.demo.record import SETTINGS, WITH_FRICTION, WITH_MODEL, RunBag, RunRecord
from puma560_dynamics.demo.report import run_page
from puma560_dynamics.demo.run_formatting import explanation, milliradians, percentile_words
from puma560_dynamics.demo.summary import largest_residual, run_checks
from puma560_dynamics.demo.terminal import show_run
from puma560_dynamics.demo.tracking import (
    error_table,
    factors,
    friction_floor,
    overall_factor,
    peak_error,
    rms_error,
    saturated,
)


def shown(record: RunRecord, report: Path | None = None, encoding: str = "utf-8", terminal: bool = False) -> str:
    """The text at 80 columns on a terminal of that encoding."""
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding)
    show_run(
        record,
        Console(file=stream, width=80, force_terminal=terminal, color_system="standard" if terminal else None),
        report,
    )
    stream.flush()
    return raw.getvalue().decode(encoding)


def row(text: str, name: str) -> str:
    return next(line for line in text.splitlines() if line.strip().startswith(name))


def test_every_joint_has_its_figures(run: RunRecord) -> None:
    text = shown(run)
    for joint, name in enumerate(run.arm.joint_names):
        words = row(text, name).replace("(", " ").replace(")", " ").split()
        expected = [name]
        for phase in run.phases:
            expected += [milliradians(rms_error(phase)[joint]), milliradians(peak_error(phase)[joint])]
        expected += [f"{factors(run)[joint]:.1f}", "×", milliradians(friction_floor(run)[joint])]
        assert words == expected


def test_all_joints_row_has_the_overall_factor(run: RunRecord) -> None:
    assert f"{overall_factor(run):.1f} ×" in row(shown(run), "all joints")
    assert error_table(run).factor[-1] == pytest.approx(overall_factor(run), rel=1e-12)


def test_settings_and_checks_are_named(run: RunRecord) -> None:
    text = shown(run)
    for part in " + ".join(setting.name for setting in SETTINGS).split(" + "):
        assert part in text
    for check in run_checks(run):
        assert f"✓  {check.name}" in text
    assert "✓ all 8 checks passed" in text
    assert "✗" not in text


def test_the_residual_is_never_rounded_to_zero(run: RunRecord) -> None:
    assert 0.0 < largest_residual(run) < 1e-9
    assert f"{largest_residual(run):.1e} N·m" in row(shown(run), "torque residual")


def test_rates_and_latencies(run: RunRecord) -> None:
    text = shown(run)
    assert "250 Hz  joint_states" in text
    assert "249 Hz  residual" in text
    for values in (run.state_latency, run.torque_latency, run.model_time):
        assert percentile_words(values) in text


def test_percentile_words() -> None:
    assert percentile_words(np.array([1e-3, 1e-3, 1e-3])) == "1.00 / 1.00 / 1.00 ms"
    assert percentile_words(np.array([2e-5])) == "20 / 20 / 20 µs"
    assert percentile_words(np.zeros(0)) == "no samples"


@pytest.mark.parametrize(
    ("value", "words"), [(0.0, "0.000"), (4.2e-6, "0.004"), (1e-3, "1.0"), (0.0456, "45.6"), (0.1094, "109")]
)
def test_milliradians(value: float, words: str) -> None:
    assert milliradians(value) == words


def test_milliradians_of_nothing_is_a_dash() -> None:
    assert milliradians(float("nan")) == "–"


def test_failed_checks_stand_out(run: RunRecord) -> None:
    text = shown(replace(run, rejected={"plant_node": 3}))
    assert "✗  no message refused" in text
    assert "3 refused" in text
    assert "✗ 1 of 8 checks failed" in text


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1"])
def test_fits_80_columns_in_every_encoding(any_run: RunRecord, encoding: str) -> None:
    text = shown(any_run, Path("report/report.html"), encoding)
    assert max(cell_len(line) for line in text.splitlines()) <= 80
    assert "report/report.html" in text
    assert "nan" not in text


def test_no_joint_row_is_folded(run: RunRecord) -> None:
    lines = shown(run).splitlines()
    first = next(index for index, line in enumerate(lines) if line.strip().startswith("joint1"))
    assert [line.split()[0] for line in lines[first : first + 6]] == list(run.arm.joint_names)


def test_no_colour_codes_when_not_a_terminal(run: RunRecord) -> None:
    assert "\x1b" not in shown(run)
    assert "\x1b[" in shown(run, terminal=True)


def test_output_is_readable_in_ascii(run: RunRecord) -> None:
    text = shown(run, encoding="ascii")
    assert "?" not in text
    assert "ok  full model against Pinocchio" in text
    assert "!! 1 of 8 checks failed" in shown(replace(run, rejected={"plant_node": 1}), encoding="ascii")


@pytest.mark.usefixtures("without_figures")
def test_the_bag_is_named_where_there_is_one(run: RunRecord) -> None:
    recorded = replace(run, recording=RunBag("bags/monday", {"/joint_states": 3000}))
    assert "\nwrote bags/monday\n" in shown(recorded)
    assert "bags/monday" in run_page(recorded)
    assert "bag     " not in shown(run)


def test_report_path_is_neither_folded_nor_taken_for_markup(run: RunRecord) -> None:
    path = Path("/home/user") / ("a" * 90) / "[bold]" / "report.html"
    assert str(path) in shown(run, path)
    assert "report.html" not in shown(run)


def test_missing_setting_is_a_dash_and_the_rest_stays(gap: RunRecord) -> None:
    text = shown(gap)
    assert milliradians(rms_error(gap.phases[0])[0]) in row(text, "joint1")
    assert "–" in row(text, "joint1")
    assert "✗  every motion recorded whole" in text


def test_a_run_without_data_is_reported(silent: RunRecord) -> None:
    text = shown(silent)
    for words in ("nothing was compared", "none measured", "no samples", "No ratio"):
        assert words in text


def test_explanation_blames_friction_only_when_it_is_friction(run: RunRecord) -> None:
    last = run.phases[WITH_MODEL]
    run = replace(run, phases=run.phases[:WITH_FRICTION])
    floor = friction_floor(run)
    at_floor = replace(last, position=last.reference + floor, effort=0.5 * last.effort)
    run = replace(run, phases=(*run.phases[:-1], at_floor))
    assert "almost all of the remaining error" in explanation(run)
    assert "At maximum torque" not in explanation(run)
    far = replace(at_floor, position=last.reference + 5.0 * floor)
    assert "almost all of the remaining error" not in explanation(replace(run, phases=(*run.phases[:-1], far)))


def test_torque_at_its_limit_is_reported(run: RunRecord) -> None:
    last = run.phases[-1]
    effort = 0.5 * last.effort
    effort[: len(effort) // 4, 1] = -run.arm.maximum_torque[1]
    run = replace(run, phases=(*run.phases[:-1], replace(last, effort=effort)))
    np.testing.assert_allclose(saturated(run), [0, 0.25, 0, 0, 0, 0])
    assert "joint2 for 25 %" in explanation(run)
    assert "joint1 for" not in explanation(run)
