"""Corrections of the paper's text, as data that tests evaluate.

The list is ``models/tables/text/errata.yaml``. An erratum whose proof is the model knows the *readings* of the
uncorrected text: whole tables with that one entry as the scan has it. Each must disagree with an
independent engine, or correcting it would have no ground.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from ...arm import Arm
from ...models.tables import FullModel
from ...models.tables.table import TABLES, TableEntry, read_table
from ...models.tables.table_code import table_functions
from ...plain_data import parse_yaml

PROOFS = {
    "model": "Newton-Euler and Pinocchio, random configurations and random parameters",
    "structure": "the reading is not a table: unknown symbol, does not parse, entry missing or twice",
    "text": "prose, decided by the sentence itself and by the tables",
    "table A3": "a constant that the paper prints",
    "rule": "the paper's own significance rule",
    "coefficient": "full expression and table A3",
    "derivative": "derivatives of the kinetic energy matrix",
    "order": "a dropped term of a ≈ form is larger than one that is kept",
    "derivation": "the squared distance to the axis, integrated over the links",
}


@dataclass(frozen=True)
class Erratum:
    """One corrected place.

    Attributes:
        table: table or section of the paper.
        entry: which entry of it.
        text: as the scanned text has it.
        corrected: as it must be.
        proof: how it was decided, a key of `PROOFS`.
        fault: ``"scan"``, ``"print"`` or ``"unknown"``.
        why: one sentence.
        details: what the proof needs, see the head of ``errata.yaml``.
    """

    table: str
    entry: str
    text: str
    corrected: str
    proof: str
    fault: str
    why: str
    details: Mapping[str, Any]


@cache
def akb_errata() -> tuple[Erratum, ...]:
    """The whole list, in the order of the paper's appendix."""
    data = parse_yaml((TABLES / "errata.yaml").read_text(encoding="utf-8"))["errata"]
    fields = ("table", "entry", "text", "corrected", "proof", "fault", "why")
    return tuple(
        Erratum(
            **{key: str(item[key]) for key in fields},
            details=MappingProxyType({key: value for key, value in item.items() if key not in fields}),
        )
        for item in data
    )


def faults() -> Mapping[str, int]:
    """Count the errata by fault."""
    return Counter(erratum.fault for erratum in akb_errata())


def uncorrected_tables(erratum: Erratum) -> Iterator[dict[str, TableEntry]]:
    """Yield tables A2 and A4 to A7 together, each time with one uncorrected reading of this entry.

    An erratum without readings of this kind yields nothing.
    """
    tables = {name: entry for table in ("a2", "a4", "a5", "a6", "a7") for name, entry in read_table(table).items()}
    if "as_entry" in erratum.details:
        wrong = tables[erratum.entry]
        label = str(erratum.details["as_entry"])
        yield tables | {label: TableEntry(label, wrong.text)}
    for corrected, found in erratum.details.get("instead", ()):
        text = tables[erratum.entry].text
        if corrected not in text:
            raise ValueError(f"errata.yaml: {erratum.entry} does not hold {corrected!r}: {text}")
        text = text.replace(corrected, found, 1)
        if erratum.details.get("drop_last_brace"):
            head, _, tail = text.rpartition("}")
            text = head + tail
        yield tables | {erratum.entry: TableEntry(erratum.entry, text)}


def with_tables(arm: Arm, tables: Mapping[str, TableEntry]) -> FullModel:
    """The full model with tables as `uncorrected_tables` gives them."""
    model: type[FullModel] = type(
        "Uncorrected", (FullModel,), {"generated": table_functions(tables), "_compiled": None}
    )
    return model(arm)
