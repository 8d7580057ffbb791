"""docs/derive.md and docs/derivations/: calculations are those of the default search and of the data files."""

from __future__ import annotations

import csv
import os
import re
from pathlib import Path

import pytest

from puma560_dynamics import load_arm
from puma560_dynamics.emdeg import derive

DOCS = Path(__file__).parents[2] / "docs"
ARMS = ("PUMA 560", "UR5", "Panda")

QUICK = ("gravity", "potential_energy", "gravity_derivative", "inverse_jacobian")
"""Functions of the PUMA that are derived in a second each; `make trials` derives all."""

LEADERBOARD = {"torque": "torque", "gravity": "gravity", "kinetic_energy_matrix": "A"}
DERIVATIVES = {"torque_derivatives": "τ, ∂τ/∂q, ∂τ/∂q̇ and A", "gravity_derivative": "∂g/∂q", "coriolis_matrix": "C"}


def documented() -> dict[tuple[str, str], int]:
    """Calculations by function and arm, from the tables of docs/derive.md; divisions are left out."""
    page = (DOCS / "derive.md").read_text(encoding="utf-8")
    found = {}
    for row in re.findall(
        r"^\| (`\w+`(?:, `\w+`)*) \| [^|\n]+ \| (\d[^|\n]*) \| ([^|\n]+) \| ([^|\n]+) \|$", page, re.M
    ):
        for place, name in enumerate(names := re.findall(r"`(\w+)`", row[0])):
            for arm, cell in zip(ARMS, row[1:], strict=True):
                numbers = cell.split(", ")
                if numbers[0].strip() != "–":
                    found[name, arm] = int(numbers[place if len(names) > 1 else 0])
    heads = {"torque: without": "torque", "gravity": "gravity", "kinetic energy matrix": "kinetic_energy_matrix"}
    for head, name in heads.items():
        (cells,) = re.findall(rf"^\| {head}[^|\n]*((?:\| \d+; \d+; \d+ )+)\|$", page, re.M)
        for arm, cell in zip(ARMS, cells.split("|")[1:], strict=True):
            found[name, arm] = int(cell.split(";")[0])
    return found


COUNTS = documented()


def rows(name: str) -> list[dict[str, str]]:
    """Rows of a data file."""
    with (DOCS / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def measured(name: str) -> int | None:
    """Calculations of a function of the Panda in the data of the leaderboard; it has no sums of angles."""
    if name in DERIVATIVES:
        wanted = ("Franka Panda", DERIVATIVES[name])
        (row,) = (row for row in rows("leaderboard_derivatives.csv") if (row["arm"], row["task"]) == wanted)
        return int(row["ours"])
    heads = {**LEADERBOARD, "acceleration": "forward dynamics"}
    (row,) = (row for row in rows("leaderboard.csv") if row["arm"] == "Franka Panda")
    return int(row[f"{heads[name]}: operations: ours"])


def test_the_page_has_every_function_of_the_three_arms():
    assert len(COUNTS) == 3 * len({name for name, _ in COUNTS}) - 2  # the inverse of the Jacobian is the PUMA's alone
    assert {*QUICK, *LEADERBOARD, *DERIVATIVES, "acceleration", "regressor"} <= {name for name, _ in COUNTS}


@pytest.mark.parametrize("name", [*LEADERBOARD, *DERIVATIVES, "acceleration"])
def test_counts_of_the_panda_are_those_of_the_leaderboard(name: str):
    assert COUNTS[name, "Panda"] == measured(name)


def test_counts_of_models_of_the_puma_are_those_of_the_data():
    (row,) = (row for row in rows("leaderboard_effort.csv") if row["arm"] == "PUMA 560")
    assert [COUNTS[name, "PUMA 560"] for name in LEADERBOARD] == [int(row[name]) for name in LEADERBOARD]


@pytest.mark.parametrize("name", sorted({name for name, arm in COUNTS if arm == "PUMA 560"} - {"acceleration"}))
def test_counts_of_the_puma_are_those_of_the_search(name: str):
    if name not in QUICK and not os.environ.get("ALL_TRIALS"):
        pytest.skip("takes seconds: make trials")
    program = derive(load_arm("akb1986").exact_chain, (name,)).programs[name]
    assert COUNTS[name, "PUMA 560"] == program.count.total


def test_other_pages_have_the_same_counts():
    page = (DOCS / "derivations" / "derivatives.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| ([\w ]+?)(?:, AKB's numbers)? \| (\d+) \| (\d+) \| [\d.]+ \|$", page, re.M)
    assert [arm for arm, *_ in table] == list(ARMS)
    for arm, torque, all_first in table:
        assert (COUNTS["torque", arm], COUNTS["torque_derivatives", arm]) == (int(torque), int(all_first))
    (matrix,) = re.findall(r"(\d+) calculations for the PUMA\. At rest", page)
    assert int(matrix) == COUNTS["coriolis_matrix", "PUMA 560"]
    (own,) = re.findall(
        r"On the Panda it takes (\d+) calculations", (DOCS / "derivations" / "recursion.md").read_text("utf-8")
    )
    assert int(own) == COUNTS["kinetic_energy_matrix", "Panda"]
