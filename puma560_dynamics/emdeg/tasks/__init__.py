"""The functions that the generator can derive: one module a function, one `Task` a module.

A task gives the equations, the layout of the result and the independent equations that the proof compares. Derivation,
proof, cache, code, command line and documentation iterate over `TASK_NAMES`. To add a function, write its module and
put its name in the list; the name of the module is the name of the function.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from ...errors import DerivationError

if TYPE_CHECKING:
    from ..program.program import Program
    from .task import CombinedTask, Task

TASK_NAMES = ("torque", "gravity", "kinetic_energy_matrix", "all_elements", "potential_energy", "kinetic_energy")
"""Functions with equations that are factored, in the order in which they are derived."""

DEFAULT_NAMES = ("torque", "gravity", "kinetic_energy_matrix")
"""Functions that a command derives if none is named: compiled within seconds, sufficient for control and simulation."""

COMBINED_NAMES = ("acceleration",)
"""Functions made of the programs of others: they are added to emitted code that has all of these."""


def task_of(name: str) -> Task:
    """Return the task of a name.

    Args:
        name: one of `TASK_NAMES`.

    Raises:
        DerivationError: no such task.
    """
    if name not in TASK_NAMES:
        raise DerivationError(f"program {name!r:.80} is not known; use one of {', '.join(TASK_NAMES)}")
    return _made(name)  # type: ignore[return-value]


@cache
def _made(name: str) -> Task | CombinedTask:
    """Return the task that a module defines, made at the first request: the equations take a while to import."""
    module = import_module(f".{name}", __package__)
    return module.TASK  # type: ignore[no-any-return]


def model_names() -> tuple[str, ...]:
    """Return the names of the tasks that every generated model has."""
    return tuple(name for name in TASK_NAMES if task_of(name).in_models)


def combined_programs(programs: Sequence[Program]) -> tuple[list[Program], list[str]]:
    """Return the programs of combined tasks.

    Args:
        programs: of one arm.

    Returns:
        The programs of `COMBINED_NAMES` whose parts are all in `programs`, and a sentence for each that does not exist
        for this arm.
    """
    named: Mapping[str, Program] = {program.name: program for program in programs}
    made, remarks = [], []
    for name in COMBINED_NAMES:
        combined: CombinedTask = _made(name)  # type: ignore[assignment]
        if not set(combined.uses) <= named.keys() or name in named:
            continue
        program = combined.program(named)
        if program is None:
            remarks.append(combined.missing)
        else:
            made.append(program)
    return made, remarks
