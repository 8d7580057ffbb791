"""Compute the lumped constants of the explicit model by table A2 for an arm, and provide the values of table A3."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import CodeType, MappingProxyType

import numpy as np

from ...arm import Arm
from ...errors import UnsupportedArmError
from .table import read_table

_ALPHA = (0.0, -np.pi / 2, 0.0, np.pi / 2, -np.pi / 2, np.pi / 2)


def table_parameters(arm: Arm) -> dict[str, float]:
    """Return the symbols of table A2 for `arm`: g, m1…m6, rx1…rz6, Ixx1…Izz6, a2, a3, d2, d3, d4, Im1…Im6.

    Raises:
        UnsupportedArmError: the arm has a nonzero parameter that the tables assume to be zero.
    """
    check_structure(arm)
    symbols: dict[str, float] = {"g": arm.gravity}
    for i, (joint, link, motor) in enumerate(zip(arm.joints, arm.links, arm.motors, strict=True), start=1):
        symbols[f"m{i}"] = link.mass
        for axis, r in zip("xyz", link.center_of_gravity.tolist(), strict=True):
            symbols[f"r{axis}{i}"] = r
        for axis, moment in zip("xyz", np.diag(link.inertia).tolist(), strict=True):
            symbols[f"I{axis}{axis}{i}"] = moment
        symbols[f"a{i - 1}"] = joint.a
        symbols[f"d{i}"] = joint.d
        symbols[f"Im{i}"] = motor.inertia
    return symbols


def table_constants(arm: Arm) -> Mapping[str, float]:
    """Return the constants I1…I23, g1…g5 (table A2) and Im1…Im6 of `arm`, kg·m² and N·m, by name.

    Raises:
        UnsupportedArmError: as `table_parameters`.
    """
    symbols = table_parameters(arm)
    result = {name: float(eval(code, {}, symbols)) for name, code in _table_a2().items()}
    result.update({f"Im{i}": symbols[f"Im{i}"] for i in range(1, 7)})
    return MappingProxyType(result)


@cache
def _table_a2() -> Mapping[str, CodeType]:
    """Return the compiled expressions of table A2, by name; cached, since identification evaluates them very often."""
    return {
        name: compile(ast.Expression(entry.tree), f"table A2, {name}", "eval")
        for name, entry in read_table("a2").items()
    }


def check_structure(arm: Arm) -> None:
    """Raise if an arm has parameters that the tables do not contain.

    The tables are valid for six revolute joints with the paper's twists, offsets only at a2, a3, d2, d3 and d4,
    diagonal inertias, centers of gravity with the zeros of table 5, and a sixth link that is symmetric about its axis.
    Links 4 and 5 need not be symmetric.

    Raises:
        UnsupportedArmError: the message lists all unsupported parameters.
    """
    if arm.n != 6:
        raise UnsupportedArmError(
            f"the explicit PUMA 560 model needs 6 joints, the arm has {arm.n}; use 'newton_euler'"
        )
    arm.only_revolute("the explicit PUMA 560 model")
    problems: list[str] = []
    if not arm.upright:
        problems.append(f"gravity_direction = {arm.gravity_direction.tolist()} (the tables take an upright base)")

    def zero(where: str, value: float) -> None:
        if value != 0.0:
            problems.append(f"{where} = {value:.6g} (the tables take it to be 0)")

    for joint, alpha in zip(arm.joints, _ALPHA, strict=True):
        if abs(joint.alpha - alpha) > 1e-12:
            problems.append(f"joints.{joint.name}.alpha = {joint.alpha:.6g} rad (expected {alpha:.6g})")
    for index in (0, 1, 4, 5):
        zero(f"joints.{arm.joints[index].name}.a", arm.joints[index].a)
    for index in (0, 4, 5):
        zero(f"joints.{arm.joints[index].name}.d", arm.joints[index].d)
    for index, axes in ((0, "x"), (2, "x"), (3, "xy"), (4, "xyz"), (5, "xy")):
        link = arm.links[index]
        for axis in axes:
            zero(f"links.{link.name}.center_of_gravity {axis}", float(link.center_of_gravity["xyz".index(axis)]))
    for link in arm.links[1:]:
        for label, (i, j) in {"Ixy": (0, 1), "Ixz": (0, 2), "Iyz": (1, 2)}.items():
            zero(f"links.{link.name}.inertia {label}", float(link.inertia[i, j]))
    last = arm.links[5]
    if last.inertia[0, 0] != last.inertia[1, 1]:
        problems.append(f"links.{last.name}.inertia: Ixx and Iyy differ (the tables take link 6 to be symmetric)")
    if problems:
        raise UnsupportedArmError(
            "the explicit PUMA 560 model cannot represent this arm: " + "; ".join(problems)
            + "; use model 'generated', 'newton_euler' or 'pinocchio' for it"
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class PrintedConstant:
    """A constant of table A3: value and tolerance (`None` if no tolerance is printed)."""

    value: float
    tolerance: float | None


PRINTED: Mapping[str, PrintedConstant] = MappingProxyType(
    {
        name: PrintedConstant(value, tolerance)
        for name, value, tolerance in (
            ("I1", 1.43, 0.05), ("I2", 1.75, 0.07), ("I3", 1.38, 0.05), ("I4", 6.90e-1, 0.20e-1),
            ("I5", 3.72e-1, 0.31e-1), ("I6", 3.33e-1, 0.16e-1), ("I7", 2.98e-1, 0.29e-1),
            ("I8", -1.34e-1, 0.14e-1), ("I9", 2.38e-2, 1.20e-2), ("I10", -2.13e-2, 0.22e-2),
            ("I11", -1.42e-2, 0.70e-2), ("I12", -1.10e-2, 0.11e-2), ("I13", -3.79e-3, 0.90e-3),
            ("I14", 1.64e-3, 0.07e-3), ("I15", 1.25e-3, 0.30e-3), ("I16", 1.24e-3, 0.30e-3),
            ("I17", 6.42e-4, 3.00e-4), ("I18", 4.31e-4, 1.30e-4), ("I19", 3.00e-4, 14.0e-4),
            ("I20", -2.02e-4, 8.00e-4), ("I21", -1.00e-4, 6.00e-4), ("I22", -5.80e-5, 1.50e-5),
            ("I23", 4.00e-5, 2.00e-5),
            ("Im1", 1.14, 0.27), ("Im2", 4.71, 0.54), ("Im3", 8.27e-1, 0.93e-1),
            ("Im4", 2.00e-1, 0.16e-1), ("Im5", 1.79e-1, 0.14e-1), ("Im6", 1.93e-1, 0.16e-1),
            ("g1", -37.2, 0.5), ("g2", -8.44, 0.20), ("g3", 1.02, 0.50), ("g4", 2.49e-1, 0.25e-1),
            ("g5", -2.82e-2, 0.56e-2),
        )
    }
)  # fmt: skip
"""Table A3, kg·m² and N·m, by name. The scan has no tolerance for Im1; the tolerance of table 6 is used."""


def printed_constants() -> Mapping[str, float]:
    """Return the values of table A3, by name, in the form of `table_constants`."""
    return MappingProxyType({name: entry.value for name, entry in PRINTED.items()})
