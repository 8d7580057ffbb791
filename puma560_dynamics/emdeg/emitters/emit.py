"""Write the programs of an arm as files: select the emitter of each kind, and check the name of the files."""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Sequence

from ...errors import ProgramError
from ..abbreviation.omitted_terms import OmittedTerm
from ..program.program import Program
from ..program.provenance import Provenance
from .code_form import USUAL_UNIT, UnitForm
from .emit_c import emit_c
from .emit_omitted import omitted_latex, omitted_table
from .emit_python import emit_python
from .emit_readable import emit_latex, emit_table

_TEXTS = {"numpy": ("py", emit_python), "latex": ("tex", emit_latex), "table": ("txt", emit_table)}

_OMITTED = {"latex": omitted_latex, "table": omitted_table}

_TAKEN = {*keyword.kwlist, *sys.stdlib_module_names, "numpy", "any", "stdio", "stdlib", "stddef", "assert", "errno"}
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
        ProgramError: `name` is not a valid module name, or a value of a program is not known.
    """
    check_name(name)
    files: dict[str, str] = {}
    if "c" in kinds:
        files |= emit_c(name, programs, provenance, batch, form)
    for kind, (ending, text) in _TEXTS.items():
        if kind in kinds:
            files[f"{name}.{ending}"] = text(programs, provenance)
            if omitted and kind in _OMITTED:
                files[f"{name}.{ending}"] += _OMITTED[kind](omitted)
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
