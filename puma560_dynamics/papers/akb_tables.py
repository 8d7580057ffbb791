"""Armstrong, Khatib and Burdick: tables 4 to 7 and A1 to A7."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import degrees
from types import MappingProxyType

from ..arm import Arm, Link
from ..explicit.abbreviation import PRINT_ROUNDING, printed_terms
from ..explicit.comparison import constant_rows
from ..explicit.constants import printed_constants
from ..explicit.errata import errata
from ..explicit.significance import verdicts
from ..explicit.table import read_table
from . import akb_printed as printed
from .bench import Bench
from .claim import Chapter, Finding, Paper, Row, all_rows
from .mends import Mends, of_place

CHAPTER = Chapter(Paper.AKB)

_SAME = 1e-9
"""Relative difference of two readings of one printed number."""


@CHAPTER.entry("table 4", "masses of the links", "puma560 arm")
def table_4(bench: Bench) -> Finding:
    bodies = _bodies(bench.arm)
    lines = [_row(path, value, bodies[path.rpartition(".")[0]].mass, "kg") for path, value in printed.TABLE_4.items()]
    return _held(lines, "4")


@CHAPTER.entry("table 5", "centers of gravity", "puma560 arm")
def table_5(bench: Bench) -> Finding:
    bodies = _bodies(bench.arm)
    lines = [
        _row(f"{path} r{axis}", value, float(bodies[path].center_of_gravity[i]), "m")
        for path, center in printed.TABLE_5.items()
        for i, (axis, value) in enumerate(zip("xyz", center, strict=True))
    ]
    return _held(lines, "5")


@CHAPTER.entry("table 6", "diagonals of the inertia dyadics and effective motor inertias", "puma560 arm")
def table_6(bench: Bench) -> Finding:
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


@CHAPTER.entry("table 7", "gear ratios, maximum and break-away torques", "puma560 arm")
def table_7(bench: Bench) -> Finding:
    lines = [
        _row(f"joint {i} {name.replace('_', ' ')}", value, getattr(motor, name), "" if name == "gear_ratio" else "N·m")
        for name, values in printed.TABLE_7.items()
        for i, (motor, value) in enumerate(zip(bench.arm.motors, values, strict=True), start=1)
    ]
    return _held(lines, "7")


@CHAPTER.entry("tables 4 to 6", "tolerances", "puma560 arm")
def tolerances(bench: Bench) -> Finding:
    held = {path: quantity.tolerance for path, quantity in bench.arm.quantities.items() if quantity.tolerance}
    lines = tuple(
        Row(path, said, held[path].printed if path in held else "none", "", path in held and held[path].printed == said)
        for path, said in printed.TOLERANCES.items()
    )
    said, found, agree = all_rows(list(lines), "tolerances")
    return Finding(said, found, agree, rows=lines)


@CHAPTER.entry("table A1", "modified Denavit-Hartenberg parameters", "puma560 arm")
def table_a1(bench: Bench) -> Finding:
    lines = []
    for i, (joint, (alpha, a, d)) in enumerate(zip(bench.arm.joints, printed.TABLE_A1, strict=True), start=1):
        lines.append(_row(f"α{i - 1}", alpha, degrees(joint.alpha), "°"))
        lines += [_row(f"a{i - 1}", a, joint.a, "m"), _row(f"d{i}", d, joint.d, "m")]
    return _held(lines, "A1", misread={"d3": "d3", "a3": "a3"})


@CHAPTER.entry("table A2", "expressions of the constants I1 … I23, g1 … g5", "puma560 errata")
def table_a2(bench: Bench) -> Finding:
    own = bench.rederivation
    wrong = own.differences()
    mends = of_place(errata(), "A2")
    count = len(own.constants)
    return Finding(
        f"{count} constants",
        f"{count} derived again" if not wrong else f"{len(wrong)} elements differ",
        not wrong,
        mended=mends.words,
        note=f"with them tables A4 to A7 are, term by term, what the generator derives. {mends.note}",
    )


@CHAPTER.entry("table A3", "values of the constants", "puma560 constants")
def table_a3(bench: Bench) -> Finding:
    own = of_place(errata(), "A3")
    known = {e.details["printed"] for e in own.errata if "printed" in e.details}
    lines = tuple(Row(r.name, r.printed, r.computed, _unit(r.name), r.within) for r in constant_rows(bench.arm))
    outside = {line.name for line in lines if not line.agrees}
    return Finding(
        f"{len(lines)} constants",
        f"{len(lines) - len(outside)} within the printed tolerance",
        outside == known,
        mended=own.words,
        note=f"ours: table A2 with tables 4 to 6 and A1. {own.note}",
        rows=lines,
    )


@CHAPTER.entry("table A4", "elements of the kinetic energy matrix", "puma560 errata")
def table_a4(bench: Bench) -> Finding:
    return _derived(bench, "A4")


@CHAPTER.entry("table A5", "elements of the Coriolis matrix", "puma560 errata")
def table_a5(bench: Bench) -> Finding:
    return _derived(bench, "A5")


@CHAPTER.entry("table A6", "terms of the centrifugal matrix", "puma560 errata")
def table_a6(bench: Bench) -> Finding:
    return _derived(bench, "A6")


@CHAPTER.entry("table A7", "gravity terms", "puma560 errata")
def table_a7(bench: Bench) -> Finding:
    return _derived(bench, "A7")


@CHAPTER.entry("tables A4 to A7", "coefficients of the abbreviated (≈) expressions", "puma560 tables")
def abbreviated_coefficients(bench: Bench) -> Finding:
    constants = printed_constants()
    mends = of_place(errata(), "A4", "A5", "A6", "A7")
    known = {e.entry: e for e in mends.errata if "printed_coefficient" in e.details}
    lines = []
    for table in ("a4", "a5", "a6", "a7"):
        for entry in read_table(table).values():
            for term in printed_terms(entry):
                value = term.value(constants)
                close = abs(value - term.printed) <= PRINT_ROUNDING * abs(value)
                unit = "N·m" if table == "a7" else "kg·m²"
                lines.append(Row(f"{entry.name}: {term.factor}", term.printed, value, unit, close))
    said, found, _ = all_rows(lines, "coefficients")
    misprinted = {line.name.partition(":")[0] for line in lines if not line.agrees}
    return Finding(said, found, misprinted == set(known), mended=Mends(tuple(known.values())).words, rows=tuple(lines),
                   note=f"against the full expression with table A3, to {PRINT_ROUNDING:.0%}")  # fmt: skip


@CHAPTER.entry("tables A4 to A7", "which terms the ≈ expressions keep: the rule of section 3", "puma560 tables")
def kept_terms(bench: Bench) -> Finding:
    judged = verdicts(printed_constants())
    lines = tuple(
        Row(v.entry, " ".join(sorted(v.kept_in_print)) or "0", " ".join(sorted(v.kept_by_rule)) or "0", "", v.agrees)
        for v in judged
    )
    said, found, agree = all_rows(list(lines), "expressions")
    return Finding(
        said,
        found,
        agree,
        obstacle="by the rule as stated these expressions would keep other terms; the paper says no more of how it "
        "was applied",
        bounded=sum(line.agrees for line in lines) > 0.75 * len(lines),
        rows=lines,
    )


def _derived(bench: Bench, table: str) -> Finding:
    names = read_table(table.lower())
    wrong = [name for name in bench.rederivation.differences() if name in names]
    mends = of_place(errata(), table)
    return Finding(
        f"{len(names)} elements",
        f"{len(names) - len(wrong)} as derived",
        not wrong,
        mended=mends.words,
        note=". ".join(filter(None, ["each an exact identity in all parameters and angles", mends.note])),
    )


def _held(lines: Iterable[Row], table: str, misread: Mapping[str, str] = MappingProxyType({})) -> Finding:
    """A table of data: the arm has what is printed, or what errata put in its place.

    Args:
        lines: by number.
        table: for the errata.
        misread: names of lines that errata set right, with the names of their entries there.
    """
    lines = tuple(lines)
    mends = of_place(errata(), table)
    right = {e.entry: float(e.mended.replace("×10^", "e")) for e in mends.errata if e.entry in misread.values()}
    held = [_same(right[misread[line.name]], float(line.computed)) if line.name in misread else line.agrees  # type: ignore[arg-type]
            for line in lines]  # fmt: skip
    return Finding(
        f"{len(lines)} numbers", f"{sum(held)} held", all(held), mended=mends.words, note=mends.note, rows=lines
    )


def _same(value: float, ours: float) -> bool:
    return abs(ours - value) <= _SAME * max(abs(value), 1e-6)


def _row(name: str, value: float, ours: float, unit: str) -> Row:
    return Row(name.removeprefix("links.").removeprefix("assemblies."), value, ours, unit,
               _same(value, ours))  # fmt: skip


def _bodies(arm: Arm) -> Mapping[str, Link]:
    return {f"links.{link.name}": link for link in arm.links} | {f"assemblies.{a.name}": a for a in arm.assemblies}


def _unit(constant: str) -> str:
    return "N·m" if constant.startswith("g") else "kg·m²"
