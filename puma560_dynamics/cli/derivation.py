"""Steps of `puma560 derive` between input and output: search for programs, proof, and provenance of the files."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..emdeg import (
    DEFAULT_EFFORT,
    Chain,
    CodeForm,
    Friction,
    Program,
    Provenance,
    Reading,
    UnitForm,
    check_identity,
    compiler_text,
    factored_systems,
    has_more_terms,
    long_search,
    program_of,
    prove,
    task_of,
    tuned_lanes,
    tuned_program,
    with_friction,
)

PROVABLE = 600
"""Number of terms of the expanded kinetic energy matrix up to which an expansion takes a second or less."""

WRITTEN_OUT, IDENTITY = "written out", "identity test"
"""Kinds of proof: comparison of all coefficients after expansion, or at a random state (`identity`)."""

ShowShare = Callable[[float, str], None]
"""Function called with the fraction that is done, 0 to 1, and a description of the step."""


@dataclass(frozen=True)
class Made:
    """A derived and proven program.

    Attributes:
        program: the program.
        seconds: time of the derivation, s.
        proof: `WRITTEN_OUT` or `IDENTITY`.
        form: options for its C code.
        variants: number of variants of which it was measured to be the fastest; 0 without measurement.
        reference: name of the equations with which it was compared.
    """

    program: Program
    seconds: float
    proof: str
    form: CodeForm = field(default_factory=CodeForm)
    variants: int = 0
    reference: str = "Kane's equations"


def derivation(
    chain: Chain,
    names: Sequence[str],
    seed: int = 0,
    seconds: float = 0.0,
    progress: ShowShare = lambda share, words: None,
    friction: Sequence[Friction] = (),
    tune: bool = False,
) -> list[Made]:
    """Derive programs, search for cheaper ones in the given time, and prove them.

    Args:
        chain: the arm.
        names: names of the programs (`task_of`).
        seed: seed of the search.
        seconds: total time for a search beyond the usual effort, s.
        progress: called with the fraction that is done.
        friction: friction of each joint, added to the torque after its proof; empty for none.
        tune: whether to choose the program and the form of its C code that are fastest on this machine, by measurement.

    Raises:
        CompileError: tuning needs a C compiler and there is none, or the compiler fails.
        DerivationError: a program is not derived for chains with branches, or does not pass its proof, which is a
            defect of the generator.
    """
    short = not has_more_terms(chain, PROVABLE)
    made = []
    for number, name in enumerate(names):
        title = f"{number + 1} of {len(names)}, {name.replace('_', ' ')}" if len(names) > 1 else name.replace("_", " ")

        def searched(_: str, share: float, cost: int, begun: int = number, title: str = title) -> None:
            progress((begun + share) / len(names), f"{title}: {cost} calculations")

        began = time.monotonic()
        found = factored_systems(chain, name, DEFAULT_EFFORT, seed, searched, every=tune)
        end = time.monotonic() + seconds / len(names)

        def spent(end: float = end) -> float:
            return 1.0 - (end - time.monotonic()) * len(names) / seconds

        if seconds:
            found += long_search(chain, name, seed, spent, searched)
        (_, system, variables), form, variants = min(found, key=lambda each: each.system.cost), CodeForm(), 0
        if tune:
            progress((number + 1) / len(names), f"{title}: measured")
            best = tuned_program(chain, name, found)
            (_, system, variables), form, variants = best.factored, best.form, best.variants
        progress((number + 1) / len(names), f"{title}: proof")
        if short:
            prove(chain, name, system, variables)
        else:
            check_identity(chain, name, system, variables)
        program = program_of(chain, name, system, variables)
        if task_of(name).with_friction:
            program = with_friction(program, friction)
        proof = WRITTEN_OUT if short else IDENTITY
        made.append(Made(program, time.monotonic() - began, proof, form, variants, task_of(name).reference))
    return made


def unit_form(made: Sequence[Made], batch: bool) -> UnitForm:
    """Return the options for the C code of all programs; if they were tuned, with the fastest number of SIMD lanes.

    Args:
        made: the programs.
        batch: whether the code contains functions for batches of states.

    Raises:
        CompileError: tuning needs a C compiler and there is none, or the compiler fails.
    """
    if not any(one.variants for one in made):
        return UnitForm()
    form = UnitForm({one.program.name: one.form for one in made})
    return tuned_lanes([one.program for one in made], form) if batch else form


def references(made: Sequence[Made]) -> str:
    """Return the names of the references with which the programs were compared, joined by "and"."""
    found = list(dict.fromkeys(one.reference for one in made))
    others = [reference for reference in found if reference.startswith("the definition of ")]
    if len(others) > 1:
        found = [reference for reference in found if reference not in others] + ["the definitions of the others"]
        found = found if len(found) > 1 else ["the definitions of the functions"]
    return " and ".join(found)


def proof_sentences(made: Sequence[Made]) -> list[str]:
    """Return how the programs were proven, without full stops: a sentence for each kind of proof."""
    found = []
    for kind, words in (
        (WRITTEN_OUT, "proven, coefficient by coefficient, against"),
        (IDENTITY, "proven by an identity test whose probability of error is below 2^-100, against"),
    ):
        own = [one for one in made if one.proof == kind]
        if own:
            names = "each function" if len(own) == len(made) else ", ".join(one.program.name for one in own)
            found.append(f"{names}: {words} {references(own)}")
    return found


def provenance(
    reading: Reading,
    made: Sequence[Made],
    friction: Sequence[Friction] = (),
    proof: str = "",
    more: Sequence[str] = (),
) -> Provenance:
    """Return the provenance for the header of the emitted files.

    Args:
        reading: the arm and remarks on its description.
        made: programs of the arm.
        friction: friction that was added to the torque.
        proof: how the programs were proven, as a sentence without its full stop; by default against Kane's equations.
        more: further sentences, with which the header begins.
    """
    chain = reading.chain
    joints = ", ".join(f"{number} {joint.name}" for number, joint in enumerate(chain.joints, start=1))
    motors = "included" if any(joint.armature for joint in chain.joints) else "not included: the input has none"
    proven = [proof] if proof else [f"{each[0].upper()}{each[1:]}" for each in proof_sentences(made)]
    sentences = [*more, f"Motor inertia is {motors}.", *(f"{each}." for each in proven)]
    if any(friction):
        sentences.append(
            "The torque and the acceleration include joint damping and friction, which the proof does not."
        )
    if any(one.variants for one in made):
        variants = ", ".join(f"{one.program.name} of {one.variants}" for one in made)
        sentences.append(
            f"Tuned: of programs that compute the same, each is the one that took least time ({variants}), "
            f"measured with {compiler_text()} on {_processor()}."
        )
    sentences += [f"{remark[0].upper()}{remark[1:]}." for remark in remarks(reading, bool(friction))]
    return Provenance.of(chain, f"Joints: {joints}.", *sentences, joints=reading.facts)


def _processor() -> str:
    """Return the name of this machine's processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.machine())


def remarks(reading: Reading, with_friction: bool) -> list[str]:
    """Return remarks on the description, on joints without motors, and on friction that is missing or left out."""
    found = [*reading.remarks, *_following(reading)]
    frictional = [joint.name for joint, own in zip(reading.chain.joints, reading.friction, strict=False) if own]
    if frictional and not with_friction:
        found.append(
            f"joint damping and friction of {', '.join(frictional)} are left out of the torque; --friction adds them"
        )
    if with_friction and not frictional:
        found.append("no joint has damping or friction in the description: --friction adds nothing")
    return list(dict.fromkeys(found))  # two angles of a joint may be rounded alike


def _following(reading: Reading) -> Iterator[str]:
    """Yield remarks on mimic joints, for which the code has separate coordinates."""
    joints = reading.chain.joints
    for mimic in reading.mimics:
        own, leader = joints[mimic.joint].name, joints[mimic.leader].name
        factor, offset = float(mimic.multiplier), float(mimic.offset)
        yield (
            f"the code has a coordinate and a torque for {own!r} too, which mimics {leader!r}: its position is "
            f"{factor:g} times that of {leader!r} plus {offset:g}, and {factor:g} times its torque adds to that of "
            f"{leader!r}; forward dynamics of the code let both move freely"
        )
