"""Programs of one arm as files: which emitter writes which, and what an arm's files may be called."""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Sequence

from ...errors import ProgramError
from ..program.program import Program
from ..program.provenance import Provenance
from .code_form import USUAL_UNIT, UnitForm
from .emit_c import emit_c
from .emit_python import emit_python
from .emit_readable import emit_latex, emit_table

_TEXTS = {"numpy": ("py", emit_python), "latex": ("tex", emit_latex), "table": ("txt", emit_table)}

_TAKEN = {*keyword.kwlist, *sys.stdlib_module_names, "numpy", "any", "stdio", "stdlib", "stddef", "assert", "errno"}
"""Files of these names would hide others, or are no names of modules."""


def emit(
    name: str,
    programs: Sequence[Program],
    provenance: Provenance,
    kinds: Sequence[str],
    batch: bool = True,
    form: UnitForm = USUAL_UNIT,
) -> dict[str, str]:
    """Write programs as files.

    Args:
        name: of the files, and what every C function begins with.
        programs: of one arm.
        provenance: for the heads of the files.
        kinds: some of `FILE_KINDS`.
        batch: whether the C has functions of many states.
        form: how the C is written, where there is a choice.

    Returns:
        Text of each file by its name.

    Raises:
        ProgramError: `name` cannot be that of a module, or a program lacks a number.
    """
    check_name(name)
    files: dict[str, str] = {}
    if "c" in kinds:
        files |= emit_c(name, programs, provenance, batch, form)
    for kind, (ending, text) in _TEXTS.items():
        if kind in kinds:
            files[f"{name}.{ending}"] = text(programs, provenance)
    return files


def check_name(name: str) -> None:
    """Refuse what cannot be the name of an arm's files.

    Raises:
        ProgramError: it cannot.
    """
    if not _is_free(name):
        raise ProgramError(
            f"{name!r} cannot be the name of generated files: it is not a C identifier, or hides another module; "
            "take letters, digits and underscores, e.g. my_arm"
        )


def suggested_name(arm: str) -> str:
    """Return a name for the files of an arm, from its own."""
    name = re.sub(r"[^a-z0-9]+", "_", arm.lower()).strip("_")
    return name if _is_free(name) else f"arm_{name}".strip("_")


def _is_free(name: str) -> bool:
    return bool(re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name)) and name not in _TAKEN
