"""Calculations of the generated programs of the paper's arm and those of the papers and of other generators."""

from __future__ import annotations

from dataclasses import dataclass

from ...arm import load_arm
from ...emdeg import Program, program_of
from ...models.generated.factored_programs import KEPT, WITHOUT_MOTORS, kept


@dataclass(frozen=True)
class Published:
    """Calculations that others need for the PUMA 560; None where none is known.

    Attributes:
        quantity: what is computed.
        akb: Armstrong, Khatib and Burdick (1986), tables 1 and 3.
        emdeg: Burdick (1986), section 6: 291 + 131 for all elements, 110 + 123 more for the torque.
        sympybotics: github.com/cdsousa/SymPyBotics, commit 5d4613a, run with this arm's base parameters as numbers.
        opensymoro: github.com/symoro/symoro, commit ba07d97, run with them as symbols.
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
    """A line of the table.

    Attributes:
        published: what others need.
        without_motors: our program for the arm without motor inertia, as the papers count.
        with_motors: our program for the arm as it runs.
    """

    published: Published
    without_motors: Program
    with_motors: Program


def generated_rows() -> list[GeneratedRow]:
    """One row for each program."""
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


def counts_table() -> str:
    """The table for the documentation, as Markdown."""
    lines = [
        "| quantity | AKB | EMDEG | SymPyBotics | OpenSYMORO "
        "| ours, no motor inertia | single angles free | with motor inertia |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in generated_rows():
        own = row.published
        others = [own.akb, own.emdeg, own.sympybotics, own.opensymoro]
        cells = [own.quantity, *("" if count is None else str(count) for count in others)]
        for count in (row.without_motors.count, row.without_motors.count_single_angles, row.with_motors.count):
            cells.append(f"{count.total} ({count.multiplications} + {count.additions})")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)
