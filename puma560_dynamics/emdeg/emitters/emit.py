"""Write the programs of an arm as files: select the emitter of each kind, and check the name of the files."""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Sequence
from importlib import import_module

from ...errors import ProgramError
from ..abbreviation.omitted_terms import OmittedTerm
from ..program.program import Program
from ..program.provenance import Provenance
from . import FILE_KINDS
from .code_form import USUAL_UNIT, UnitForm
from .unit import Unit

_MODULES = ("numpy", "jax", "casadi")
_HEADERS = ("any", "stdio", "stdlib", "stddef", "assert", "errno")
_TAKEN = {*keyword.kwlist, *sys.stdlib_module_names, *_MODULES, *_HEADERS}
"""Names that are not allowed, because the files would hide other modules or headers, or are Python keywords."""


def emit(
    name: str,
    programs: Sequence[Program],
    provenance: Provenance,
    kinds: Sequence[str],
    batch: bool = True,
    form: UnitForm = USUAL_UNIT,
    omitted: Sequence[OmittedTerm] = (),
) -> dict[str, str]:
    """Write programs as files.

    Args:
        name: name of the files, and prefix of all C functions.
        programs: programs of one arm.
        provenance: provenance for the headers of the files.
        kinds: kinds of files to write, from `FILE_KINDS`.
        batch: whether the C code has batch functions (for many states).
        form: options for writing C.
        omitted: terms that the programs omit, which the files for readers (LaTeX and table) list.

    Returns:
        Text of each file, by file name.

    Raises:
        ProgramError: `name` is not a valid module name, a kind is not known, a value of a program is not known, or
            there is no sufficient bound of the error in single precision.
    """
    check_name(name)
    unknown = [kind for kind in kinds if kind not in FILE_KINDS]
    if unknown:
        raise ProgramError(f"{unknown[0]!r:.80} is not a kind of file; use some of {', '.join(FILE_KINDS)}")
    unit = Unit(name, tuple(programs), provenance, batch, form, tuple(omitted))
    files: dict[str, str] = {}
    for kind in FILE_KINDS:
        if kind in kinds:
            files |= import_module(f".emit_{kind}", __package__).files(unit)
    return files


def check_name(name: str) -> None:
    """Raise if `name` is not a valid name of generated files.

    Raises:
        ProgramError: the name is not a C identifier, or hides another module.
    """
    if not _is_free(name):
        raise ProgramError(
            f"{name!r} cannot be the name of generated files: it is not a C identifier, or hides another module; "
            "use letters, digits and underscores, e.g. my_arm"
        )


def suggested_name(arm: str) -> str:
    """Return a valid name for generated files, derived from the name of the arm."""
    name = re.sub(r"[^a-z0-9]+", "_", arm.lower()).strip("_")
    return name if _is_free(name) else f"arm_{name}".strip("_")


def _is_free(name: str) -> bool:
    return bool(re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name)) and name not in _TAKEN
