"""The fault of an erratum follows from its evidence alone, by the same rule in all papers."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from types import MappingProxyType

import pytest

from puma560_dynamics.papers.akb.errata import akb_errata
from puma560_dynamics.papers.burdick.errata import ERRATA
from puma560_dynamics.papers.erratum import (
    CONTENT,
    DAMAGES,
    HABIT,
    Erratum,
    Evidence,
    fault_of,
    from_data,
    habits,
    with_faults,
)
from puma560_dynamics.papers.kane_levinson.errata import stanford_errata

PAPERS = {"akb": akb_errata(), "burdick": ERRATA, "kane_levinson": stanford_errata()}


def erratum(*damage: str, second: str = "", repeated: str = "") -> Erratum:
    """An erratum with this evidence."""
    evidence = Evidence(damage, second, repeated, "text" if second else "")
    return Erratum("A2", "I1", "old", "new", "text", "why", evidence, MappingProxyType({}))


def faults(*errata: Erratum) -> list[str]:
    return [one.fault for one in with_faults(errata)]


@pytest.mark.parametrize("errata", PAPERS.values(), ids=PAPERS)
def test_equal_evidence_gives_equal_faults(errata: tuple[Erratum, ...]):
    found = defaultdict(set)
    for one in errata:
        assert one.evidence.damage
        found[replace(one.evidence, second_text="any" if one.evidence.second else "")].add(one.fault)
    assert all(len(each) == 1 for each in found.values())


@pytest.mark.parametrize("errata", PAPERS.values(), ids=PAPERS)
def test_a_fault_cannot_be_stated(errata: tuple[Erratum, ...]):
    assert with_faults(replace(one, fault="scan") for one in errata) == errata


def test_the_list_of_each_paper_has_no_faults():
    with pytest.raises(KeyError, match="damage"):
        from_data([dict.fromkeys(("table", "entry", "text", "corrected", "proof", "why", "fault"), "scan")])


def test_the_second_scan_decides():
    assert faults(erratum("letter", second="corrected"), erratum("term", second="text")) == ["scan", "print"]
    assert faults(erratum("x/z", second="corrected"), erratum("x/z", second="neither")) == ["scan", "unknown"]


def test_a_habit_needs_several_places_or_the_second_scan():
    few = [erratum("stray")] * (HABIT - 1)
    assert set(faults(*few)) == {"unknown"}
    assert set(faults(*few, erratum("stray"))) == {"scan"}
    assert faults(erratum("stray"), erratum("stray", second="corrected")) == ["scan", "scan"]


def test_what_a_second_scan_shows_in_print_is_no_habit():
    found = faults(*[erratum("letter")] * HABIT, erratum("letter", second="text"))
    assert found == ["unknown"] * HABIT + ["print"]


def test_each_damage_must_be_a_habit():
    known = habits(Evidence(("brace",)) for _ in range(HABIT))
    assert fault_of(Evidence(("brace",)), known) == "scan"
    assert fault_of(Evidence(("brace", "stray")), known) == "unknown"


@pytest.mark.parametrize("kind", sorted(CONTENT))
def test_other_content_is_never_blamed_on_the_scan(kind: str):
    assert "scan" not in faults(*[erratum(kind)] * (3 * HABIT))


def test_a_repeated_number_and_another_statement_are_printed():
    assert faults(erratum("digits", repeated="b_115"), erratum("statement"), erratum("digits")) == [
        "print",
        "print",
        "unknown",
    ]


@pytest.mark.parametrize("damage, second", [((), ""), (("smudge",), ""), (("5/3",), ""), (("sign",), "perhaps")])
def test_evidence_has_a_vocabulary(damage: tuple[str, ...], second: str):
    with pytest.raises(ValueError, match="evidence of an erratum"):
        Evidence(damage, second, "", "text" if second else "")


def test_a_second_scan_is_quoted():
    with pytest.raises(ValueError, match="evidence of an erratum"):
        Evidence(("sign",), "corrected")


def test_every_kind_of_damage_occurs():
    used = {kind for errata in PAPERS.values() for one in errata for kind in one.evidence.damage}
    assert set(DAMAGES) <= used


def test_the_same_mark_has_the_same_fault_in_all_tables():
    """Semicolons of c_15 and g_2, braces of A4 and A5, lost entries of A5, lost ≈ forms."""
    found = defaultdict(set)
    for one in PAPERS["akb"]:
        found[one.evidence.damage].add((one.fault, one.evidence.second))
    assert found["stray",] == {("unknown", "")}
    assert found["entry",] == {("unknown", "")}
    assert found["brace",] == found["form",] == {("scan", "")}
    assert found["letter",] == {("unknown", ""), ("print", "text")}
