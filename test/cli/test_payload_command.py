"""Arguments of `puma560 arm payload`: a load as a whole, its removal, or a look at what acts."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.cli.arm.payload import payload_table, wanted
from puma560_dynamics.cli.command import parser
from puma560_dynamics.errors import Puma560Error
from puma560_dynamics.models.payload.payload import Payload


def given(*arguments: str):
    return parser(("arm", "payload")).parse_args(["arm", "payload", *arguments])


def test_a_load_has_all_its_numbers():
    load = wanted(
        given(
            "2.5",
            "--center",
            "0",
            "0.1",
            "0.2",
            "--inertia",
            *["1", "2", "2.5", "0.1", "0.2", "0.3"],
            "--link",
            "tool0",
        )
    )
    assert load == Payload.of(2.5, (0.0, 0.1, 0.2), (1.0, 2.0, 2.5, 0.1, 0.2, 0.3), "tool0")


def test_zero_removes_and_nothing_only_looks():
    assert wanted(given("0")) == Payload()
    assert wanted(given()) is None


@pytest.mark.parametrize("mass", [[], ["0"]])
@pytest.mark.parametrize("part", [["--center", "0", "0", "0"], ["--inertia", *"000000"], ["--link", "tool0"]])
def test_parts_of_a_load_need_its_mass(mass: list[str], part: list[str]):
    with pytest.raises(Puma560Error, match=f"{part[0]} is given without a load"):
        wanted(given(*mass, *part))


def test_a_load_that_no_body_has_is_refused():
    with pytest.raises(Puma560Error, match="no body has"):
        wanted(given("1", "--inertia", *["1", "1", "9", "0", "0", "0"]))


def test_the_table_has_mass_and_frame():
    table = payload_table("/feedforward_node", Payload(2.0, np.array([0.0, 0.0, 0.1]), link="link6"))
    cells = [str(cell) for column in table.columns for cell in column.cells]
    assert {"2 kg", "link6", "0  0  0.1 m"} <= set(cells)
    assert [str(cell) for column in payload_table("/x", Payload()).columns for cell in column.cells] == ["mass", "none"]
