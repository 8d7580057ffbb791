"""Chooses the fastest program of each function on this machine, among several with the same results.

What is chosen from: where the search ended in each depth, written in each form of `CodeForm`, and lanes of a batch. It
is measured, so that the choice depends on the machine; every system that is chosen from is exact, and is proven like
any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

from .backends.timed_code import ratio, times_of_many, times_of_one
from .chain.chain import Chain
from .derivation import FactoredSystem, program_of
from .emitters.code_form import LANES, CodeForm, UnitForm
from .emitters.fewer_angles import fewer_angles, with_spread_factors
from .program.program import Program
from .program.specialise import pruned

MIN_GAIN = 0.02
"""A variant must take so much less time than the usual one to replace it: less than that is noise."""

MANY_LANES = (LANES, LANES // 2, 2 * LANES)
"""Lanes that are tried; the usual ones first."""

BEST = 3
"""Different programs that are measured, the cheapest."""

TimesOfOne = Callable[[Sequence[tuple[Program, CodeForm]]], list[list[float]]]
TimesOfMany = Callable[[Sequence[tuple[Program, UnitForm]]], list[list[float]]]
"""Measure variants in turns: one figure a round for each."""


@dataclass(frozen=True)
class Tuned:
    """Fastest variant of a function.

    Attributes:
        factored: its system.
        program: of the system.
        form: how it is written.
        variants: how many were measured.
        gain: time of the usual variant, divided by that of the chosen one; 1 where the usual one stays.
    """

    factored: FactoredSystem
    program: Program
    form: CodeForm
    variants: int
    gain: float


def tuned_program(
    chain: Chain, name: str, found: Sequence[FactoredSystem], measure: TimesOfOne = times_of_one
) -> Tuned:
    """Measure some systems of a function and return the fastest for one state.

    Args:
        chain: the arm.
        name: of the function, one of `TASK_NAMES`.
        found: systems that compute it.
        measure: takes variants, the usual one first.

    Raises:
        CompileError: there is no C compiler, or it fails.
    """
    different: dict[Program, FactoredSystem] = {}
    for each in sorted(found, key=lambda each: each.system.cost):
        different.setdefault(program_of(chain, name, each.system, each.variables), each)
    variants = [
        (each, program, form) for program, each in list(different.items())[:BEST] for form in code_forms(program)
    ]
    times = measure([(program, form) for _, program, form in variants])
    place, gain = fastest(times)
    factored, program, form = variants[place]
    return Tuned(factored, program, form, len(variants), gain)


def tuned_lanes(programs: Sequence[Program], form: UnitForm, measure: TimesOfMany = times_of_many) -> UnitForm:
    """Return the form with the fastest number of lanes for a batch of the first program, which decides for all.

    Raises:
        CompileError: there is no C compiler, or it fails.
    """
    forms = [UnitForm(form.functions, lanes) for lanes in MANY_LANES]
    place, _ = fastest(measure([(programs[0], own) for own in forms]))
    return forms[place]


def code_forms(program: Program) -> list[CodeForm]:
    """Return the forms in which a program's C differs, the usual one first."""
    sums = (True, False) if fewer_angles(pruned(program)) != pruned(program) else (True,)
    spreads = (False, True) if with_spread_factors(program) != program else (False,)
    return [CodeForm(*choice) for choice in product((True, False), sums, spreads)]


def fastest(times: Sequence[Sequence[float]]) -> tuple[int, float]:
    """Return the index of the fastest variant and its speed relative to the first; within `MIN_GAIN` the first wins."""
    gains = [ratio(times[0], own) for own in times]
    place = max(range(len(gains)), key=lambda each: gains[each])
    return (place, gains[place]) if gains[place] > 1 + MIN_GAIN else (0, 1.0)
