"""Report of an experiment, and its command, with an experiment that only the test has."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType, ModuleType

import pytest

pytest.importorskip("matplotlib", reason="needs matplotlib (pip install '.[run]')")
pytest.importorskip("mujoco", reason="needs mujoco (pip install '.[run]')")

from matplotlib.figure import Figure

from puma560_dynamics.check import Check
from puma560_dynamics.cli import run_experiment
from puma560_dynamics.cli.command import main
from puma560_dynamics.cli.output import console
from puma560_dynamics.demo import experiments
from puma560_dynamics.demo.experiments.experiment import (
    Experiment,
    ExperimentFigure,
    ExperimentOptions,
    ExperimentTable,
    Progress,
)
from puma560_dynamics.demo.experiments.report import experiment_json, experiment_page, show_experiment


def result(ok: bool) -> Experiment:
    figure = Figure()
    figure.subplots().plot([0, 1], [0, 1])
    figure.set_label("a line")
    return Experiment(
        title="Weighing <nothing>",
        headline="nothing weighs 0 kg",
        sentences=("The arm is `ideal`.",),
        cards=(("0 kg", "mass"),),
        tables=(
            ExperimentTable("Joints", ("joint", "torque, N·m"), (("joint1", "0.0"), ("joint2", "1.5")), "Not much."),
        ),
        figures=(ExperimentFigure("Motion", figure, "No motion."),),
        checks=(Check("mass", ok, "0 kg of 0 kg"),),
        data={"mass": 0.0, "unknown": float("nan")},
    )


def test_rows_that_are_longer_than_a_line_are_whole(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    headings = ("start, s", *(f"figure {number}, N·m" for number in range(9)))
    rows = (("10.5", *(f"{number} ± 0.123 N·m" for number in range(9))),)
    found = replace(result(ok=True), tables=(ExperimentTable("Wide", headings, rows),))
    monkeypatch.setenv("COLUMNS", "80")
    show_experiment(found, console(), None)
    row = next(line for line in capsys.readouterr().out.splitlines() if "10.5" in line)
    assert row.split("10.5")[1].split() == " ".join(rows[0][1:]).split()


def test_the_page_has_every_part_and_escapes_text():
    page = experiment_page(result(ok=True))
    for part in (
        "Weighing &lt;nothing&gt;",
        "nothing weighs 0\N{NO-BREAK SPACE}kg",
        "<code>ideal</code>",
        "Not much.",
        "No motion.",
        "1.5",
    ):
        assert part in page
    assert "Failed: mass" in experiment_page(result(ok=False))
    assert experiment_json(result(ok=True))["unknown"] is None


@pytest.fixture
def weighing(monkeypatch: pytest.MonkeyPatch) -> list[ExperimentOptions]:
    """An experiment ``--weighing`` whose result depends on the seed."""
    asked: list[ExperimentOptions] = []

    def run(options: ExperimentOptions, progress: Progress) -> Experiment:
        progress(0.5, "weighing")
        asked.append(options)
        return result(ok=options.errors.seed == 0)

    module = ModuleType("weighing")
    module.run = run  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, f"{experiments.__name__}.weighing", module)
    one = MappingProxyType({"weighing": "weigh nothing"})
    monkeypatch.setattr(run_experiment, "EXPERIMENTS", one)
    return asked


def test_the_command_runs_an_experiment(weighing: list[ExperimentOptions], tmp_path: Path, capsys):
    command = ["run", "--weighing", "-o", str(tmp_path), "--rate", "500", "--plant-friction", "10"]
    assert main(command) == 0
    assert (weighing[0].rate, weighing[0].errors.friction) == (500.0, 0.1)
    printed = capsys.readouterr().out
    assert "nothing weighs 0 kg" in printed
    assert "report.html" in printed
    assert (tmp_path / "report.html").exists()
    assert main([*command, "--plant-seed", "1", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert not told["ok"]
    assert told["checks"] == [{"name": "mass", "ok": False, "detail": "0 kg of 0 kg"}]


def test_options_without_effect_are_refused(weighing: list[ExperimentOptions], tmp_path: Path, capsys):
    assert main(["run", "--weighing", "-o", str(tmp_path), "--view", "--domain", "7"]) == 2
    assert "--domain, --view: no effect with --weighing" in capsys.readouterr().err
    assert not weighing
