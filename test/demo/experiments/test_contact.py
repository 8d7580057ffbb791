"""`puma560 run --contact`: what is felt is what was done, and a wrong observer fails the checks."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("matplotlib", reason="needs matplotlib (pip install '.[run]')")
pytest.importorskip("mujoco", reason="needs mujoco (pip install '.[run]')")

from puma560_dynamics import load_arm
from puma560_dynamics.cli.command import main
from puma560_dynamics.demo.experiments import contact
from puma560_dynamics.demo.experiments.experiment import Experiment, ExperimentOptions
from puma560_dynamics.demo.experiments.report import experiment_json
from puma560_dynamics.simulation.plant_errors import PlantErrors

OPTIONS = ExperimentOptions(load_arm("akb1986"), errors=PlantErrors(seed=3))


def short(options: ExperimentOptions = OPTIONS, cycles: int = 2) -> Experiment:
    return contact.run(options, lambda share, words: None, cycles)


@pytest.fixture(scope="module")
def experiment() -> Experiment:
    return short()


def test_the_command_shows_what_was_felt_and_done(tmp_path: Path, capsys):
    assert main(["run", "--contact", "-o", str(tmp_path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["ok"]
    assert len(told["pushes"]) == 2 * contact.CYCLES
    large = [push for push in told["pushes"] if push["size"] >= contact.LARGE]
    small = [push for push in told["pushes"] if push["size"] < contact.LARGE]
    assert len(large) >= 5
    assert len(small) >= 5
    assert all(push["found"] for push in large)
    assert not told["false_contacts_s"]
    assert {push["moves"] for push in large} == {True, False}
    assert np.median([push["found_after_s"] for push in large]) < 0.03
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    for words in (
        "What was done, and what was felt",
        "External torque",
        "simulated arm is 20\N{NO-BREAK SPACE}% above or below",
    ):
        assert words in page


def test_the_same_seed_gives_the_same_pushes(experiment: Experiment):
    assert experiment_json(short()) == experiment_json(experiment)
    other = short(replace(OPTIONS, errors=PlantErrors(seed=4)))
    assert other.data["pushes"][0]["force_N"] != experiment.data["pushes"][0]["force_N"]


def test_a_force_acts_on_the_joints_as_its_link_does(experiment: Experiment):
    push = experiment.data["pushes"][0]
    assert contact.SMALLEST <= push["size"] <= contact.LARGEST
    assert len(push["torque_Nm"]) == 6
    if push["link"] == "link6":  # at the tip, behind all joints: its own joint turns about this point
        assert abs(push["torque_Nm"][5]) < 1e-6


def test_what_is_not_felt_fails_the_checks(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(contact, "LARGEST", 0.01)
    monkeypatch.setattr(contact, "SMALLEST", 0.01)
    monkeypatch.setattr(contact, "LARGE", 0.0)  # so that forces far below the limit count
    found = short()
    assert not found.ok
    assert not found.checks[0].ok
    assert found.checks[1].ok


def test_a_load_that_the_model_does_not_have_is_a_false_contact(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("puma560_dynamics.simulation.plant_errors.HIDDEN_SHARE", 0.2)
    found = short()
    assert not found.checks[1].ok


def test_a_second_contact_in_the_same_force_is_not_false():
    """A force near the threshold fades from sight and is announced again (SO-101, seed 0)."""
    force = contact.Push(1.0, 1.4, "link6", np.ones(3), 1.07, False)
    assert contact.announced_force([force], 0.9) is None
    assert contact.announced_force([force], 1.02) is force
    assert contact.announced_force([force], 1.3) is force
    assert force.announced == 1.02
    assert contact.announced_force([force], 1.4 + 2.0 * contact.AFTER) is None
