"""Models that cannot be compared: a note each, and a short one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.models.payload.payload import Payload
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
