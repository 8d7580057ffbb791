"""Models that cannot be compared: a note each, and a short one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from helpers.arm.descriptions import light_arm
from helpers.emdeg.c_library import needs_compiler

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.emdeg.backends import compile as emdeg_compile
from puma560_dynamics.models.generated.factored_programs import programs_of
from puma560_dynamics.models.interface import DynamicModel
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.replay.analysis import model_differences
from puma560_dynamics.replay.analysis.model_differences import ModelDifferences


def test_many_reasons_make_a_short_note(arm: Arm) -> None:
    pytest.importorskip("pinocchio")
    link = replace(arm.links[3], center_of_gravity=np.array([0.001, 0.002, -0.019]))
    odd = replace(arm, links=(*arm.links[:3], link, *arm.links[4:]))
    findings = Findings()
    ModelDifferences(odd, Payload(), ["full"], findings)
    (note,) = findings.notes
    assert "links.link4.center_of_gravity x" in note.message
    assert note.message.endswith(", and 1 other reason")


def test_a_model_that_was_not_asked_for_is_not_derived(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Replay with another model does not take a minute for `generated`; with `generated` itself it does."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made: list[str] = []

    def load(kind: str, arm: Arm, payload: Payload) -> DynamicModel:
        made.append(kind)
        return load_model("newton_euler", arm, payload)

    monkeypatch.setattr(model_differences, "load_model", load)
    arm = load_arm(light_arm(fingers=False))
    kinds, findings = ["generated", "newton_euler"], Findings()
    ModelDifferences(arm, Payload(), kinds, findings, "newton_euler")
    assert made == ["pinocchio", "newton_euler"]
    assert "'generated' was not compared" in findings.notes[0].message
    made.clear()
    ModelDifferences(arm, Payload(), kinds, Findings(), "generated")
    assert made == ["pinocchio", *kinds]


@needs_compiler
def test_a_model_that_was_not_asked_for_is_not_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Also where its equations are known: a compiler may take minutes."""
    pytest.importorskip("pinocchio")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    arm = load_arm(light_arm(fingers=False))
    programs_of(arm.exact_chain)
    kinds = ["generated", "newton_euler"]
    with monkeypatch.context() as patch:
        patch.setattr(emdeg_compile, "_compile", lambda *_: pytest.fail("compiled"))
        findings = Findings()
        ModelDifferences(arm, Payload(), kinds, findings, "newton_euler")
        assert "'generated' was not compared" in findings.notes[0].message
    load_model("generated", arm)
    findings = Findings()
    ModelDifferences(arm, Payload(), kinds, findings, "newton_euler")
    assert not findings.notes, "what is compiled already is compared"
