"""`puma560 derive`: the equations of any serial arm, factored, counted, proven, and written as code."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.table import Table

from ..arm import load_arm
from ..emdeg import (
    DOWN,
    KINDS,
    PROGRAMS,
    REVOLUTE,
    SNAP,
    JointFacts,
    Reading,
    Step,
    check_name,
    checked,
    checked_snap,
    emit,
    load_dh,
    load_urdf,
    naming,
    suggested,
    tally,
)
from ..errors import ChainError, Puma560Error
from ..files import write_whole
from ..models.generated.chain_of_arm import chain_of
from ..models.generated.factored_programs import digest, kept_digest, programs_of
from .bar import Bar
from .derivation import WRITTEN_OUT, Made, derivation, provenance, remarks
from .output import OK, add_json_flag, console, print_json


def add(subparsers: argparse._SubParsersAction, about: str) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser("derive", help=about)
    arm = parser.add_mutually_exclusive_group()
    arm.add_argument("--urdf", type=Path, metavar="FILE", help="robot description")
    arm.add_argument("--dh", type=Path, metavar="FILE", help="Denavit-Hartenberg table in YAML (docs/own_arm.md)")
    arm.add_argument("--arm", metavar="NAME", help="arm name or file (default: akb1986)")
    parser.add_argument("--tip", metavar="LINK", help="link at the arm's end, where the URDF branches")
    parser.add_argument("--base-link", metavar="LINK", help="link that stands still (default: the URDF's root)")
    parser.add_argument(
        "--hold",
        nargs="+",
        action="extend",
        default=[],
        metavar="JOINT",
        help="joints of the URDF held at zero, and those that mimic them: names, patterns or parts of names (gripper)",
    )
    parser.add_argument(
        "--gravity", nargs=3, type=float, metavar=("X", "Y", "Z"), help="m/s² in the base's frame (default: 0 0 -9.81)"
    )
    parser.add_argument(
        "--snap", type=_snap, metavar="RAD", help=f"angles this close to a quarter turn are meant as one ({SNAP:g})"
    )
    parser.add_argument(
        "--friction", action="store_true", help="add the URDF's joint damping and friction to the torque"
    )
    parser.add_argument(
        "--allow-massless", action="store_true", help="derive an arm although joints move nothing that has inertia"
    )
    parser.add_argument(
        "--programs",
        type=_listed(PROGRAMS),
        default=list(PROGRAMS),
        metavar="P,…",
        help=f"some of {', '.join(PROGRAMS)} (default: all)",
    )
    parser.add_argument(
        "--emit", type=_listed(KINDS), metavar="E,…", help=f"some of {', '.join(KINDS)} (default with -o: all)"
    )
    parser.add_argument(
        "--no-batch", action="store_true", help="C for one state only, as firmware needs it (default: batches too)"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="DIR", help="folder for the files (default: this one)")
    parser.add_argument("--name", metavar="IDENT", help="of the files and C functions (default: from the arm's name)")
    parser.add_argument(
        "--search", type=_seconds, default=0.0, metavar="SECONDS", help="search so much longer for fewer calculations"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the search (default: 0)")
    parser.add_argument("--rules", action="store_true", help="show what each structural rule of the papers saves")
    add_json_flag(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Read, derive, write, show."""
    reading = read(arguments)
    chain = reading.chain
    friction = reading.friction if arguments.friction else ()
    name = suggested(chain.name) if arguments.name is None else arguments.name
    kinds = arguments.emit if arguments.emit is not None else list(KINDS) if arguments.output else []
    check_name(name)
    with Bar(shown=not arguments.json) as bar:
        made = derivation(chain, arguments.programs, arguments.seed, arguments.search, bar.update, friction)
    origin = provenance(reading, made, friction)
    files = emit(name, [one.program for one in made], origin, kinds, batch=not arguments.no_batch)
    paths = write(arguments.output or Path(), files)
    steps = tally(chain) if arguments.rules else ()
    if arguments.json:
        return print_json(
            {
                "ok": True,
                "arm": chain.name,
                "joints": [joint.name for joint in chain.joints],
                "digest": origin.digest,
                "remarks": remarks(reading, arguments.friction),
                "programs": {one.program.name: _figures(one) for one in made},
                "files": [str(path) for path in paths],
                "rules": [asdict(step) for step in steps],
            }
        )
    out = console()
    for remark in remarks(reading, arguments.friction):
        out.print(f"note: {escape(remark)}", soft_wrap=True)
    out.print(_counts(f"{chain.name}, {chain.n} joints", made))
    out.print("×, +: sines and cosines of joint angles and their sums are free; alone: of joint angles")
    out.print(_proof(made))
    if steps:
        out.print()
        out.print(_rules(steps))
        out.print("≠ 0: without those that vanish identically in this arm; docs/derivations/kane.md explains each rule")
    if digest(chain) == kept_digest():
        best = ", ".join(f"{key.replace('_', ' ')} {one.count.total}" for key, one in programs_of(chain).items())
        out.print(f'note: a long search for this arm is kept with the package, load_model("generated"): {best}')
    for path in paths:
        out.print(f"wrote {escape(str(path))}", soft_wrap=True)
    return OK


