"""`puma560 arm compare`: compare two arms number by number, after aligning their conventions."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from ..completion import completes
from ..joint_values import POSE_WORDS, POSITION, add_joint_values, parse_joint_values
from ..options import ARM_WORDS, add_part_options, geometry_words, selection
from ..output import FAILED, OK, console, escape, print_json
from ..progress import Progress

if TYPE_CHECKING:
    from ...arm import Arm
    from ...arm.arm_alignment import Alignment
    from ...arm.differences import Difference
    from ...arrays import FloatArray
    from ...models.difference_effects import Effect
    from ...models.interface import DynamicModel

SMALLEST_EFFECT = 1e-9
"""Smallest change of torque or inertia that is counted, N·m or kg·m²."""

FIGURES: dict[str, Callable[[DynamicModel, FloatArray], FloatArray]] = {
    "gravity": lambda model, pose: model.gravity(pose),
    "inertia": lambda model, pose: model.kinetic_energy_matrix(pose),
}
"""Functions of a model and a pose for the JSON, by key."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 arm compare`."""
    for name in ("first", "second"):
        completes(parser.add_argument(name, metavar=name.upper(), help=ARM_WORDS), geometry_words)
    add_joint_values(
        parser,
        "--pose",
        f"pose at which to compare torques, in the zero pose and signs of FIRST: {POSE_WORDS}; may be given more than "
        "once (default: all 0)",
        action="append",
    )
    add_part_options(parser.add_argument_group("part of the robot descriptions, the same of both if both are ones"))


def run(arguments: argparse.Namespace) -> int:
    """Align the second arm with the first, list the differences, and compare torques."""
    with Progress("comparing"):
        import numpy as np

        from ...arm.arm_alignment import aligned
        from ...arm.arm_file import load_geometry
        from ...arm.differences import differences
        from ...emdeg import is_description
        from ...models.difference_effects import effects, total_effects
        from .compare_tables import base, conventions, differences_table, other_differences, torques

        sources = (arguments.first, arguments.second)
        described = [is_description(source) for source in sources]
        # Without a description, both are read with the options, so that these are refused.
        first, other = (
            load_geometry(selection(arguments, source) if part or not any(described) else source)
            for source, part in zip(sources, described, strict=True)
        )
        given = [parse_joint_values("--pose", text, first, POSITION) for text in arguments.pose or ()]
        poses = np.array(given or [np.zeros(first.n)])
        found = aligned(first, other)
        listed = differences(first, found.arm)
        weighed = all(any(link.mass for link in arm.links) for arm in (first, other))
        if not weighed:
            listed = [each for each in listed if each.section == "joints" and each.dynamic]
        sizes = effects(first, listed) if weighed else []
        total = total_effects(first, found.arm) if weighed else None
    if arguments.json:
        return print_json(_as_json(first, other, found, listed, sizes, total, poses))
    out = console()
    out.print(f"first: {escape(first.name)}: {escape(first.source)}")
    out.print(f"second: {escape(other.name)}: {escape(other.source)}\n")
    out.print(conventions(first, found))
    out.print(base(found), "\n")
    kinetic = [(each, size) for each, size in zip_longest(listed, sizes) if each.dynamic]
    if kinetic:
        out.print(differences_table(first, [each for each, _ in kinetic], [size for _, size in kinetic if size]))
        if first.origin or other.origin:
            out.print("centers of gravity and inertias are in the frames of the model (modified Denavit-Hartenberg)\n")
    if others := [each for each in listed if not each.dynamic]:
        out.print(other_differences(first, others))
    for pose in poses if weighed else ():
        out.print(torques(first, found, pose))
    if not weighed:
        out.print("An arm without masses is compared by its geometry alone.")
    out.print(_verdict(listed, sizes, total))
    return FAILED if listed else OK


def _verdict(listed: list[Difference], sizes: list[Effect], total: tuple[Effect, Effect] | None) -> str:
    if not listed:
        return "The arms are the same, apart from their conventions."
    some = [each for each in sizes if max(each.gravity.max(), each.inertia.max()) > SMALLEST_EFFECT]
    counted = f"The arms differ in {len(listed)} numbers"
    if total is None:
        return f"{counted}."
    gravity, inertia, links = (_size(each) for each in (total[0].gravity, total[0].inertia, total[1].inertia))
    return (
        f"{counted}, of which {len(some)} alone change gravity torque or inertia. All together change gravity torque "
        f"by at most {gravity} N·m and inertia by at most {inertia} kg·m² ({links} kg·m² without motors)."
    )


def _size(values: FloatArray) -> str:
    largest = float(values.max())
    return f"{largest:.3g}" if largest > SMALLEST_EFFECT else "0"


def _as_json(
    first: Arm,
    other: Arm,
    found: Alignment,
    listed: list[Difference],
    sizes: list[Effect],
    total: tuple[Effect, Effect] | None,
    poses: FloatArray,
) -> dict[str, Any]:
    from ...models.difference_effects import KIND
    from ...models.load import load_model

    models = [load_model(KIND, arm) for arm in (first, found.arm)]
    return {
        "ok": not listed,
        "first": {"name": first.name, "source": first.source},
        "second": {"name": other.name, "source": other.source},
        "joints": [
            {
                "name": joint.name,
                "sign": change.sign,
                "zero": change.zero,
                "frame_shift": change.shift,
                "x_reversed": change.reversed_x,
            }
            for joint, change in zip(first.joints, found.changes, strict=True)
        ],
        "base": {"turn": found.base_turn, "shift": found.base_shift},
        "differences": [
            {
                "part": each.part,
                "number": each.number,
                "unit": each.unit,
                "first": None if math.isinf(each.first) else each.first,
                "second": None if math.isinf(each.second) else each.second,
                "note": each.note,
                "largest_gravity_change": sizes[number].gravity.tolist() if sizes else None,
                "largest_inertia_change": sizes[number].inertia.tolist() if sizes else None,
            }
            for number, each in enumerate(listed)
        ],
        "largest_change": None
        if total is None
        else {
            "gravity": total[0].gravity.tolist(),
            "inertia": total[0].inertia.tolist(),
            "inertia_without_motors": total[1].inertia.tolist(),
        },
        "poses": [
            {
                "q_first": pose.tolist(),
                "q_second": found.positions_back(pose).tolist(),
                **{
                    f"{name}_{which}": compute(model, pose).tolist()
                    for name, compute in FIGURES.items()
                    for which, model in zip(("first", "second"), models, strict=True)
                },
            }
            for pose in poses
        ],
    }
