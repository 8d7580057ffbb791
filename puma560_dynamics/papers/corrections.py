"""The errata of a place, parted into corrections of the text and misreadings of its scan."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .akb.errata import Erratum

UNDECIDED = "print or scan, undecided"


def of_place(
    errata: Iterable[Erratum], *places: str, entries: Callable[[str], bool] = lambda name: True
) -> Corrections:
    """The errata of tables or sections.

    Args:
        errata: of a paper.
        places: as `Erratum.table` names them.
        entries: which entries.
    """
    return Corrections(tuple(e for e in errata if e.table in places and entries(e.entry)))


class Corrections:
    """Errata of one place.

    Attributes:
        errata: all of them.
    """

    def __init__(self, errata: tuple[Erratum, ...]) -> None:
        self.errata = errata

    @property
    def sentences(self) -> tuple[str, ...]:
        """Corrections of the text, one sentence each; those that may be the scan's are marked."""
        return tuple(
            f"{e.entry}: {e.text} → {e.corrected}" + ("" if e.fault == "print" else f" ({UNDECIDED})")
            for e in self.errata
            if e.fault != "scan"
        )

    @property
    def note(self) -> str:
        """How many places the scan damaged."""
        count = sum(e.fault == "scan" for e in self.errata)
        return f"{count} misreading{'s' * (count != 1)} of the scan set right (`puma560 paper errata`)" if count else ""
