"""Tables 4 to 7 and A1 of Armstrong, Khatib and Burdick as printed, including errors of the scan.

The arm file ``akb1986`` contains the corrected numbers. The numbers here are a separate copy with which the arm file
is compared.
"""

from __future__ import annotations

from collections.abc import Mapping

TABLE_4: Mapping[str, float] = {
    "links.link2.mass": 17.40, "links.link3.mass": 4.80, "links.link4.mass": 0.82, "links.link5.mass": 0.34,
    "links.link6.mass": 0.09, "assemblies.link3_with_wrist.mass": 6.04, "assemblies.detached_wrist.mass": 2.24,
}  # fmt: skip
"""Masses of table 4 by path in the arm file, kg."""

TABLE_5: Mapping[str, tuple[float, float, float]] = {
    "links.link2": (0.068, 0.006, -0.016), "links.link3": (0, -0.070, 0.014),
    "assemblies.link3_with_wrist": (0, -0.143, 0.014), "links.link4": (0, 0, -0.019), "links.link5": (0, 0, 0),
    "links.link6": (0, 0, 0.032), "assemblies.detached_wrist": (0, 0, -0.064),
}  # fmt: skip
"""Centers of gravity of table 5 by path in the arm file, m."""

TABLE_6: Mapping[str, tuple[float | None, float | None, float]] = {
    "links.link1": (None, None, 0.35), "links.link2": (0.130, 0.524, 0.539), "links.link3": (0.066, 0.0125, 0.086),
    "assemblies.link3_with_wrist": (0.192, 0.0154, 0.212), "links.link4": (1.80e-3, 1.80e-3, 1.30e-3),
    "links.link5": (0.30e-5, 0.30e-3, 0.40e-3), "links.link6": (0.15e-3, 0.15e-3, 0.04e-3),
}  # fmt: skip
"""Ixx, Iyy, Izz of table 6 about the center of gravity, by path in the arm file, kg·m²."""

MOTOR_INERTIA = (1.14, 4.71, 0.83, 0.200, 0.179, 0.193)
"""Motor inertias of table 6 at the joints, kg·m²."""

_OF_BODIES: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "links.link2": ("±0.01 + 1%", "±0.003", ("±3%", "±5%", "±3%")),
    "links.link3": ("±0.01 + 1%", "±0.003", ()),
    "assemblies.link3_with_wrist": ("±0.01 + 1%", "±0.003", ("±4%", "±5%", "±4%")),
    "assemblies.detached_wrist": ("±0.01 + 1%", "±0.003", ()),
    **dict.fromkeys(("links.link4", "links.link5", "links.link6"), ("±25%", "±25%", ("±50%",) * 3)),
}
_OF_MOTORS = ("±0.27", "±0.54", "±0.09", "±0.016", "±0.014", "±0.015")

TOLERANCES: Mapping[str, str] = {
    **{f"{path}.mass": mass for path, (mass, _, _) in _OF_BODIES.items()},
    **{f"{path}.center_of_gravity.{i}": center for path, (_, center, _) in _OF_BODIES.items() for i in range(3)},
    **{f"{path}.inertia.{i}": part for path, (_, _, parts) in _OF_BODIES.items() for i, part in enumerate(parts)},
    **{f"motors.joint{i}.inertia": motor for i, motor in enumerate(_OF_MOTORS, start=1)},
}
"""Tolerance of each number of tables 4 to 6 that has one, printed in the heading, footnote or cell, by path in the arm
file."""

TABLE_7: Mapping[str, tuple[float, ...]] = {
    "gear_ratio": (62.61, 107.36, 53.69, 76.01, 71.91, 76.73),
    "maximum_torque": (97.6, 186.4, 89.4, 24.2, 20.1, 21.3),
    "break_away_torque": (6.3, 5.5, 2.6, 1.3, 1.0, 1.2),
}
"""Gear ratios; torques at the joints, N·m."""

TABLE_A1: tuple[tuple[float, float | str, float | str], ...] = (
    (0, 0, 0), (-90, 0, 0.2435), (0, 0.4318, "0934"), (90, "0203", 0.4331), (-90, 0, 0), (90, 0, 0),
)  # fmt: skip
"""α (degrees), a, d (m) of each joint; the scan has lost signs and points of d3 ("0934") and a3 ("0203")."""

WRIST = ("links.link4", "links.link5", "links.link6")
"""Paths of the links that form the wrist."""
