"""The paper's own errors count as corrections, the scan's do not."""

from __future__ import annotations

from types import MappingProxyType

from puma560_dynamics.papers.akb.errata import Erratum
from puma560_dynamics.papers.corrections import UNDECIDED, of_place


def erratum(table: str, entry: str, fault: str) -> Erratum:
    """An erratum."""
    return Erratum(table, entry, "old", "new", "text", fault, "because", MappingProxyType({}))


LIST = (erratum("A2", "I1", "scan"), erratum("A2", "I3", "print"), erratum("A2", "I4", "unknown"),
        erratum("A3", "I3", "print"))  # fmt: skip


def test_words_and_note():
    corrections = of_place(LIST, "A2")
    assert corrections.sentences == ("I3: old → new", f"I4: old → new ({UNDECIDED})")
    assert corrections.note.startswith("1 misreading ")


def test_places_and_entries_are_chosen():
    assert len(of_place(LIST, "A2", "A3").errata) == 4
    assert of_place(LIST, "A2", entries=lambda name: name == "I1").sentences == ()
    assert of_place(LIST, "A9").note == ""
