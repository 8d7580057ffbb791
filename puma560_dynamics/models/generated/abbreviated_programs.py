"""Get the abbreviated programs of an arm: from the package (the paper's arm), from the cache, or by a search."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from ...arm import Arm
from ...emdeg import (
    Abbreviated,
    Program,
    System,
    abbreviate,
    generator_digest,
    model_names,
    program_of,
    simplify_system,
    system_as_text,
    system_from_text,
    task_of,
)
from ..sampling import ranges_of
from .factored_programs import KEPT, read_cache, write_cache

ABBREVIATED = KEPT / "abbreviated"
"""Folder with the abbreviated systems of the paper's arm, as text."""

ERROR = 0.00436
"""Permitted torque error as a fraction of maximum torque: that of the paper's abbreviation over the joint ranges."""

ROUNDS = 2000
"""Rounds of factoring after the terms are chosen."""


def abbreviated_digest(arm: Arm) -> str:
    """Return a digest of all numbers that affect which terms an abbreviated model keeps."""
    ranges = repr((ranges_of(arm), arm.maximum_torque.tolist(), ERROR))
    return f"{arm.exact_chain.numeric_digest}-{hashlib.sha256(ranges.encode()).hexdigest()[:8]}"


def kept_abbreviated_digest() -> str:
    """Return the digest of the arm whose abbreviated programs are part of the package."""
    return (ABBREVIATED / "arm").read_text(encoding="ascii").strip()


def at_hand(arm: Arm) -> bool:
    """Return whether the abbreviated programs of `arm` are in the package or the cache, so that no search is needed."""
    own = abbreviated_digest(arm)
    return own == kept_abbreviated_digest() or all(read_cache(place) is not None for place in _places(own).values())


def abbreviated_programs(arm: Arm) -> Mapping[str, Program]:
    """Return the programs of the model with the fewest calculations found for the permitted error `ERROR`."""
    chain = arm.exact_chain
    own = abbreviated_digest(arm)
    texts = _kept() if own == kept_abbreviated_digest() else _cached(arm, own)
    return {name: program_of(chain, name, *system_from_text(text, chain, name)) for name, text in texts.items()}


def _kept() -> dict[str, str]:
    return {name: (ABBREVIATED / f"{name}.txt").read_text(encoding="ascii") for name in model_names()}


def _places(own: str) -> dict[str, str]:
    """Return the cache key of each program, by name."""
    return {name: f"abbreviated-{own}/{generator_digest()}/{name}" for name in model_names()}


def _cached(arm: Arm, own: str) -> dict[str, str]:
    places = _places(own)
    texts = {name: read_cache(place) for name, place in places.items()}
    found = {name: text for name, text in texts.items() if text is not None}
    if len(found) < len(places):
        found = {name: system_as_text(system) for name, system in factored(choose_terms(arm)).items()}
        for name, text in found.items():
            write_cache(places[name], text)
    return found


def choose_terms(arm: Arm, error: float = ERROR, moves: int = 400, seed: int = 0) -> Abbreviated:
    """Choose the terms of an arm's abbreviated model (see `emdeg.abbreviate`)."""
    return abbreviate(arm.exact_chain, ranges_of(arm), arm.maximum_torque.tolist(), error, moves, seed)


def factored(chosen: Abbreviated, rounds: int = ROUNDS) -> dict[str, System]:
    """Return the factored systems of an abbreviated model's programs, by name.

    Args:
        chosen: abbreviated model with its terms.
        rounds: rounds of factoring.
    """
    kinds = {name: task_of(name).abbreviated for name in model_names()}
    return {
        name: simplify_system(chosen.system() if kind == "torque" else chosen.element_system(kind), rounds)
        for name, kind in kinds.items()
    }
