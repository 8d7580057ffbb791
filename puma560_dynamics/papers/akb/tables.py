"""Armstrong, Khatib and Burdick: tables 4 to 7 and A1 to A7."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import degrees
from types import MappingProxyType

from ...arm import Arm, Link
from ...models.tables.constants import table_parameters
from ...models.tables.table import TableEntry, evaluate, names_in, read_table
from ...models.tables.table_a3 import constant_rows
from ..bench import Bench
from ..corrections import OfEquations, of_full_expressions, of_place
from ..entry import EXACTLY, EntryKind, EntryResult, EntryRow, Paper, all_rows
from . import printed
from .errata import akb_errata

CHAPTER = OfEquations(Paper.AKB)

DATA_TABLES = ("5", "6", "A1")
"""Tables of data in which the scan has misreadings."""

NO_ENTRY = "b_116 has no entry in the scan; a missing entry counts as 0 here, so it is not listed"
"""Sentence for entries that hold with b_116 as missing, too, so that the correction is not listed."""

_SAME = 1e-9
"""Relative difference below which two readings of a printed number are equal."""

HELD = "every printed number against the arm file, to 1e-9; numbers with errata are compared as corrected"

AS_DERIVED = (
    f"against what the generator derives with a symbol for each parameter, {EXACTLY}. Each correction is needed: "
    "without it an entry differs, is missing or cannot be read (test_errata)"
)

DERIVED = f"every entry, with table A2 for the constants, {AS_DERIVED}"


@CHAPTER.entry("table 4", "masses of the links", "puma560 arm check", criterion=HELD, kind=EntryKind.TRANSCRIPTION)
def table_4(bench: Bench) -> EntryResult:
    bodies = _bodies(bench.arm)
    lines = [_row(path, value, bodies[path.rpartition(".")[0]].mass, "kg") for path, value in printed.TABLE_4.items()]
    return _held(lines, "4")


@CHAPTER.entry("table 5", "centers of gravity", "puma560 arm check", criterion=HELD, kind=EntryKind.TRANSCRIPTION)
def table_5(bench: Bench) -> EntryResult:
    bodies = _bodies(bench.arm)
    lines = [
        _row(f"{path.replace('detached_wrist', 'wrist')} r{axis}", value, float(bodies[path].center_of_gravity[i]), "m")
        for path, center in printed.TABLE_5.items()
        for i, (axis, value) in enumerate(zip("xyz", center, strict=True))
    ]
    found = _held(lines, "5")
    return replace(found, note=f"{found.note}; the line Wrist is read as table 4's detached wrist")


@CHAPTER.entry(
    "table 6",
    "diagonals of the inertia dyadics and effective motor inertias",
    "puma560 arm check",
    criterion=HELD,
    kind=EntryKind.TRANSCRIPTION,
)
def table_6(bench: Bench) -> EntryResult:
    bodies = _bodies(bench.arm)
    lines = [
        _row(f"{path.partition('.')[2]} I{axis}{axis}", value, float(bodies[path].inertia[i, i]), "kg·m²")
        for path, moments in printed.TABLE_6.items()
        for i, (axis, value) in enumerate(zip("xyz", moments, strict=True))
        if value is not None
    ]
    motors = zip(bench.arm.motors, printed.MOTOR_INERTIA, strict=True)
    lines += [_row(f"Imotor {i}", value, motor.inertia, "kg·m²") for i, (motor, value) in enumerate(motors, start=1)]
    return _held(lines, "6", misread={"link5 Ixx": "link 5, Ixx"})


@CHAPTER.entry(
    "table 7",
    "gear ratios, maximum and break-away torques",
    "puma560 arm check",
    criterion=HELD,
    kind=EntryKind.TRANSCRIPTION,
)
def table_7(bench: Bench) -> EntryResult:
    lines = [
        _row(f"joint {i} {name.replace('_', ' ')}", value, getattr(motor, name), "" if name == "gear_ratio" else "N·m")
        for name, values in printed.TABLE_7.items()
        for i, (motor, value) in enumerate(zip(bench.arm.motors, values, strict=True), start=1)
    ]
    return _held(lines, "7")


@CHAPTER.entry(
    "tables 4 to 6",
    "tolerances",
    "puma560 arm check",
    criterion="the tolerance of every number that has one against the arm file, as text; one in a heading or footnote "
    "counts for each of its numbers. The arm file must have no other",
    kind=EntryKind.TRANSCRIPTION,
)
def tolerances(bench: Bench) -> EntryResult:
    held = {path: quantity.tolerance for path, quantity in bench.arm.quantities.items() if quantity.tolerance}
    lines = tuple(
        EntryRow(
            path, said, held[path].printed if path in held else "none", "", path in held and held[path].printed == said
        )
        for path, said in printed.TOLERANCES.items()
    )
    said, found, agree = all_rows(list(lines), "numbers with a tolerance")
    return EntryResult(said, found, agree and held.keys() <= printed.TOLERANCES.keys(), rows=lines)


@CHAPTER.entry(
    "table A1",
    "modified Denavit-Hartenberg parameters",
    "puma560 arm check",
    criterion=HELD,
    kind=EntryKind.TRANSCRIPTION,
)
def table_a1(bench: Bench) -> EntryResult:
    lines = []
    for i, (joint, (alpha, a, d)) in enumerate(zip(bench.arm.joints, printed.TABLE_A1, strict=True), start=1):
        lines.append(_row(f"α{i - 1}", alpha, degrees(joint.alpha), "°"))
        lines += [_row(f"a{i - 1}", a, joint.a, "m"), _row(f"d{i}", d, joint.d, "m")]
    return _held(lines, "A1", misread={"d3": "d3", "a3": "a3"})


@CHAPTER.entry(
    "table A2",
    "expressions of the constants I1 … I23, g1 … g5",
    "puma560 paper errata",
    criterion="the elements of tables A4 and A7, in which each of the constants occurs, with table A2 for the "
    f"constants, {AS_DERIVED}",
)
def table_a2(bench: Bench) -> EntryResult:
    own = bench.rederivation
    elements = {**read_table("a4"), **read_table("a7")}
    wrong = [name for name in own.differences(bench.tables, elements) if name in elements]
    used = own.constants.keys() & {name for entry in elements.values() for name in names_in(entry.tree)}
    corrections, count = of_place(akb_errata(), "A2"), len(own.constants)
    return EntryResult(
        f"{count} constants",
        f"{len(used)} derived again" if not wrong else f"{len(wrong)} elements differ",
        not wrong and len(used) == count,
        corrected=corrections.sentences,
        note=f"in table A2: {corrections.note}; in tables A4 and A7: {misreadings('A4', 'A7')}",
    )


@CHAPTER.entry(
    "table A3",
    "values of the constants",
    "puma560 paper constants",
    criterion="table A2 on tables 4 to 6 and A1 (all as corrected: also d3, a3 and Ixx5) with our g, because the paper "
    "prints none, against table A3, each constant within its printed tolerance; that of Im1, which table A3 does not "
    "have, is ±0.27 of table 6",
)
def table_a3(bench: Bench) -> EntryResult:
    own = of_place(akb_errata(), "A3")
    known = {e.details["printed"] for e in own.errata if "printed" in e.details}
    lines = tuple(EntryRow(r.name, r.printed, r.computed, _unit(r.name), r.within) for r in constant_rows(bench.arm))
    outside = {line.name for line in lines if not line.agrees}
    symbols = table_parameters(bench.arm)
    instead = symbols | {"Izz1": 0.0, "Ixx2": 0.354}
    fit = {name: float(evaluate(read_table("a2")[name].tree, instead)) for name in ("I1", "I3")}
    g5, of_ours = (float(evaluate(read_table("a2")["g5"].tree, symbols | {"g": g})) for g in (9.8, bench.arm.gravity))
    return EntryResult(
        f"{len(lines)} constants",
        f"{len(lines) - len(outside)} within the printed tolerance (Im1: of table 6)",
        not outside,
        contradiction=f"{' and '.join(sorted(outside))} contradict tables 4 to 6, and either may be at fault: with "
        f"Izz1 = 0 and Ixx2 = 0.354 kg·m² in table 6 (fitted by us) they would be {fit['I1']:.3f} and {fit['I3']:.3f}",
        shown=bool(outside) and outside == known,
        note=f"our g is {bench.arm.gravity:g} m/s² (our choice): g5 is {100 * of_ours:.2f}×10^-2, and with 9.8 m/s² "
        f"{100 * g5:.2f}×10^-2 as printed. {of_place(akb_errata(), *DATA_TABLES, 'A2', 'A3').note}",
        rows=lines,
    )


@CHAPTER.entry("table A4", "elements of the kinetic energy matrix", "puma560 paper errata", criterion=DERIVED)
def table_a4(bench: Bench) -> EntryResult:
    return _derived(bench, "A4")


@CHAPTER.entry("table A5", "elements of the Coriolis matrix", "puma560 paper errata", criterion=DERIVED)
def table_a5(bench: Bench) -> EntryResult:
    return _derived(bench, "A5")


@CHAPTER.entry("table A6", "terms of the centrifugal matrix", "puma560 paper errata", criterion=DERIVED)
def table_a6(bench: Bench) -> EntryResult:
    return _derived(bench, "A6")


@CHAPTER.entry("table A7", "gravity terms", "puma560 paper errata", criterion=DERIVED)
def table_a7(bench: Bench) -> EntryResult:
    return _derived(bench, "A7")


def misreadings(*places: str) -> str:
    """Return a phrase with the number of misreadings of the scan that the full expressions of tables have."""
    return of_full_expressions(akb_errata(), *places).note


def _derived(bench: Bench, table: str) -> EntryResult:
    names = read_table(table.lower())
    wrong = [name for name in bench.rederivation.differences(bench.tables, names) if name in names]
    corrections = of_full_expressions(akb_errata(), table)
    lost = sum(e.text == "no entry" for e in corrections.errata)
    others = "and elements of table A5 " * any(name.startswith("b_") for name in _used_elsewhere(names))
    return EntryResult(
        f"{len(names)} elements" + f", {lost} of them without an entry in the scan" * bool(lost),
        f"{len(names) - len(wrong)} as derived",
        not wrong,
        corrected=corrections.sentences,
        note="; ".join(filter(None, (corrections.note, f"constants of table A2 {others}as corrected"))),
    )


def _used_elsewhere(names: Mapping[str, TableEntry]) -> set[str]:
    """Return the names in the entries of a table that the table itself does not define."""
    return {name for entry in names.values() for name in names_in(entry.tree)} - names.keys()


def _held(lines: Iterable[EntryRow], table: str, misread: Mapping[str, str] = MappingProxyType({})) -> EntryResult:
    """Return the result for a table of data, whose numbers (printed or corrected) must agree with the arm file.

    Args:
        lines: rows of the table, one per number.
        table: name of the table in the errata.
        misread: names of rows that errata correct, with the names of the errata.
    """
    lines = tuple(lines)
    corrections = of_place(akb_errata(), table)
    right = {
        e.entry: float(e.corrected.replace("×10^", "e")) for e in corrections.errata if e.entry in misread.values()
    }
    held = [_same(right[misread[line.name]], float(line.computed)) if line.name in misread else line.agrees  # type: ignore[arg-type]
            for line in lines]  # fmt: skip
    return EntryResult(
        f"{len(lines)} numbers",
        f"{sum(held)} held",
        all(held),
        corrected=corrections.sentences,
        note=corrections.note,
        rows=lines,
    )


def _same(value: float, ours: float) -> bool:
    return abs(ours - value) <= _SAME * max(abs(value), 1e-6)


def _row(name: str, value: float | str, ours: float, unit: str) -> EntryRow:
    """Return a row; a text in the scan that is not a number counts as a difference."""
    return EntryRow(name.removeprefix("links.").removeprefix("assemblies."), value, ours, unit,
               not isinstance(value, str) and _same(value, ours))  # fmt: skip


def _bodies(arm: Arm) -> Mapping[str, Link]:
    return {f"links.{link.name}": link for link in arm.links} | {f"assemblies.{a.name}": a for a in arm.assemblies}


def _unit(constant: str) -> str:
    return "N·m" if constant.startswith("g") else "kg·m²"
