"""`puma560 derive`: derive the equations of any serial arm, factor, count and prove them, and write them as code."""

from __future__ import annotations

import argparse
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..emdeg import DEFAULT_NAMES, SNAP, TASK_NAMES, WIDEST_SNAP
from ..errors import Puma560Error
from .completion import completes
from .emission import add_emission_options, chosen_form, chosen_kinds, compilation_of, prepare, write
from .input_options import add_input_options, programs_with_inputs
from .options import add_arm_options, chosen_arm, selection
from .output import OK, console, escape, print_json, show_written, table
from .payload_options import add_payload_options, carried_payload, chosen_payload
from .progress import Progress
from .values import FIGURE, finite, number_type, some_of_links, whole_type

if TYPE_CHECKING:
    from ..emdeg import Program, Reading, RuleSaving
    from ..report.text_table import TextTable
    from .derivation import Made

CRITERIA = ("paper", "torque-error=1%")
"""Criteria of ``--abbreviate`` that a shell completes."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 derive`."""
    add_arm_options(parser, first=True, several=True)
    add_payload_options(parser)
    parser.add_argument(
        "--gravity", nargs=3, type=finite, metavar=("X", "Y", "Z"), help="m/s² in the base frame (default: 0 0 -9.81)"
    )
    parser.add_argument(
        "--snap",
        type=number_type(0, WIDEST_SNAP, "rad"),
        metavar="RAD",
        help=f"angles this close to a multiple of 90° are set to it, rad (default: {SNAP:g})",
    )
    parser.add_argument(
        "--friction", action="store_true", help="add the description's joint damping and friction to the torque"
    )
    parser.add_argument(
        "--allow-massless", action="store_true", help="derive an arm even if some joints move no inertia"
    )
    parser.add_argument(
        "--programs",
        type=some_of_links(TASK_NAMES, ":"),
        metavar="P,…",
        help=f"programs to derive: some of {', '.join(TASK_NAMES)} (default: {','.join(DEFAULT_NAMES)}; "
        "a compiler may take a minute for all of them); those of kinematics may name a link (jacobian:tool0) and its "
        "axes (jacobian:tool0:link)",
    )
    add_emission_options(parser)
    parser.add_argument(
        "--search",
        type=number_type(0, 86400, "s"),
        default=0.0,
        metavar="SECONDS",
        help="additional time to search for programs with fewer calculations",
    )
    parser.add_argument(
        "--tune",
        action="store_true",
        help="choose the programs that are fastest on this machine, by measurement with its C compiler; "
        "without this option the result is the same on every machine",
    )
    parser.add_argument("--seed", type=whole_type(0), default=0, help="seed of the search (default: 0)")
    parser.add_argument("--rules", action="store_true", help="show what each structural rule saves")
    add_input_options(parser)
    short = parser.add_argument_group("abbreviated models", "models without small terms, with bounded errors")
    criterion = short.add_argument(
        "--abbreviate",
        nargs="?",
        const="",
        metavar="CRITERION",
        help="leave terms out: paper (Armstrong, Khatib and Burdick's rule; its thresholds are paper=0.01,0.001) or "
        "torque-error=FRACTION (permitted error as a fraction of maximum torque); without a criterion, show "
        "calculations against torque error of several models",
    )
    completes(criterion, lambda: CRITERIA, files=False)
    short.add_argument("--plot", type=FIGURE, metavar="FILE", help="write a figure of them (.png, .svg or .pdf)")


