"""One file that needs nothing else, in which every entry stands with its verdict."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape

import pytest
from helpers.html_page import checked

from puma560_dynamics.papers import as_text
from puma560_dynamics.papers.claim import Claim, ClaimVerdict, settle
from puma560_dynamics.papers.entry import Chapter, EntryResult, Paper
from puma560_dynamics.papers.papers_page import TITLE, judge_claims, papers_page


@pytest.fixture(scope="module")
def html(claims: list[Claim]) -> str:
    """The page of all entries."""
    return papers_page(claims)


def test_every_entry_is_there_once(html: str, claims: list[Claim]):
    text = unescape(html)
    assert html.count('<details class="claim ') == len(claims)
    for claim in claims:
        assert claim.entry.statement in text


def test_it_is_a_sound_page_with_a_verdict(html: str, claims: list[Claim]):
    found = checked(html)
    assert found.title == TITLE
    level, headline, _ = judge_claims(claims)
    assert level == "neutral"
    assert headline in found.verdicts[0]
    assert "✓" not in found.verdicts[0]


def test_the_headline_counts_every_verdict(claims: list[Claim]):
    count = [sum(claim.verdict is verdict for claim in claims) for verdict in (*ClaimVerdict, None)]
    _, headline, sentence = judge_claims(claims)
    assert [int(number) for number in re.findall(r"\d+", headline)] == [len(claims), *count[:-1]]
    assert all(verdict.value in headline for verdict in ClaimVerdict)
    assert int(re.findall(r"\d+", sentence)[0]) == count[-1]
    assert sum(count) == len(claims)


def test_only_a_failure_is_judged(claims: list[Claim]):
    broken = [
        replace(claim, verdict=ClaimVerdict.FAILED) for claim in claims if claim.verdict is ClaimVerdict.REPRODUCED
    ][:2]
    others = [claim for claim in claims if claim.verdict is not ClaimVerdict.REPRODUCED]
    level, headline, _ = judge_claims([*broken, *others])
    assert level == "bad"
    assert headline.endswith(", 2 failed")
    perfect = [claim for claim in claims if claim.verdict is ClaimVerdict.REPRODUCED]
    assert judge_claims(perfect)[0] == "neutral"


def test_terminal_and_data_have_the_same_headline(claims: list[Claim]):
    _, headline, sentence = judge_claims(claims)
    assert list(as_text.lines(claims))[-2:] == [headline, sentence]
    assert as_text.claims_json(claims)["headline"] == headline


def test_figures_are_drawn(html: str, claims: list[Claim]):
    figures = [claim for claim in claims if claim.entry.place.startswith("figure")]
    assert {claim.verdict for claim in figures} == {ClaimVerdict.NOT_IN_SCAN}
    assert len(figures) == 7
    assert all(claim.finding is not None and claim.finding.figure.startswith("<svg") for claim in figures)
    assert html.count("<svg") == len(figures)


def test_filters_hide_what_is_not_chosen(html: str, claims: list[Claim]):
    for paper in Paper:
        assert f'id="paper-{paper.value}"' in html
        assert f"main:has(#paper-{paper.value}:checked) .of:not(.{paper.value})" in html
    for verdict in {claim.verdict for claim in claims}:
        key = as_text.verdict_key(verdict)
        assert f'id="verdict-{key}"' in html
        assert f"main:has(#verdict-{key}:checked) .claim:not(.{key})" in html
        assert html.count(f'<details class="claim {key}"') == sum(claim.verdict is verdict for claim in claims)


def test_what_matters_most_comes_first_and_the_rest_is_folded(html: str, claims: list[Claim]):
    head, _, body = html.partition('<form class="filter">')
    for number, claim in enumerate(claims):
        matters = claim.verdict in (ClaimVerdict.CONTRADICTED, ClaimVerdict.FAILED)
        assert (f'href="#c{number}"' in head) == matters
        shows = claim.finding is not None and bool(claim.finding.figure)
        assert (f'id="c{number}" open>' in body) == (matters or shows)
    rows = re.findall(r"<tr><th>[^<].*?</tr>", head)
    assert len(rows) == len(Paper)
    counts = [[int(cell or 0) for cell in re.findall(r"<td>(\d*)</td>", row)] for row in rows]
    assert all(sum(row[:-1]) == row[-1] for row in counts) and sum(row[-1] for row in counts) == len(claims)


def test_every_entry_prints_kind_and_criterion(html: str, claims: list[Claim]):
    text = re.sub("</?code>", "`", unescape(html))
    for claim in claims:
        assert f"{claim.entry.kind.value}; criterion: {claim.entry.criterion}." in text
    for verdict in ClaimVerdict:
        assert verdict.meaning in text


def test_names_are_escaped():
    chapter = Chapter(Paper.AKB)
    chapter.entry("table <9>", "a < b & c", criterion="equal")(lambda bench: EntryResult("<i>", 1.0, True))
    claim = settle(chapter.entries[0], None)  # type: ignore[arg-type]
    html = papers_page([claim])
    assert "<i>" not in html and "a &lt; b &amp; c" in html


def test_data_and_text_agree(claims: list[Claim]):
    data = as_text.claims_json(claims)
    assert json.loads(json.dumps(data, allow_nan=False))["ok"] is True
    assert sum(data["verdicts"].values()) == len(data["entries"]) == len(claims)
    text = "\n".join(as_text.lines(claims))
    for paper in Paper:
        assert paper.title in text
    for claim in claims:
        assert f"{as_text.MARKS[claim.verdict]} {claim.entry.place}: {claim.entry.statement}" in text


def test_a_failure_shows_the_lines_that_differ(claims: list[Claim]):
    a3 = next(claim for claim in claims if claim.entry.place == "table A3")
    failed = Claim(a3.entry, ClaimVerdict.FAILED, "", a3.finding, 0.1)
    text = "\n".join(as_text.lines([failed]))
    assert "I3: printed 1.38 kg·m², here 1.602 kg·m²" in text and "I2:" not in text
    assert as_text.claims_json([failed])["ok"] is False


def test_numbers_are_short():
    assert as_text.with_unit(1.4899999999999998, "kg·m²") == "1.49 kg·m²"
    assert as_text.with_unit(None) == ""
    assert as_text.with_unit("2 + 3", "× and +") == "2 + 3 × and +"
