"""Choose the fastest program of each function on this machine among equivalent variants, by measurement.

The variants are the results of the search at each depth, each written with all options of `CodeForm`, and the number of
lanes of a batch. The choice depends on the machine; all variants are exact, and the chosen system is proven as usual.
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
"""Smallest relative gain of speed for which a variant replaces the default one; smaller gains are noise."""

MANY_LANES = (LANES, LANES // 2, 2 * LANES)
"""Numbers of lanes that are tried, the default first."""

BEST = 3
"""Number of different programs that are measured, those with the lowest cost."""

TimesOfOne = Callable[[Sequence[tuple[Program, CodeForm]]], list[list[float]]]
"""Function that measures the time of each variant in each round, for single states (`times_of_one`)."""

TimesOfMany = Callable[[Sequence[tuple[Program, UnitForm]]], list[list[float]]]
"""Function that measures the time of each variant in each round, for batches (`times_of_many`)."""


@dataclass(frozen=True)
class Tuned:
    """Fastest variant of a function.

    Attributes:
        factored: factored system of the variant.
        program: program of the system.
        form: options for writing C.
        variants: number of variants that were measured.
        gain: time of the default variant divided by the time of the chosen one; 1 if the default is chosen.
    """

    factored: FactoredSystem
    program: Program
    form: CodeForm
    variants: int
    gain: float


def tuned_program(
    chain: Chain, name: str, found: Sequence[FactoredSystem], measure: TimesOfOne = times_of_one
) -> Tuned:
    """Return the fastest variant of a function for single states.

    Args:
        chain: the chain.
        name: name of the function, one of `TASK_NAMES`.
        found: systems of the function.
        measure: function that measures the variants, of which the default is first.

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
    """Return `form` with the number of lanes that is fastest for batches of the first program.

    Raises:
        CompileError: there is no C compiler, or it fails.
    """
    forms = [UnitForm(form.functions, lanes) for lanes in MANY_LANES]
    place, _ = fastest(measure([(programs[0], own) for own in forms]))
    return forms[place]


def code_forms(program: Program) -> list[CodeForm]:
    """Return the options that give different C code for a program, the default first."""
    sums = (True, False) if fewer_angles(pruned(program)) != pruned(program) else (True,)
    spreads = (False, True) if with_spread_factors(program) != program else (False,)
    return [CodeForm(*choice) for choice in product((True, False), sums, spreads)]


def fastest(times: Sequence[Sequence[float]]) -> tuple[int, float]:
    """Return the index and relative speed of the fastest variant; (0, 1) if it gains at most `MIN_GAIN`."""
    gains = [ratio(times[0], own) for own in times]
    place = max(range(len(gains)), key=lambda each: gains[each])
    return (place, gains[place]) if gains[place] > 1 + MIN_GAIN else (0, 1.0)