def run(arguments: argparse.Namespace) -> int:
    """Read the arm, derive its programs, write the files, and show the counts."""
    with Progress("loading"):
        from ..emdeg import (
            COMBINED_NAMES,
            check_name,
            checked_names,
            combined_programs,
            compile_command,
            emit,
            fewer_angles,
            rule_savings,
            suggested_name,
        )
        from ..models.generated.factored_programs import is_kept, programs_of
        from .abbreviate import abbreviate, wanted_criterion
        from .abbreviated_derivation import abbreviated_derivation, abbreviated_provenance
        from .abbreviation_output import abbreviation_json, show_abbreviation
        from .derivation import derivation, proof_sentences, provenance, remarks, unit_form
    criterion = wanted_criterion(arguments)
    if arguments.abbreviate is not None and criterion is None:
        if chosen_payload(arguments).mass:
            raise Puma560Error("--payload-mass is not for --abbreviate without a criterion; leave one of them out")
        return abbreviate(arguments)
    if arguments.plot is not None:
        raise Puma560Error("--plot is only for --abbreviate; give --abbreviate too, or leave --plot out")
    reading = read(arguments)
    chain = reading.chain
    for option, given in (("rules", arguments.rules), ("abbreviate", criterion is not None)):
        if given and not chain.serial:
            raise Puma560Error(
                f"--{option} is for one arm, and {chain.name!r} has several; give one tip, or leave it out"
            )
    friction = reading.friction if arguments.friction else ()
    name = suggested_name(chain.name) if arguments.name is None else arguments.name
    kinds = chosen_kinds(arguments)
    check_name(name)
    programs = programs_with_inputs(arguments, arguments.programs or DEFAULT_NAMES)
    checked_names(programs, chain)
    if kinds:
        prepare(arguments.output or Path())
    if arguments.tune:
        compile_command()  # raises if there is no compiler
    with Progress("derivation", even=False) as progress:
        if criterion is None:
            short = None
            made = derivation(
                chain, programs, arguments.seed, arguments.search, progress.update, friction, arguments.tune
            )
            origin = provenance(reading, made, friction)
        else:
            short = abbreviated_derivation(
                reading, chosen_arm(arguments), criterion, programs, arguments.seed, friction, progress.update
            )
            made, origin = short.made, abbreviated_provenance(reading, short, friction)
    form = chosen_form(arguments, unit_form(made, "c" in kinds and not arguments.firmware))
    every = [one.program for one in made]
    files = emit(name, every, origin, kinds, form=form, omitted=short.omitted if short else ())
    if files and not arguments.json:
        size = sum(len(text.encode()) for text in files.values())
        calculations = sum(program.count.total for program in every)
        console().print(f"{escape(chain.name)}: {calculations} calculations, files of {size / 1000:.0f} kB in all")
    paths = write(arguments.output or Path(), files)
    compilation = compilation_of(files)
    steps = rule_savings(chain) if arguments.rules else ()
    combined = [fewer_angles(one) for one in combined_programs(every)[0]]
    if arguments.json:
        return print_json(
            {
                "ok": True,
                "arm": chain.name,
                "joints": [joint.name for joint in chain.joints],
                "digest": origin.digest,
                "remarks": remarks(reading, arguments.friction),
                "programs": {one.program.name: _figures(one) for one in made},
                **dict.fromkeys(COMBINED_NAMES),
                **{one.name: {**_calculations(one), "divisions": one.divisions} for one in combined},
                "files": [str(path) for path in paths],
                "compilation": None if compilation is None else asdict(compilation),
                "rules": [asdict(step) for step in steps],
                **({"abbreviation": abbreviation_json(short)} if short else {}),
            }
        )
    out = console()
    for remark in remarks(reading, arguments.friction):
        out.print(f"note: {escape(remark)}")
    out.print(_counts(f"{chain.name}, {chain.n} joints", made, combined))
    out.print(
        "×, +, total: without sines and cosines of joint angles and of their sums; single angles: total without sines "
        "and cosines of single joint angles only"
    )
    for program in (*every, *combined):
        if program.divisions:
            divisions = "division is" if program.divisions == 1 else f"{program.divisions} divisions are"
            out.print(f"{program.name}: {program.description}; its {divisions} not counted")
    if short:
        show_abbreviation(out, short)
    else:
        for sentence in proof_sentences(made):
            out.print(sentence)
    if steps:
        out.print()
        out.print(_rules(steps))
        out.print("≠ 0: without those that are zero for this arm; docs/derivations/kane.md explains each rule")
    if is_kept(chain):
        best = ", ".join(f"{key.replace('_', ' ')} {one.count.total}" for key, one in programs_of(chain).items())
        out.print(f'note: a long search for this arm is kept with the package, load_model("generated"): {best}')
    show_written(out, *paths)
    if compilation is not None:
        took = f"{compilation.seconds:.1f} s" if compilation.ended else f"more than {compilation.seconds:.0f} s"
        out.print(
            f"{escape(compilation.compiler)} needs {took} of processor time to compile and optimise the C files",
        )
    return OK


def read(arguments: argparse.Namespace) -> Reading:
    """Read the arm that the arguments name.

    Raises:
        ChainError: the file does not describe a serial chain.
        Puma560Error: an option does not apply to this kind of file.
    """
    from ..emdeg import checked_inertia, is_description, is_dh_table, read_description
    from ..models.payload.loaded_reading import loaded_reading

    source = arguments.arm
    if is_description(source) or is_dh_table(source):
        snap = SNAP if arguments.snap is None else arguments.snap
        reading = read_description(selection(arguments), arguments.gravity, snap)
        loaded = loaded_reading(reading, chosen_payload(arguments))
        return checked_inertia(loaded, arguments.allow_massless, source)
    for option in ("gravity", "snap", "friction"):
        if getattr(arguments, option) not in (None, False):
            raise Puma560Error(f"--{option} is for robot descriptions, and {source} is an arm file; leave it out")
    from ..arm.with_followers import reading_of

    arm = chosen_arm(arguments)
    loaded = loaded_reading(reading_of(arm), carried_payload(arguments, arm), chosen_payload(arguments))
    if arm.friction:
        remark = "the friction of the arm file is left out of the torque"
        loaded = replace(loaded, remarks=(*loaded.remarks, remark))
    return checked_inertia(loaded, arguments.allow_massless)


def _figures(made: Made) -> dict[str, Any]:
    return {
        **_calculations(made.program),
        "divisions": made.program.divisions,
        "seconds": round(made.seconds, 3),
        "proven": True,  # a program that does not pass its proof is never written
        "proof": made.proof,
        "variants_measured": made.variants,
    }


def _calculations(program: Program) -> dict[str, int]:
    count = program.count
    return {**count._asdict(), "total": count.total, "total_single_angles": program.count_single_angles.total}


def _counts(title: str, made: list[Made], combined: list[Program]) -> TextTable:
    counts = table(escape(title), "program", ">×", ">+", ">total", ">single\nangles", ">seconds")
    rows = [(one.program, f"{one.seconds:.1f}") for one in made] + [(program, "") for program in combined]
    for program, seconds in rows:
        counts.add_row(program.name.replace("_", " "), *map(str, _calculations(program).values()), seconds)
    return counts


def _rules(steps: tuple[RuleSaving, ...]) -> TextTable:
    title = "Christoffel symbols and derivatives of A, one rule after the other"
    rules = table(title, "rule", ">symbols", ">≠ 0", ">derivatives", ">≠ 0", "where")
    for step in steps:
        numbers = (step.symbols, step.symbols_nonzero, step.derivatives, step.derivatives_nonzero)
        rules.add_row(step.rule, *map(str, numbers), step.equations)
    return rules
