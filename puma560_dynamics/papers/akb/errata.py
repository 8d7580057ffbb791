"""Corrections of the paper's text, as data that tests evaluate.

The list is ``models/tables/text/errata.yaml``. An erratum with the proof ``model`` has *readings* of the uncorrected
text: complete tables in which one entry is as in the scan. Each reading must disagree with an independent engine;
otherwise the correction would not be justified.
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
    """A correction at one place of a paper.

    Attributes:
        table: table or section of the paper.
        entry: entry of the table or section.
        text: text in the scan.
        corrected: corrected text.
        proof: kind of proof, a key of `PROOFS`.
        fault: origin of the error, ``"scan"``, ``"print"`` or ``"unknown"``.
        why: reason for the correction, one sentence.
        details: data for the proof, described at the top of ``errata.yaml``.
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
    """Return all errata, in the order of the paper's appendix."""
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
    """Yield the entries of tables A2 and A4 to A7, each time with one uncorrected reading of an erratum.

    Nothing is yielded for an erratum without readings.
    """
    tables = {name: entry for table in ("a2", "a4", "a5", "a6", "a7") for name, entry in read_table(table).items()}
    if "as_entry" in erratum.details:
        wrong = tables[erratum.entry]
        label = str(erratum.details["as_entry"])
        yield tables | {label: TableEntry(label, wrong.text)}
    for corrected, found in erratum.details.get("instead", ()):
        text = tables[erratum.entry].text
        if corrected not in text:
            raise ValueError(f"errata.yaml: {erratum.entry} does not contain {corrected!r}: {text}")
        text = text.replace(corrected, found, 1)
        if erratum.details.get("drop_last_brace"):
            head, _, tail = text.rpartition("}")
            text = head + tail
        yield tables | {erratum.entry: TableEntry(erratum.entry, text)}


def with_tables(arm: Arm, tables: Mapping[str, TableEntry]) -> FullModel:
    """Return the full model with tables from `uncorrected_tables`."""
    model: type[FullModel] = type(
        "Uncorrected", (FullModel,), {"generated": table_functions(tables), "_compiled": None}
    )
    return model(arm)
