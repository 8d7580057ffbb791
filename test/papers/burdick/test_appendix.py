"""A line, a reading or a count of Burdick's appendix II that is wrong is noticed, and every reading is listed."""

from __future__ import annotations

import pytest

from puma560_dynamics.models.terms import OperationCount
from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.burdick import appendix, counts
from puma560_dynamics.papers.burdick.appendix import INCOMPLETE
from puma560_dynamics.papers.burdick.appendix_constants import CONSTANTS, SCANNED, pairs_of
from puma560_dynamics.papers.burdick.appendix_counts import (
    count_parts,
    count_readings,
    literal,
    negative_terms,
    products_of_constants,
    signs,
    torque_products,
)
from puma560_dynamics.papers.burdick.appendix_lines import AppendixLine, appendix_lines, candidates, read_in
from puma560_dynamics.papers.burdick.appendix_polynomials import (
    derived_coefficients,
    difference,
    holding_signs,
    known,
    other_names,
    values,
    zero_coriolis_terms,
)
from puma560_dynamics.papers.burdick.errata import ERRATA
from puma560_dynamics.papers.burdick.line_by_line import line_by_line, line_row

ALL = appendix_lines()
HOLDING = [line for line in ALL.values() if line.name[0] not in "TVe" and line.name not in (*INCOMPLETE, "M22")]


@pytest.mark.parametrize("line", HOLDING, ids=lambda line: line.name)
def test_every_line_counts(line: AppendixLine):
    """As read it is an identity; with one term more it is none."""
    assert not difference(line.name, line.text)
    assert difference(line.name, f"{line.text} + Izz6*s5")


@pytest.mark.parametrize("line", [line for line in HOLDING if line.lost_signs], ids=lambda line: line.name)
def test_one_pattern_of_lost_signs_holds(line: AppendixLine):
    (signs,) = holding_signs(line)
    assert line.with_signs(signs) == line.text


@pytest.mark.parametrize("line", [line for line in HOLDING if line.is_corrected], ids=lambda line: line.name)
def test_a_corrected_line_does_not_hold_as_printed(line: AppendixLine):
    assert difference(line.name, line.printed)
    assert line.name in {erratum.entry for erratum in ERRATA}


def test_each_corrected_constant_is_needed():
    wrong = {name for name in ("g2", "g3", "g4", "g5") if difference(name, ALL[name].text, printed_constants=True)}
    assert wrong == {"g3", "g5"}
    with_g313 = ALL["g5"].text.replace("g314", "g313")
    assert not difference("g5", with_g313, printed_constants=True)
    found = appendix.gravity_forces(Bench())
    assert found.holds and found.note.endswith("with g313 it holds, and g314 is not used")
    assert found.corrected[-1].startswith("8 names") and not any("c2 as" in words for words in found.corrected[4:])


def test_every_name_with_another_character_counts_as_read():
    assert appendix.centripetal(Bench()).corrected[0].startswith("10 of 19 names read")


def test_a_wrong_line_fails_its_entry(monkeypatch: pytest.MonkeyPatch):
    wrong = AppendixLine("M34", "M34", "V2*s4")
    monkeypatch.setattr(appendix, "lines_of", lambda letter: [wrong])
    found = appendix.inertia(Bench())
    assert not found.holds and "another polynomial" in str(found.rows[0].computed)


def test_names_are_determined_only_if_one_fits():
    assert candidates("lyz2") == {"Iyy2", "Iyz2"}
    assert candidates("823") == {"s23"}
    assert {"T11", "T13", "T14"} <= candidates("Tu")
    assert {"K1113", "K1115"} <= candidates("K111s")
    assert candidates("T11") == {"T11"}
    assert {"DV25", "DV55"} <= candidates("DVss")
    assert candidates("c35;") == {"c355"} and not [one for one in ALL["c355"].readings if one.name == "c355"]
    assert candidates("") == candidates("q") == frozenset()


def test_readings_of_a_line_are_listed():
    """What the scan does not determine: an index, a digit that is another one, a lost sign."""
    assert str(ALL["c122"].readings[-1]) == "Tu as T13"
    assert "C5 as c3" in read_in(ALL["c422"])
    assert "T11 as T17" in read_in(ALL["M14"]) and "1 sign read" in read_in(ALL["M14"])
    assert read_in(ALL["c433"]) == read_in(ALL["b112"]) == ""
    assert not ALL["M66"].in_scan and ALL["M66"].scan == ""


def test_a_reading_that_another_name_could_replace_is_shown():
    assert other_names(ALL["g4"]) == ["g3H as g314"]
    assert other_names(ALL["c122"]) == []


MISREAD = {line.name for line in HOLDING if any(one.is_misread for one in line.needed)}


