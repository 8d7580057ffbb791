"""Get the abbreviated programs of an arm: from the package (the paper's arm), from the cache, or by a search.

Only terms of the arm are left out. With a payload as input, the exact terms of the payload alone are added.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace

from ...arm import Arm
from ...emdeg import (
    PAPERS_ERROR,
    PAYLOAD_NAMES,
    Abbreviated,
    Body,
    Chain,
    Criterion,
    Program,
    SignificanceRule,
    System,
    abbreviate,
    abbreviated_system,
    generator_digest,
    model_names,
    program_of,
    recovered,
    summed,
    system_as_text,
    system_from_text,
)
from ..assumed_limits import with_assumed_limits
from ..sampling import ranges_of
from .factored_programs import KEPT, are_cached, in_frame_n, is_kept, kept, programs_of, read_cache, write_cache

ABBREVIATED = KEPT / "abbreviated"
"""Folder with the abbreviated systems of the paper's arm, as text."""

ROUNDS = 2000
"""Rounds of factoring after the terms are chosen."""

MOVES = 400
"""Steps of the search for terms, if an error is permitted."""

EVERY_ELEMENT = "all_elements"
"""Name of the program from whose system the terms of a model are recovered."""


def abbreviated_digest(arm: Arm, criterion: Criterion = PAPERS_ERROR) -> str:
    """Return a digest of all numbers that affect which terms an abbreviated model keeps."""
    limited = with_assumed_limits(arm)
    ranges = repr((ranges_of(limited), limited.maximum_torque.tolist(), criterion))
    return f"{arm.exact_chain.numeric_digest}-{hashlib.sha256(ranges.encode()).hexdigest()[:8]}"


def kept_abbreviated_digest() -> str:
    """Return the digest of the arm whose abbreviated programs are part of the package."""
    return (ABBREVIATED / "arm").read_text(encoding="ascii").strip()


def at_hand(arm: Arm) -> bool:
    """Return whether the abbreviated programs of `arm` are in the package or the cache, so that no search is needed."""
    own, alone = abbreviated_digest(arm), load_alone(arm.exact_chain)
    found = own == kept_abbreviated_digest() or all(read_cache(place) is not None for place in _places(own).values())
    return found and (is_kept(arm.exact_chain) or are_cached(alone, PAYLOAD_NAMES))


def abbreviated_programs(arm: Arm, criterion: Criterion = PAPERS_ERROR) -> Mapping[str, Program]:
    """Return the programs of an abbreviated model, by name, with the fewest calculations found.

    They are those of `model_names` and, with a payload in frame n of the chain, of `PAYLOAD_NAMES`.

    Args:
        arm: the arm; limits that it lacks are assumed (`with_assumed_limits`).
        criterion: criterion by which terms are dropped.

    Raises:
        AbbreviationError: too many terms remain to be factored.
    """
    chain = arm.exact_chain
    texts = _texts(arm, criterion)
    own = {name: program_of(chain, name, *system_from_text(text, chain, name)) for name, text in texts.items()}
    loads = _programs_of_load(chain)
    loaded = {name: name.partition("+")[0] for name in PAYLOAD_NAMES}
    return own | {
        name: summed(loads[name], own[without]) if without in own else loads[name] for name, without in loaded.items()
    }


def load_alone(chain: Chain) -> Chain:
    """Return a chain without bodies and motor inertia, for the functions of a payload alone."""
    return replace(in_frame_n(chain.without_armature()), bodies=(Body(),) * chain.n)


def _programs_of_load(chain: Chain) -> Mapping[str, Program]:
    alone = load_alone(chain)
    if is_kept(chain):
        return {name: program_of(alone, name, *kept(alone, name, ABBREVIATED)) for name in PAYLOAD_NAMES}
    return programs_of(alone, names=PAYLOAD_NAMES)


def abbreviation_of(arm: Arm, criterion: Criterion = PAPERS_ERROR) -> Abbreviated:
    """Return the model of `abbreviated_programs` as terms, from which omitted terms and errors are computed.

    Args:
        arm: the arm; limits that it lacks are assumed (`with_assumed_limits`).
        criterion: criterion by which terms are dropped.

    Raises:
        AbbreviationError: too many terms remain to be factored.
    """
    if isinstance(criterion, SignificanceRule):
        return choose_terms(arm, criterion)
    chain, limited = arm.exact_chain, with_assumed_limits(arm)
    system, _ = system_from_text(_texts(arm, criterion)[EVERY_ELEMENT], chain, EVERY_ELEMENT)
    return recovered(chain, ranges_of(limited), limited.maximum_torque.tolist(), criterion, system)


def _texts(arm: Arm, criterion: Criterion) -> dict[str, str]:
    own = abbreviated_digest(arm, criterion)
    return _kept() if own == kept_abbreviated_digest() else _cached(arm, own, criterion)


def _kept() -> dict[str, str]:
    return {name: (ABBREVIATED / f"{name}.txt").read_text(encoding="ascii") for name in model_names()}


def _places(own: str) -> dict[str, str]:
    """Return the cache key of each program, by name."""
    return {name: f"abbreviated-{own}/{generator_digest()}/{name}" for name in model_names()}


def _cached(arm: Arm, own: str, criterion: Criterion) -> dict[str, str]:
    places = _places(own)
    texts = {name: read_cache(place) for name, place in places.items()}
    found = {name: text for name, text in texts.items() if text is not None}
    if len(found) < len(places):
        found = {name: system_as_text(system) for name, system in factored(choose_terms(arm, criterion)).items()}
        for name, text in found.items():
            write_cache(places[name], text)
    return found


def choose_terms(arm: Arm, criterion: Criterion = PAPERS_ERROR, moves: int = MOVES, seed: int = 0) -> Abbreviated:
    """Choose the terms of an arm's abbreviated model (see `emdeg.abbreviate`)."""
    limited = with_assumed_limits(arm)
    return abbreviate(arm.exact_chain, ranges_of(limited), limited.maximum_torque.tolist(), criterion, moves, seed)


def factored(chosen: Abbreviated, rounds: int = ROUNDS) -> dict[str, System]:
    """Return the factored systems of an abbreviated model's programs, by name.

    Args:
        chosen: abbreviated model with its terms.
        rounds: rounds of factoring.
    """
    return {name: abbreviated_system(chosen, name, rounds) for name in model_names()}
