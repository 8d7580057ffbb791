"""Comparison of tables 1 and 3 of the paper with our counts of operations."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from ...arm import load_arm
from ...emdeg import Program, program_of
from ...models.generated.factored_programs import KEPT, WITHOUT_MOTORS, kept
from ...models.tables.abbreviation import trees
from ...models.tables.table import read_table
from ...models.tables.table_counts import PART_TABLES, count_elements, count_torque
from ...models.terms import OperationCount
from .izaguirre_paul import PAPER_SIMPLIFIED


@dataclass(frozen=True)
class CountRow:
    """A row of table 1 or 3.

    Attributes:
        table: ``"1"`` or ``"3"``.
        method: name of the method in the paper.
        paper: number of calculations in the paper.
        ours: our count.
        why: reason why the two differ.
    """

    table: str
    method: str
    paper: int
    ours: OperationCount
    why: str


ALL = PART_TABLES["all_elements"]
"""Tables of the elements."""

PAPER_FULL = OperationCount(739, 426)
"""Multiplications and additions of the full model according to section 1, with the sum 1165."""


def lost_in_full(*tables: str) -> dict[str, ast.expr]:
    """Return the abbreviated expressions of tables, with the full one where the scan has lost the ≈ form."""
    whole, short = (trees(model, tables) for model in ("full", "abbreviated"))
    lost = {name for table in tables for name, entry in read_table(table).items() if entry.inserted}
    return {name: whole[name] if name in lost else tree for name, tree in short.items()}


def count_rows(
    full: Mapping[str, OperationCount],
    abbreviated: Mapping[str, OperationCount],
    recursive: Mapping[str, OperationCount],
    recursive_general: Mapping[str, OperationCount],
    walker_orin: tuple[OperationCount, str],
    simplified: tuple[OperationCount, str],
) -> list[CountRow]:
    """Return the rows of both tables.

    Args:
        full, abbreviated, recursive: counts of the three models (`DynamicModel.operation_counts`).
        recursive_general: counts of the recursion that does not use the arm's zeros, like the paper's recursion.
        walker_orin: our count of their matrix, and why it differs (`printed_count.explained_recursion`).
        simplified: our count of Izaguirre and Paul's matrix, and why it differs
            (`izaguirre_paul.explained_reconstruction`).
    """
    torque = full["torque"]
    literal = count_torque(trees("full"), literal=True).total
    literal_matrix = count_elements(trees("full", PART_TABLES["kinetic_energy_matrix"]), literal=True).total
    return [
        CountRow(
            "1",
            "Recursive Newton-Euler",
            1560,
            recursive_general["torque"],
            "the paper does not print its recursion; ours takes each rotation as two planar ones and starts "
            f"from a base at rest. If it leaves out this arm's zeros, it takes {recursive['torque'].total}",
        ),
        CountRow(
            "1",
            "Full explicit model",
            1165,
            torque,
            f"{torque.multiplications} multiplications against {PAPER_FULL.multiplications} and {torque.additions} "
            f"additions against {PAPER_FULL.additions}. Ours counts the printed expressions as corrected (tables A4 "
            "to A7), with sums and products of constants alone (Im1 + I1) made beforehand; counted each time they give "
            f"{literal}. The paper does not say how it counts doublings, repeated factors and the products of "
            "equation (1)",
        ),
        CountRow(
            "1",
            "Abbreviated explicit model",
            305,
            abbreviated["torque"],
            "counted as the full model, with the ≈ forms; those that are not in the scan (`puma560 paper errata`) are "
            f"taken as the paper's rule has them; in full they would give {count_torque(lost_in_full(*ALL)).total}",
        ),
        CountRow("3", "Walker and Orin", 2737, *walker_orin),
        CountRow("3", "Full explicit model", 278, full["kinetic_energy_matrix"],
                 f"counted as in table 1; with sums of constants counted each time it is {literal_matrix}"),
        CountRow("3", "Izaguirre and Paul, simplified", PAPER_SIMPLIFIED, *simplified),
        CountRow("3", "Abbreviated explicit model", 25, abbreviated["kinetic_energy_matrix"],
                 "counted as the abbreviated model of table 1; with the lost ≈ forms in full it would be "
                 f"{count_elements(lost_in_full(*PART_TABLES['kinetic_energy_matrix'])).total}"),
    ]  # fmt: skip


@dataclass(frozen=True)
class Published:
    """Calculations for the PUMA 560 by other authors and programs; `None` if the number is not known.

    Attributes:
        quantity: computed quantity.
        akb: Armstrong, Khatib and Burdick (1986), tables 1 and 3.
        emdeg: Burdick (1986), section 6: 291 + 131 for all elements, 110 + 123 more for the torque.
        sympybotics: github.com/cdsousa/SymPyBotics, commit 5d4613a, run with this arm's base parameters as numbers.
        opensymoro: github.com/symoro/symoro, commit ba07d97, run with the base parameters as symbols.
    """

    quantity: str
    akb: int | None
    emdeg: int | None
    sympybotics: int | None
    opensymoro: int | None


PUBLISHED = {
    "torque": Published("inverse dynamics", 1165, 655, 422, 414),
    "gravity": Published("gravity", None, None, 41, None),
    "kinetic_energy_matrix": Published("kinetic energy matrix", 278, None, 307, None),
    "all_elements": Published("A, B, C and g, every element", None, 422, None, None),
}


@dataclass(frozen=True)
class GeneratedRow:
    """A row of the table of generated programs.

    Attributes:
        published: calculations by others.
        without_motors: our program for the arm without motor inertia, as counted in the papers.
        with_motors: our program for the arm with motor inertia.
    """

    published: Published
    without_motors: Program
    with_motors: Program


def generated_rows() -> list[GeneratedRow]:
    """Return one row for each program."""
    chain = load_arm("akb1986").exact_chain
    bare = chain.without_armature()
    return [
        GeneratedRow(
            published,
            program_of(bare, name, *kept(bare, name, WITHOUT_MOTORS)),
            program_of(chain, name, *kept(chain, name, KEPT)),
        )
        for name, published in PUBLISHED.items()
    ]
