"""What `puma560 derive` does between reading the arm and showing it: search, proof, counts."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..emdeg import (
    USUAL,
    Chain,
    Friction,
    Program,
    Provenance,
    Reading,
    check_identity,
    find,
    long_search,
    longer_than,
    program_of,
    prove,
    with_friction,
)

PROVABLE = 4000
"""Terms of the expanded kinetic energy matrix up to which writing out takes seconds, not minutes."""

WRITTEN_OUT, IDENTITY = "written out", "identity test"
"""How a program is proven: coefficient by coefficient, or at a random state (`identity`)."""

Tell = Callable[[float, str], None]
"""Share of the whole that is done, and what is being done."""


@dataclass(frozen=True)
class Made:
    """A program, the seconds it took, and how it was proven to be what Kane's equations give."""

    program: Program
    seconds: float
    proof: str


def derivation(
    chain: Chain,
    names: Sequence[str],
    seed: int = 0,
    seconds: float = 0.0,
    tell: Tell = lambda share, words: None,
    friction: Sequence[Friction] = (),
) -> list[Made]:
    """Derive programs, search longer where there is time, and prove them.

    Args:
        chain: the arm.
        names: of the programs, some of `derive.PROGRAMS`.
        seed: of the search.
        seconds: in all, for searching beyond the usual effort.
        tell: called with the share that is done.
        friction: one a joint, added to the torque after its proof; nothing for none.

    Raises:
        DerivationError: a program is not what Kane's equations give; a defect of the generator.
    """
    short = not longer_than(chain, PROVABLE)
    made = []
    for number, name in enumerate(names):

        def progress(name: str, share: float, cost: int, begun: int = number) -> None:
            tell((begun + share) / len(names), f"{name.replace('_', ' ')}: {cost} calculations")

        began = time.monotonic()
        _, system, variables = find(chain, name, USUAL, seed, progress)
        end = time.monotonic() + seconds / len(names)

        def spent(end: float = end) -> float:
            return 1.0 - (end - time.monotonic()) * len(names) / seconds

        if seconds:
            for _, other, others in long_search(chain, name, seed, spent, progress):
                if other.cost < system.cost:
                    system, variables = other, others
        tell((number + 1) / len(names), f"{name.replace('_', ' ')}: proof")
        if short:
            prove(chain, name, system, variables)
        else:
            check_identity(chain, name, system, variables)
        program = program_of(chain, name, system, variables)
        if name == "torque":
            program = with_friction(program, friction)
        made.append(Made(program, time.monotonic() - began, WRITTEN_OUT if short else IDENTITY))
    return made


def provenance(reading: Reading, made: Sequence[Made], friction: Sequence[Friction] = ()) -> Provenance:
    """What the emitted files say of themselves.

    Args:
        reading: of the arm.
        made: its programs.
        friction: that was added to the torque.
    """
    chain = reading.chain
    joints = ", ".join(f"{number} {joint.name}" for number, joint in enumerate(chain.joints, start=1))
    motors = "included" if any(joint.armature for joint in chain.joints) else "not included: the input has none"
    proven = "Proven exactly against Kane's equations"
    if any(one.proof == IDENTITY for one in made):
        proven += " by an identity test whose probability of error is below 2^-100"
    sentences = [f"Motor inertia is {motors}.", f"{proven}."]
    if any(friction):
        sentences.append(
            "The torque and the acceleration include joint damping and friction, which the proof does not."
        )
    sentences += [f"{remark[0].upper()}{remark[1:]}." for remark in remarks(reading, bool(friction))]
    return Provenance.of(chain, f"Joints: {joints}.", *sentences, joints=reading.facts)


def remarks(reading: Reading, with_friction: bool) -> list[str]:
    """What was noticed in reading, and whether friction of the input is left out."""
    rubbing = [joint.name for joint, own in zip(reading.chain.joints, reading.friction, strict=False) if own]
    if not rubbing or with_friction:
        return list(reading.remarks)
    return [
        *reading.remarks,
        f"joint damping and friction of {rubbing} are left out of the torque; --friction adds them",
    ]