@pytest.mark.parametrize("name", sorted(MISREAD))
def test_a_name_is_misread_only_where_no_fitting_name_holds(name: str):
    line = ALL[name]
    misread = {one.scan for one in line.needed if one.is_misread}
    assert not [other for other in other_names(line) if other.split(" as ")[0] in misread]


def test_misread_names_are_listed_apart():
    """Names outside the fitting set, among them one that the scan determines, are in the corrections by name."""
    assert [str(one) for one in ALL["b624"].needed if one.is_misread] == ["b126 as b426"]
    assert not ALL["c433"].needed and not ALL["M66"].readings[0].is_misread
    (unknown, misread, doubled) = appendix.coriolis(Bench()).corrected
    assert unknown.startswith("53 of 63 lines") and misread.startswith("23 names")
    rows = ("b134", "b146", "b214", "b216", "b312", "b514", "b546", "b613", "b614", "b623", "b624", "b645")
    assert all(f"({name})" in misread for name in rows) and set(rows) <= MISREAD
    assert doubled.startswith("K11152 read as twice K1115 (b214, b215, b235, b245); ")
    assert appendix.inertia(Bench()).corrected[-1].startswith("K11132 read as twice K1113 (M11); ")


def test_a_part_of_a_lost_line_is_shown():
    assert appendix.coriolis(Bench()).note.startswith("not in the scan: b415 (of it, only “D1.s.” is), b435, b436. ")


def test_terms_that_are_zero_are_told():
    """Under the heading of non-zero terms, two are zero as read, and one that is not zero is missing."""
    found = derived_coefficients()
    assert not found["b312"] and not found["b623"] and found["b423"] and "b423" not in ALL
    words = "b312, b623 are 0 as read, and b423, not 0, has no line in the scan"
    assert zero_coriolis_terms() == words
    assert appendix.coriolis(Bench()).note.endswith(words) and counts.torque_from_elements(Bench()).note.endswith(words)


def test_the_statement_names_the_lines_of_d():
    (entry,) = (entry for entry in appendix.CHAPTER.entries if entry.statement.startswith("DV25"))
    found = entry.compute(Bench())
    assert all(row.name in entry.statement for row in found.rows)
    assert len(found.rows) + len(INCOMPLETE) == sum(name.startswith("D") for name in ALL)


def test_terms_of_d145_are_read_like_those_of_the_derivative():
    """The term with c4 and T10 is one of the derivative only with both as misread."""
    text = ALL["D145"].text
    assert "c4 as c23, T10 as T16" in read_in(ALL["D145"])
    as_it_stands = text.replace("K1110*c23*T16", "K1110*c4*T10")
    without = text.replace(" - K1110*c23*T16", "")
    assert [len(difference("D145", one)) for one in (text, without, as_it_stands)] == [6, 8, 12]


def test_no_product_of_the_lists_completes_c211_as_the_scan_has_it():
    rest = difference("c211", ALL["c211"].printed.replace(" + V1*T21", ""))
    assert "V1*T21" in ALL["c211"].printed
    products = [known()[f"V{i}"] * known()[f"T{j}"] for i in range(1, 15) for j in range(1, 23)]
    assert not [product for product in products if not rest - product or not rest + product]


def test_no_sum_of_the_lists_completes_c511_as_the_scan_has_it():
    rest = difference("c511", ALL["c511"].text.replace(" + (K1110*c4 + K1113*s4)*c5", ""))
    assert not [i for i in range(1, 15) if not rest - known()[f"V{i}"] * known()["c5"]]


def test_names_in_a_corrected_term_are_listed():
    row = line_row(ALL["c211"])
    assert "+ V1*T21 + K1111*T21, with Tu as T21, K11u as K1111; " in str(row.computed)


def test_definitions_have_the_names_of_the_scan():
    """V7 stands as V1; the two lost products are no printed definitions."""
    assert "V1 as V7" in read_in(ALL["V7"]) and read_in(ALL["eta"]).startswith("read Va as V8, s~ as s3")
    found = appendix.definitions_of_the_lines(Bench())
    assert found.printed == "37 definitions, 2 of them not in the scan"
    assert found.corrected[-1].startswith("T15, T16 are not in the scan")


def test_constants_have_the_text_of_the_scan():
    rows = {row.name: row for row in appendix.constants(Bench()).rows}
    assert rows["K117"].printed == "K 111 = -m3a 2ry 3 + m,a2 d, + msa2d; + m6aid•"
    assert str(rows["K117"].computed).startswith("read -m3*a2*ry3 + m4*a2*d4")
    assert {*SCANNED, "K11132"} == {name for name, _ in pairs_of(CONSTANTS)}


