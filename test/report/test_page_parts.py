"""The frame and the parts of every page."""

from __future__ import annotations

import pytest
from helpers.html_page import checked

from puma560_dynamics.check import Check
from puma560_dynamics.report.page import (
    MARKS,
    Markup,
    cards,
    checks,
    definitions,
    document,
    listed,
    markup,
    plot,
    section,
    table,
    verdict,
)

EVIL = "<b onclick='x()'>&"


def whole(body: str, level: str = "good") -> str:
    return document("What this page is", verdict(level, EVIL, EVIL, EVIL), body)


@pytest.mark.parametrize("level", MARKS)
def test_a_page_of_all_parts_is_sound_and_escapes_text(level: str):
    body = "".join(
        (
            cards([(EVIL, EVIL)]),
            section(EVIL, table([EVIL, "b"], [[EVIL, EVIL], ["c", "d"]], strong=[1]), EVIL, name="place"),
            definitions([(EVIL, [EVIL, EVIL]), ("nothing", [])]),
            listed([("bad", "✗", EVIL)]),
            checks([Check(EVIL, True, EVIL), Check("b", False, "c"), Check("d", True, "e", inconclusive=True)]),
            plot("<svg></svg>", EVIL),
        )
    )
    found = checked(whole(body, level))
    assert "onclick='x()'" not in found.source
    assert found.text.count(EVIL) == 17
    assert f"{MARKS[level]} {EVIL}".strip() in found.text
    assert ("✗ b c" in found.text) and ("? d e" in found.text)


def test_options_and_numbers_with_their_units_are_not_broken():
    words = markup("use `--cut-off` below 3.5 N·m/s, 20 % or 2 steps (--payload-mass)")
    assert words == (
        'use <code><span class="whole">--cut-off</span></code> below 3.5\xa0N·m/s, 20\xa0% or 2 steps '
        '(<span class="whole">--payload-mass</span>)'
    )
    assert "white-space:nowrap" in whole("").partition(".whole{")[2].partition("}")[0]


def test_markup_is_kept():
    assert markup(Markup("<i>a</i>")) == "<i>a</i>"
    assert markup("<i>") == "&lt;i&gt;"
    assert "<i>a</i>" in table([Markup("<i>a</i>")], [])


def test_nothing_to_list_is_no_box():
    assert listed([]) == ""
    assert checks([]) == ""


def test_what_is_wide_scrolls_and_can_be_reached_by_keyboard():
    for part in (table(["a"], []), plot("<svg></svg>")):
        assert "scroll" in part
        assert 'tabindex="0"' in part


def test_nothing_is_folded_on_paper_and_nothing_is_dark():
    found = whole("")
    assert "beforeprint" in found
    assert "details::details-content" in found
    assert "@media screen and (prefers-color-scheme:dark)" in found
    assert "@media(prefers-color-scheme:dark)" not in found


def test_what_stands_in_backticks_is_code_and_stays_escaped():
    page = verdict("bad", "It differs", "arm", "Give `effort: {without: <gravity>}` & try.")
    assert "<code>effort: {without: &lt;gravity&gt;}</code> &amp; try." in page
    assert "`" not in page


def test_long_names_in_tables_break_at_their_separators_only():
    page = table(["topic", "type"], [["/feedforward_node/terms", "trajectory_msgs/JointTrajectory"]], text_columns=[1])
    assert "<th>/feedforward_<wbr>node/<wbr>terms</th>" in page
    assert ">trajectory_<wbr>msgs/<wbr>JointTrajectory</td>" in page
    assert "<th>joint_1</th>" in table(["joint"], [["joint_1"]])
    style = whole("")
    assert "overflow-wrap:anywhere" not in style.partition(".words{")[2].partition("}")[0]
