"""Recordings of real arms, published by others: contacts where people pushed one, and nowhere else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from puma560_dynamics import ReplaySettings, compare_recording

UR10E, TX40 = (Path(os.environ.get(f"{name}_RECORDINGS", "/nonexistent")) for name in ("UR10E", "TX40"))

COLUMNS = "t=0 q=1:7 qd=7:13 effort=13:19 effort.unit=A effort.gain=10.0,10.7,8.5,9.0,9.5,10.1"


@pytest.mark.skipif(not UR10E.is_dir(), reason="needs UR10E_RECORDINGS, a folder of recordings")
@pytest.mark.parametrize("friction", ["fit", "none"])
@pytest.mark.parametrize("path", sorted(UR10E.glob("*.csv.gz")), ids=lambda path: path.name)
def test_a_real_arm_is_touched_where_it_was_pushed(path: Path, friction: str):
    settings = ReplaySettings(
        arm=str(UR10E / "ur10e.urdf"), columns=COLUMNS, friction=friction, models=(), model="newton_euler", cut_off=10
    )
    found = compare_recording(path, settings)
    if "push" not in path.name:
        assert not found.contacts
        return
    assert found.contacts
    assert all(contact.standing for contact in found.contacts)
    assert "while something touched the arm" in found.verdict.headline


@pytest.mark.skipif(not TX40.is_dir(), reason="needs TX40_RECORDINGS, a folder of recordings")
@pytest.mark.parametrize("friction", ["fit", "none"])
def test_a_motion_that_nothing_touches_has_no_contact(friction: str, tmp_path: Path):
    pytest.importorskip("matplotlib")
    pytest.importorskip("cvxpy")
    from tools.real_arms import tx40

    settings = ReplaySettings(
        arm=str(tx40.arm_file(TX40, tmp_path)), columns=tx40.COLUMNS, friction=friction, models=(),
        model="newton_euler", cut_off=tx40.CUT_OFF,
    )  # fmt: skip
    found = compare_recording(TX40 / "motor_positions.csv.gz", settings)
    assert not found.contacts
    assert (found.contact_limits.searched > 0.0).all()
