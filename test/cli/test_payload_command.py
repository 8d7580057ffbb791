"""`puma560 arm payload`: what it asks for, and the load that acts as a table."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.cli.arm.payload import payload_table
from puma560_dynamics.cli.command import main
from puma560_dynamics.models.payload.payload import Payload


@pytest.mark.parametrize("mass", [[], ["0"]])
@pytest.mark.parametrize(
    "part", [["--payload-center", "0", "0", "0"], ["--payload-inertia", *"000000"], ["--payload-link", "tool0"]]
)
def test_parts_of_a_load_need_its_mass(mass: list[str], part: list[str], capsys: pytest.CaptureFixture[str]):
    assert main(["arm", "payload", *mass, *part]) == 2
    assert f"{part[0]} has no effect without a load" in capsys.readouterr().err


def test_a_load_that_no_body_has_is_refused(capsys: pytest.CaptureFixture[str]):
    assert main(["arm", "payload", "1", "--payload-inertia", *["1", "1", "9", "0", "0", "0"]]) == 2
    assert "no body has" in capsys.readouterr().err


def test_the_table_has_mass_and_frame():
    table = payload_table("/feedforward_node", Payload(2.0, np.array([0.0, 0.0, 0.1]), link="link6"))
    cells = [str(cell) for column in table.columns for cell in column.cells]
    assert {"2 kg", "link6", "0  0  0.1 m"} <= set(cells)
    assert [str(cell) for column in payload_table("/x", Payload()).columns for cell in column.cells] == ["mass", "none"]
