"""Define the functions that the generator can derive: one module with one `Task` per function.

A task defines the equations, the layout of the result, and independent equations for the proof. Derivation, proof,
cache, code, command line and documentation iterate over `TASK_NAMES`. To add a function, write its module: a module
has the name of its function, and is found by this name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from ...errors import DerivationError

if TYPE_CHECKING:
    from ..chain.chain import Chain
    from ..program.program import Program
    from .task import CombinedTask, Task

DEFAULT_NAMES = ("torque", "gravity", "kinetic_energy_matrix")
"""Functions that commands derive by default: they compile within seconds and suffice for control and simulation."""

PAYLOAD_NAMES = ("prepare+payload", "torque+payload", "gravity+payload", "kinetic_energy_matrix+payload")
"""Functions with a payload as input, which every exact generated model has too."""

COMBINED_NAMES = ("acceleration",)
"""Functions that combine programs of other functions; emitted code includes them if it has all of these programs."""

_SHARED = (
    *("derivative_task", "element_forms", "joint_task", "link_task", "operational_task", "preparation"),
    *("starting_form", "task", "with_inputs"),
)
"""Modules of this folder that several functions share; every other module is a function."""

_FIRST = (*DEFAULT_NAMES, "all_elements")

TASK_NAMES = (
    *_FIRST,
    *sorted({module.name for module in iter_modules(__path__)}.difference(_FIRST, COMBINED_NAMES, _SHARED)),
)
"""Names of the functions that are derived by factoring equations: those of models, then all others by name."""


def task_of(name: str) -> Task:
    """Return the task with the given name.

    Args:
        name: one of `TASK_NAMES`. A function of the kinematics of a link is that of the arm's tip, or of another link
            and, on request, in the axes of the link: ``jacobian:tool0``, ``jacobian:tool0:link``, ``jacobian::link``.
            Inputs besides those of joints follow (`TaskWithInputs`): ``torque+payload``,
            ``torque+wrench@tool0+gravity_vector``, ``gravity+link2.mass``.

    Raises:
        DerivationError: the name is not one of `TASK_NAMES`, it names a link and the function has none, the axes are
            not known, or the function does not have an input. Whether a chain has the link is found by `Task.check`.
    """
    function, colon, rest = name.partition(":") if isinstance(name, str) else (name, "", "")
    if isinstance(name, str) and "+" in function:
        return _with_inputs(*name.split("+"))
    if function not in TASK_NAMES:
        raise DerivationError(f"program {function!r:.80} is not known; use one of {', '.join(TASK_NAMES)}")
    return _linked(function, rest) if colon else _made(function)  # type: ignore[return-value]


def checked_names(names: Sequence[str], chain: Chain) -> None:
    """Check that a chain has functions, and that they have different names in code.

    Raises:
        DerivationError: a function is not known, the chain does not have it, or two have the same name in code.
    """
    known: dict[str, str] = {}
    for name in names:
        task = task_of(name)
        task.check(chain)
        if known.setdefault(task.name, name) != name:
            raise DerivationError(
                f"programs {known[task.name]!r} and {name!r} both get the name {task.name}; derive them separately"
            )


@cache
def _linked(function: str, rest: str) -> Task:
    """Return the task of a link, named by ``LINK`` or ``LINK:AXES``."""
    own: Task = _made(function)  # type: ignore[assignment]
    if not hasattr(own, "link"):
        raise DerivationError(f"program {function!r} is a function of the whole arm; leave out ':{rest}'")
    link, colon, axes = rest.rpartition(":")
    given = (link, axes) if colon and axes in ("base", "link") else (rest,)
    return type(own)(*given)


@cache
def _with_inputs(name: str, *given: str) -> Task:
    from ..chain.inputs import ChainInputs
    from .preparation import PREPARE, Preparation
    from .with_inputs import TaskWithInputs

    inputs = ChainInputs.named(given)
    if name == PREPARE:
        return Preparation(inputs)
    base = task_of(name)
    for each in (*inputs.direct_names, *inputs.names_of_bodies):
        if each not in base.takes:
            raise DerivationError(f"{name} has no input {each}; functions with it: {', '.join(functions_with(each))}")
    return TaskWithInputs(base, inputs)


def functions_with(given: str) -> tuple[str, ...]:
    """Return the names of the functions that can have an input, such as ``"payload"`` (`Task.takes`)."""
    return tuple(name for name in TASK_NAMES if given in task_of(name).takes)


def with_preparations(names: Sequence[str]) -> list[str]:
    """Return names of functions, with the functions that prepare their inputs (`Preparation`) before them."""
    found: list[str] = []
    for name in names:
        function, *given = name.split("+") if "+" in name.partition(":")[0] else [name]
        of_bodies = [each for each in given if each.partition("@")[0] not in ("wrench", "gravity_vector")]
        if of_bodies and function != "prepare":
            found.append("+".join(("prepare", *of_bodies)))
        found.append(name)
    return list(dict.fromkeys(found))


@cache
def _made(name: str) -> Task | CombinedTask:
    """Return the task of a module, which is imported at the first call because the import takes a while."""
    module = import_module(f".{name}", __package__)
    return module.TASK  # type: ignore[no-any-return]


def model_names() -> tuple[str, ...]:
    """Return the names of the functions that every generated model has."""
    return tuple(name for name in TASK_NAMES if task_of(name).in_models)


def combined_programs(programs: Sequence[Program]) -> tuple[list[Program], list[str]]:
    """Return the programs of combined functions.

    Args:
        programs: programs of one arm.

    Returns:
        The programs of `COMBINED_NAMES` whose parts are all in `programs`, and a remark for each function that does not
        exist for this arm.
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