def test_verdicts_follow_from_readings(monkeypatch: pytest.MonkeyPatch):
    """A line whose names all had to be read is not simply reproduced."""
    bench = Bench()
    for entry in (appendix.inertia, appendix.centripetal_lines, appendix.coriolis, appendix.centripetal):
        found = entry(bench)
        assert found.holds and any("read" in words for words in found.corrected)
    clear = [line for line in ALL.values() if line.name in ("c433", "b112")]
    assert line_by_line(clear, "lines").corrected == ()


def test_incomplete_derivatives_are_not_the_derivatives(monkeypatch: pytest.MonkeyPatch):
    found = appendix.incomplete_derivatives(Bench())
    assert not found.holds and found.shown and len(found.rows) == len(INCOMPLETE)
    monkeypatch.setattr(appendix, "other_names", lambda line: ["T1 as T8"])
    assert not appendix.incomplete_derivatives(Bench()).shown


def test_incomplete_derivatives_hold_with_the_terms_that_the_rows_add(monkeypatch: pytest.MonkeyPatch):
    """D134 needs one name that does not fit; a wrong added term is noticed."""
    row = appendix.incomplete_derivatives(Bench()).rows[0]
    assert row.printed == "V9 c23 T14 - Vi sn Ts + V1 sn T1"
    assert read_in(ALL["D134"]).endswith("taken as misread: T1 as T7")
    assert str(row.computed).endswith("with -(K1110*c4 - K1113*s4)*s23*s5 added, it is the derivative")
    assert tuple(appendix.COMPLETED) == INCOMPLETE
    monkeypatch.setitem(appendix.COMPLETED, "D153", "+K1113*s23*T15")
    assert not appendix.incomplete_derivatives(Bench()).shown


def test_counts_of_a_line():
    line = AppendixLine("c0", "c0", "-2*K1*(T1 - T2) -[] «V1 => V1*s2» + Ixy2*-T3")
    assert literal(line) == (3, 3)
    assert signs(line) == 1
    assert negative_terms(AppendixLine("M34", "M34", "-V2*s4")) == 1
    assert negative_terms(AppendixLine("M35", "M35", "-K1110*s5 + V3*c4")) == 0
    assert products_of_constants(ALL["M11"]) == 1


def test_the_count_of_the_appendix_is_the_sum_of_its_parts():
    first, *others = count_readings().values()
    parts = count_parts().values()
    assert first == tuple(map(sum, zip(*parts, strict=True)))
    assert first not in others


def test_no_reading_decides_the_counts(monkeypatch: pytest.MonkeyPatch):
    """If another reading came to the printed number, the verdict would not change; a far count would fail."""
    bench = Bench()
    assert counts.elements(bench).holds is False and counts.elements(bench).shown
    assert counts.elements(bench).note.startswith("ours differs by -30 (-10.3 %) multiplications")
    assert counts.inverse_dynamics(bench).note.endswith("-30 and +27 multiplications, +2 and -8 additions")
    readings = count_readings()
    first, *others = readings
    monkeypatch.setattr(counts, "count_readings", lambda: readings | {others[0]: counts.ELEMENTS})
    assert counts.elements(bench).holds is False
    far = OperationCount(600, 131)
    monkeypatch.setattr(counts, "count_readings", lambda: readings | {first: far})
    assert not counts.elements(bench).shown


def test_products_of_the_torque():
    """Counted by hand for rows of (12): 23 + 21 + 21 + 18 + 18 + 14 sums."""
    count = next(iter(torque_products().values()))
    assert count == (32 + 19 + 66 + 20, 115)


def test_definitions_that_lines_depend_on(monkeypatch: pytest.MonkeyPatch):
    """T8 and K22 are only in lines that do not hold, which the rows tell; a constant of the configuration fails."""
    bench = Bench()
    for entry, untested in ((appendix.definitions_of_the_lines, "T8"), (appendix.constants, "K22")):
        found = entry(bench)
        assert found.holds and found.corrected
        assert [row.name for row in found.rows if "not tested" in str(row.computed)] == [untested]
        assert found.note.startswith(f"{untested} is not tested: only ")
    monkeypatch.setattr(appendix, "CONSTANTS", "K112 = m5*c5")
    assert not appendix.constants(bench).holds


def test_m22_holds_with_no_reading(monkeypatch: pytest.MonkeyPatch):
    """If another name made the line hold, the contradiction would not be shown."""
    assert appendix.m22(Bench()).shown and not appendix.m22(Bench()).holds
    monkeypatch.setattr(appendix, "other_names", lambda line: ["Kz2 as K23"])
    assert not appendix.m22(Bench()).shown


def test_a_definition_with_which_lines_fail_is_noticed(monkeypatch: pytest.MonkeyPatch):
    wrong = dict(values()) | {"T16": 1.0}
    monkeypatch.setattr(appendix, "values", lambda: wrong)
    assert not appendix.definitions_of_the_lines(Bench()).holds
