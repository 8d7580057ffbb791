"""Corrections of the paper's text, as data that tests evaluate.

The list is ``models/tables/text/errata.yaml``. An erratum with the proof ``model`` has *readings* of the uncorrected
text: complete tables in which one entry is as in the scan. Each reading must disagree with an independent engine;
otherwise the correction would not be justified.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

from ...arm import Arm
from ...models.tables import FullModel
from ...models.tables.constants import table_parameters
from ...models.tables.table import TABLES, TableEntry, evaluate, read_table
from ...models.tables.table_code import table_functions
from ...plain_data import parse_yaml
from ..erratum import Erratum, from_data

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


@cache
def akb_errata() -> tuple[Erratum, ...]:
    """Return all errata, in the order of the paper's appendix."""
    return from_data(parse_yaml((TABLES / "errata.yaml").read_text(encoding="utf-8"))["errata"])


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
    """Return the full model with tables from `uncorrected_tables`.

    Raises:
        Puma560Error: table A2 contains a symbol that has no value.
    """
    symbols = table_parameters(arm)
    constants = {name: float(evaluate(entry.tree, symbols)) for name, entry in tables.items() if "_" not in name}
    model: type[FullModel] = type(
        "Uncorrected", (FullModel,), {"generated": table_functions(tables), "_compiled": None}
    )
    return model(arm, changes=constants)
