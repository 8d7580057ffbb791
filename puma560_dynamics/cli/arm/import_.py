"""`puma560 arm import`: write an arm file that is based on a robot description, for the user to edit."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from ...errors import Puma560Error
from ...files import write_whole
from ..options import DESCRIPTION_WORDS, add_arm_options, selection
from ..output import OK, console, escape, print_json, show_written
from ..progress import Progress
from ..values import ARM_FILE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 arm import`."""
    add_arm_options(parser, default=None, first=True, words=DESCRIPTION_WORDS)
    parser.add_argument("-o", "--output", required=True, type=ARM_FILE, metavar="FILE", help="arm file to write")


def run(arguments: argparse.Namespace) -> int:
    """Read the description, write the arm file, and report values that the description lacks."""
    with Progress("loading"):
        import yaml

        from ...arm.arm_file import arm_names, arm_of
        from ...arm.arm_import import arm_import
        from ...arm.described_arm import described_arm
        from ...emdeg import is_dh_table
        from ...models.assumed_limits import assumed_limits

        part = selection(arguments)
        source = Path(part.source)
        if source.suffix.lower() in (".yaml", ".yml") and source.is_file() and not is_dh_table(source):
            raise Puma560Error(
                f"{source}: expected a URDF, xacro or MuJoCo file, or a Denavit-Hartenberg table with `bodies`; an arm "
                f"file is not imported: edit it, then try `puma560 arm check {shlex.quote(str(source))}`"
            )
        if part.source in arm_names():
            raise Puma560Error(
                f"{part.source} has an arm file already; to change its numbers, write an arm file with "
                f"`extends: {part.source}`"
            )
        arm = described_arm(part)
    proposed = {
        name: {
            key: value
            for key, value in (("maximum_torque", limits.torque), ("velocity", limits.velocity))
            if value is not None
        }
        for name, limits in assumed_limits(arm).items()
    }
    text = arm_import(arm, arguments.output, proposed)
    arm_of(yaml.safe_load(text), arguments.output)  # raises before the file is written if it could not be read again
    if arguments.output.is_file() and arguments.output.read_bytes() != text.encode():
        raise Puma560Error(
            f"{arguments.output} exists and differs, so it may have been edited; name another file, or remove this one"
        )
    write_whole(arguments.output, text)
    if arguments.json:
        return print_json(
            {
                "ok": True,
                "file": str(arguments.output),
                "arm": arm.name,
                "joints": list(arm.joint_names),
                "links": [link.name for link in arm.links],
                "mass": sum(link.mass for link in arm.links),
                "tip": arm.tip,
                "link_names": list(arm.link_names),
                "remarks": list(arm.remarks),
            }
        )
    out = console()
    mass = sum(link.mass for link in arm.links)
    out.print(f"{escape(arm.name)}: {arm.n} joints, {escape(', '.join(arm.joint_names))}; {mass:.4g} kg move")
    out.print(
        f"poses and Jacobians refer to {escape(repr(arm.tip))} unless another link is named: "
        f"{escape(', '.join(arm.link_names))}"
    )
    for remark in arm.remarks:
        out.print(f"note: {escape(remark)}")
    show_written(out, arguments.output)
    out.print(
        f"next: edit it, then try `puma560 arm check {escape(shlex.quote(str(arguments.output)))}`", soft_wrap=True
    )
    return OK
