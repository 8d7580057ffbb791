"""Define what a printer of files needs: the programs of one arm, their provenance, and options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..abbreviation.omitted_terms import OmittedTerm
from ..program.program import Program
from ..program.provenance import Provenance
from ..program.specialise import pruned
from ..tasks import combined_programs
from .code_form import USUAL_UNIT, UnitForm
from .fewer_angles import fewer_angles


@dataclass(frozen=True)
class Unit:
    """Programs that are written together.

    Attributes:
        name: name of the files, and prefix of all functions in languages without modules.
        programs: programs of one arm.
        provenance: provenance for the headers of the files.
        batch: whether C has batch functions (for many states).
        form: options for writing C.
        omitted: terms that the programs omit, which the files for readers list.
    """

    name: str
    programs: tuple[Program, ...]
    provenance: Provenance
    batch: bool = True
    form: UnitForm = USUAL_UNIT
    omitted: tuple[OmittedTerm, ...] = ()

    def functions(self) -> Iterator[Program]:
        """Yield the programs and those that combine several of them, such as forward dynamics.

        They have no unused statements, and few sines and cosines.
        """
        combined, _ = combined_programs(self.programs)
        for program in (*self.programs, *combined):
            yield fewer_angles(pruned(program))