def read(arguments: argparse.Namespace) -> Reading:
    """The arm that the arguments name.

    Raises:
        ChainError: the file is no serial chain.
        Puma560Error: an option that this kind of file does not have.
    """
    kind = "urdf" if arguments.urdf else "dh" if arguments.dh else "arm"
    for option, known in (("tip", "urdf"), ("base_link", "urdf"), ("hold", "urdf"), ("gravity", "urdf dh"),
                          ("snap", "urdf dh"), ("friction", "urdf")):  # fmt: skip
        if getattr(arguments, option) not in (None, [], False) and kind not in known.split():
            raise Puma560Error(
                f"--{option.replace('_', '-')} is for --{' and --'.join(known.split())}; leave it out with --{kind}"
            )
    snap = SNAP if arguments.snap is None else arguments.snap
    if kind == "arm":
        arm = load_arm("akb1986" if arguments.arm is None else arguments.arm)
        facts = tuple(
            JointFacts(
                joint.name, joint.kind == REVOLUTE, joint.lower, joint.upper, joint.velocity, motor.maximum_torque
            )
            for joint, motor in zip(arm.joints, arm.motors, strict=True)
        )
        return checked(Reading(chain_of(arm), facts=facts), arguments.allow_massless)
    path = arguments.urdf or arguments.dh
    if kind == "dh":
        reading = load_dh(path, gravity=arguments.gravity, snap=snap)
    else:
        reading = load_urdf(
            path,
            base=arguments.base_link,
            tip=arguments.tip,
            hold=arguments.hold,
            gravity=DOWN if arguments.gravity is None else arguments.gravity,
            snap=snap,
        )
    with naming(path):
        return checked(reading, arguments.allow_massless)


def write(folder: Path, files: dict[str, str]) -> list[Path]:
    """Write every file whole; returns their paths.

    Raises:
        Puma560Error: the folder cannot be made or written to.
    """
    if files:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Puma560Error(f"{folder} cannot be made: {error.strerror}; choose another place with -o") from None
    for name, text in files.items():
        write_whole(folder / name, text)
    return [folder / name for name in files]


def _listed(known: tuple[str, ...]) -> Any:
    """Type of an argument: names of `known`, separated by commas, in their order."""

    def parse(text: str) -> list[str]:
        names = [word.strip() for word in text.split(",") if word.strip()]
        unknown = [name for name in names if name not in known]
        if unknown or not names:
            raise argparse.ArgumentTypeError(f"expected some of {', '.join(known)}, separated by commas, got {text!r}")
        return [name for name in known if name in names]

    return parse


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 86400:
        raise argparse.ArgumentTypeError(f"expected seconds from 0 to 86400, got {text!r}")
    return value


def _snap(text: str) -> float:
    try:
        return checked_snap(float(text))
    except (ValueError, ChainError):
        raise argparse.ArgumentTypeError(f"expected an angle from 0 to 0.1 rad, e.g. 1e-4, got {text!r}") from None


def _figures(made: Made) -> dict[str, Any]:
    count = made.program.count
    return {
        **count._asdict(),
        "total": count.total,
        "total_single_angles": made.program.count_single_angles.total,
        "seconds": round(made.seconds, 3),
        "proven": True,  # a program that is not what Kane says is never written
        "proof": made.proof,
    }


def _counts(title: str, made: list[Made]) -> Table:
    table = Table(title=escape(title), title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("program")
    for heading in ("×", "+", "total", "alone", "seconds"):
        table.add_column(heading, justify="right")
    for one in made:
        count = one.program.count
        figures = (*count, count.total, one.program.count_single_angles.total)
        table.add_row(one.program.name.replace("_", " "), *map(str, figures), f"{one.seconds:.1f}")
    return table


def _proof(made: list[Made]) -> str:
    if all(one.proof == WRITTEN_OUT for one in made):
        return "proven exactly: each is, coefficient by coefficient, what Kane's equations give"
    return (
        "proven exactly: each is what Kane's equations give at a random state, in exact arithmetic; "
        "the probability of an error is below 2^-100"
    )


def _rules(steps: tuple[Step, ...]) -> Table:
    table = Table(
        title="Christoffel symbols and derivatives of A, one rule after the other",
        title_justify="left",
        box=SIMPLE_HEAD,
        pad_edge=False,
    )
    table.add_column("rule")
    for heading in ("symbols", "≠ 0", "derivatives", "≠ 0"):
        table.add_column(heading, justify="right")
    table.add_column("where")
    for step in steps:
        numbers = (step.symbols, step.symbols_nonzero, step.derivatives, step.derivatives_nonzero)
        table.add_row(step.rule, *map(str, numbers), step.equations)
    return table
