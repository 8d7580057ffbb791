"""`puma560 excite`: a motion that shows the arm's parameters, inside its limits, as a trajectory to be played."""

from __future__ import annotations

import argparse

import numpy as np
from rich.markup import escape

from ..arm import Arm, load_arm
from ..extras import installed, sentence
from ..files import check_writable, write_whole
from ..identification.excitation import Excitation, Limits, excite
from ..identification.trajectory_files import excitation_csv, message_yaml
from ..report.text_table import TextTable
from .output import OK, console, print_json
from .progress import Progress


def run(arguments: argparse.Namespace) -> int:
    """Optimise, write the files, say how good it is."""
    plot = installed("matplotlib")
    files = {suffix: arguments.output.with_suffix(suffix) for suffix in (".csv", *([".svg"] if plot else []))}
    for path in (arguments.output, *files.values()):
        check_writable(path)
    arm = load_arm(arguments.arm)
    limits = Limits(arguments.position, arguments.velocity, arguments.torque, arguments.acceleration)
    with Progress("exciting motion", even=False) as progress:
        found = excite(
            arm, arguments.period, arguments.harmonics, limits, arguments.seed, arguments.rounds, progress.update,
            box=dict(arguments.within),
        )  # fmt: skip
    write_whole(arguments.output, message_yaml(found, arm.joint_names, arguments.periods))
    write_whole(files[".csv"], excitation_csv(found, arm.joint_names, arguments.periods))
    if plot:
        from ..identification.identification_plots import excitation_svg

        write_whole(files[".svg"], excitation_svg(found, arm.joint_names))
    written = [str(arguments.output), *map(str, files.values())]
    if arguments.json:
        return print_json({"ok": True, **excitation_json(found, arm), "files": written})
    table = TextTable("", "joint", ">from °", ">to °", ">rad/s", ">rad/s²", ">N·m", ">of max.")
    share = found.torque / arm.maximum_torque
    for i, name in enumerate(arm.joint_names):
        low, high = np.degrees(found.position[:, i])
        table.add_row(name, f"{low:.0f}", f"{high:.0f}", f"{found.velocity[i]:.2f}", f"{found.acceleration[i]:.2f}",
                      f"{found.torque[i]:.1f}", f"{share[i]:.0%}")  # fmt: skip
    out = console()
    out.print(table)
    out.print(f"condition number {found.condition:.1f} (a random series of the same limits: {found.first:.1f})")
    if not plot:
        out.print(f"note: {escape(sentence('the plot', ['matplotlib']))}", soft_wrap=True)
    for path in written:
        out.print(f"wrote {escape(path)}", soft_wrap=True)
    out.print(
        "The motion does not consider obstacles: look at the ranges above, narrow them with --within, play it slowly "
        "first; then record it and `puma560 identify` the bag."
    )
    return OK


def excitation_json(found: Excitation, arm: Arm) -> dict[str, object]:
    """For machines."""
    return {
        "joints": list(arm.joint_names),
        "period": found.motion.period,
        "condition_number": found.condition,
        "condition_number_of_a_random_series": found.first,
        "center": found.motion.center.tolist(),
        "a": found.motion.a.tolist(),
        "b": found.motion.b.tolist(),
        "position": found.position.tolist(),
        "velocity": found.velocity.tolist(),
        "acceleration": found.acceleration.tolist(),
        "torque": found.torque.tolist(),
    }
