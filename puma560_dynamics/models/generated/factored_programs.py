"""Get the exact programs of an arm: from the package for the paper's arm, otherwise from the cache or a derivation.

The package has the results of a long search. Derived systems are stored in the user's cache, so that each version of
the generator derives an arm only once.
"""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from ...emdeg import (
    DEFAULT_EFFORT,
    PAYLOAD_NAMES,
    Chain,
    Program,
    SearchEffort,
    SearchProgress,
    System,
    Variables,
    cache_folder,
    cheapest_system,
    check_identity,
    checked_names,
    generator_digest,
    model_names,
    program_of,
    system_as_text,
    system_from_text,
    task_of,
)
from ...errors import DerivationError

log = logging.getLogger(__name__)

KEPT = Path(__file__).parent / "factored"
"""Folder with the systems that a long search found for the paper's arm, as text."""

WITHOUT_MOTORS = KEPT / "without_motors"
"""Folder with the systems for the paper's arm without motor inertia, which the papers count."""


@lru_cache(maxsize=8)
def kept_digest() -> str:
    """Return the digest of the arm whose programs are part of the package."""
    return (KEPT / "arm").read_text(encoding="ascii").strip()


def is_kept(chain: Chain) -> bool:
    """Return whether the programs of a chain are part of the package."""
    return chain.numeric_digest == kept_digest()


def kept(chain: Chain, name: str, folder: Path = KEPT) -> tuple[System, Variables]:
    """Return a program's system from a folder of the package; `chain` must be the arm that it was derived for."""
    return system_from_text(_kept_file(name, folder).read_text(encoding="ascii"), chain, name)


def _kept_file(name: str, folder: Path = KEPT) -> Path:
    return folder / f"{task_of(name).name}.txt"


def in_frame_n(chain: Chain) -> Chain:
    """Return an arm's chain (`Arm.exact_chain`) without the frames of links: a payload is then given in frame n."""
    return replace(chain, link_frames=None)


def programs_of_model(chain: Chain, effort: SearchEffort | None = None) -> Mapping[str, Program]:
    """Return the programs of an exact generated model, by name.

    They are those of `model_names` and, with a payload in frame n of the chain, of `PAYLOAD_NAMES`.

    Raises:
        DerivationError, MissingDependencyError: as `programs_of`.
    """
    loaded = in_frame_n(chain)
    wanted = [*((chain, name) for name in model_names()), *((loaded, name) for name in PAYLOAD_NAMES)]
    return _found(wanted, effort or DEFAULT_EFFORT, lambda name, share, cost: None)


def programs_of(
    chain: Chain,
    effort: SearchEffort | None = None,
    progress: SearchProgress = lambda name, share, cost: None,
    names: Sequence[str] = (),
) -> Mapping[str, Program]:
    """Return programs of a chain, by name.

    Programs that are neither in the package nor in the cache are derived, with a warning in the log, and compared with
    Kane's equations.

    Args:
        chain: chain of the arm.
        effort: effort of the search; by default `DEFAULT_EFFORT`.
        progress: function that is called with name, completed fraction and cost.
        names: names of the programs; by default those of a model (`model_names`).

    Raises:
        DerivationError: a function is unknown, the chain does not have it, or a program fails the comparison, which is
            a defect of the generator.
        MissingDependencyError: the search was not compiled at installation.
    """
    checked_names(names, chain)
    wanted = [(chain, name) for name in names or model_names()]
    return _found(wanted, effort or DEFAULT_EFFORT, progress)


def _found(
    wanted: Sequence[tuple[Chain, str]], effort: SearchEffort, progress: SearchProgress
) -> Mapping[str, Program]:
    """Return programs of an arm, given by chain and name."""
    lacking = [
        chain for chain, name in wanted if not _is_kept(chain, name) and read_cache(_place(chain, name, effort)) is None
    ]
    if lacking:
        log.warning("deriving the equations of %s, once; then kept in %s", lacking[0].name, cache_folder() / "factored")
    found = {}
    for chain, name in wanted:
        system, variables = kept(chain, name) if _is_kept(chain, name) else _cached(chain, name, effort, progress)
        found[name] = program_of(chain, name, system, variables)
    return found


def _is_kept(chain: Chain, name: str) -> bool:
    """Return whether a program of a chain is part of the package."""
    own = (*model_names(), *(PAYLOAD_NAMES if chain.link_frames is None else ()))
    return name in own and is_kept(chain) and _kept_file(name).exists()


def is_derived(chain: Chain, effort: SearchEffort | None = None) -> bool:
    """Return whether the programs of a chain's model are in the package or the cache, so that none must be derived."""
    loaded = in_frame_n(chain)
    return is_kept(chain) or (are_cached(chain, model_names(), effort) and are_cached(loaded, PAYLOAD_NAMES, effort))


def are_cached(chain: Chain, names: Sequence[str], effort: SearchEffort | None = None) -> bool:
    """Return whether programs of a chain are in the user's cache."""
    return all(read_cache(_place(chain, name, effort or DEFAULT_EFFORT)) for name in names)


def _cached(chain: Chain, name: str, effort: SearchEffort, progress: SearchProgress) -> tuple[System, Variables]:
    place = _place(chain, name, effort)
    text = read_cache(place)
    if text is not None:
        try:
            return system_from_text(text, chain, name)
        except (ValueError, DerivationError):
            pass  # damaged
    text = system_as_text(cheapest_system(chain, name, effort, 0, progress)[1])
    found = system_from_text(text, chain, name)  # check exactly what later calls will read
    check_identity(chain, name, *found)
    write_cache(place, text)
    return found


def _place(chain: Chain, name: str, effort: SearchEffort) -> str:
    search = f"{effort.forms}-{effort.sketch}-{effort.rounds}-{effort.seeds}"
    return f"{chain.numeric_digest}-{search}/{generator_digest()}/{task_of(name).key(chain)}"


def read_cache(place: str) -> str | None:
    """Return the text with the key `place` in the user's cache; None if the cache does not have it."""
    try:
        return (cache_folder() / "factored" / f"{place}.txt").read_text(encoding="ascii")
    except (OSError, ValueError):
        return None


def write_cache(place: str, text: str) -> None:
    """Write a text with the key `place` to the user's cache, atomically; errors are ignored."""
    path = cache_folder() / "factored" / f"{place}.txt"
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, made = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text)
        Path(made).replace(path)
    except OSError:
        pass
