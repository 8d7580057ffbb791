"""The page of a replay as text: balanced, complete, with nothing from outside, whatever is missing."""

from __future__ import annotations

import base64
import gzip
import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from helpers.html_page import HtmlPage, checked
from helpers.replay.analyses import EXAMPLES, example, no_samples, one_joint_missing, touched, wrong_payload

from puma560_dynamics.check import Check
from puma560_dynamics.errors import Puma560Error
from puma560_dynamics.replay.report import comparison_page, replay_page, write_report
from puma560_dynamics.replay.report.joint_figures import joint_columns, term_columns
from puma560_dynamics.replay.report.overview import head, joint_links, why
from puma560_dynamics.replay.report.tables import statistics
from puma560_dynamics.replay.result import Analysis, Verdict
from puma560_dynamics.replay.side_by_side import compare_analyses

pytest.importorskip("bokeh")

CHECKS = [Check("rms ≤ 2 N·m", False, "RMS residual 3.1 N·m at joint1")]

NAMES = ("wrong_payload", "without_torque", "no_samples", "touched")
"""Examples that differ in what is on their pages; a page takes a second to make."""


@pytest.fixture(scope="module")
def sources() -> dict[str, str]:
    return {name: replay_page(EXAMPLES[name](), CHECKS) for name in NAMES}


@pytest.fixture(scope="module")
def pages(sources: dict[str, str]) -> dict[str, HtmlPage]:
    return {name: checked(source) for name, source in sources.items()}


@pytest.fixture(scope="module")
def without_a_worst_moment() -> str:
    """The page of a recording whose joint 1 has no worst moment."""
    whole = wrong_payload()
    empty = replace(whole.worst[0], time=np.zeros(0), gap=np.zeros(0, dtype=bool), low={}, high={},
                    mean={name: values[:0] for name, values in whole.worst[0].mean.items()})  # fmt: skip
    return replay_page(replace(whole, worst=(empty, *whole.worst[1:])))


def unpacked(data: dict) -> dict[str, np.ndarray]:
    """What the page's script makes of a source's data, written once more."""
    planes = np.frombuffer(gzip.decompress(base64.b64decode(data["data"])), np.uint8).astype(np.int64)
    differences = planes[: len(planes) // 2] + 256 * planes[len(planes) // 2 :]
    codes = np.cumsum(differences.reshape(len(data["names"]), data["count"]), axis=1) % 65536
    values = np.where(codes == 65535, np.nan, np.array(data["low"])[:, None] + np.array(data["step"])[:, None] * codes)
    return dict(zip(data["names"], values, strict=True))


@pytest.mark.parametrize("name", NAMES)
def test_the_title_names_the_recording(name: str, pages: dict[str, HtmlPage]) -> None:
    assert pages[name].title == f"Replay of {EXAMPLES[name]().name}: recording against model"
    assert EXAMPLES[name]().verdict.headline in pages[name].verdicts[0]


def test_the_page_is_small(sources: dict[str, str]) -> None:
    assert len(sources["wrong_payload"].encode()) < 1.3e6


def test_the_verdict_and_the_cause_come_first(pages: dict[str, HtmlPage]) -> None:
    text = pages["wrong_payload"].text
    assert (
        text.index("The model does not fit: payload")
        < text.index("90 % of the residual")
        < text.index("Joint by joint")
    )
    assert "2.10 kg" in text
    assert "4.6 %" in text
    assert "None of the tested causes explains" in why(example())


@pytest.mark.parametrize("name", NAMES)
def test_every_finding_and_topic_is_named(name: str, pages: dict[str, HtmlPage]) -> None:
    analysis = EXAMPLES[name]()
    for words in (*(each.message for each in analysis.findings), *(each.name for each in analysis.topics)):
        assert words in pages[name].text


def test_each_joint_has_its_figures(pages: dict[str, HtmlPage]) -> None:
    found = pages["wrong_payload"].data
    assert {"over-data", "speeds-data", "worst-data"} <= set(found)
    for joint in range(6):
        assert set(found[f"joint{joint}"]) == {"over-signals", "over-terms", "velocity", "worst-signals"}
    assert all(found == {} for name, found in pages["no_samples"].data.items() if name.startswith("joint"))
    assert "over-data" not in pages["no_samples"].data


def test_a_joint_has_a_place_for_each_figure_that_it_has_data_for(without_a_worst_moment: str) -> None:
    source = without_a_worst_moment
    found = [re.findall(r'data-figure="(\w+)" data-joint', part) for part in source.split('id="panel')[1:]]
    assert found == [["over", "speeds"], *(["over", "speeds", "worst"] for _ in range(5))]
    assert source.count("The largest residual of this joint in the recording") == 1
    assert re.findall(r'href="#panel(\d)"', source) == list("012345")


def test_figures_wait_for_every_column_that_a_joint_has(pages: dict[str, HtmlPage]) -> None:
    found = pages["wrong_payload"].data
    waiting = json.dumps([found[name] for name in ("over-data", "speeds-data", "worst-data")])
    for source, data in found["joint3"].items():
        assert f'"name": "{source}"' in waiting
        assert all(f'["{name}", []]' in waiting for name in data["names"])


def test_what_is_drawn_is_what_was_found(pages: dict[str, HtmlPage]) -> None:
    analysis = wrong_payload()
    traces, band = analysis.traces, analysis.band
    assert band is not None
    data = pages["wrong_payload"].data["joint1"]["over-signals"]
    signals = unpacked(data)
    for name in ("effort", "model", "residual"):
        values, step = signals[name], data["step"][data["names"].index(name)]
        np.testing.assert_allclose(values[np.isfinite(values)], traces.mean[name][:, 1], rtol=1e-6, atol=0.51 * step)
        assert step < 1e-4 * np.ptp(traces.mean[name][:, 1])
        assert np.isnan(values).sum() == 2 * traces.gap.sum()  # lines break at each gap
    beyond = np.isfinite(signals["outside"]).mean()
    assert beyond == pytest.approx(band.outside[1], abs=0.02)


def test_areas_close_at_gaps() -> None:
    signals = joint_columns(wrong_payload().traces, 1)
    gap = np.isnan(signals["residual"])
    np.testing.assert_array_equal(signals["model_low"][gap], signals["model_high"][gap])
    assert (signals["model_low"][~gap] < signals["model_high"][~gap]).all()


def test_terms_add_up_to_the_model() -> None:
    total = term_columns(wrong_payload().traces, 0)["sum"]
    step = len(example().traces.time) // 800 + 1
    expected = wrong_payload().traces.mean["model"][::step, 0]
    np.testing.assert_allclose(total[np.isfinite(total)], expected, rtol=0, atol=1e-5)


def test_a_joint_without_a_worst_moment_has_none(without_a_worst_moment: str) -> None:
    """And the others keep theirs."""
    found = checked(without_a_worst_moment).data
    assert "worst-signals" not in found["joint0"]
    for joint in range(1, 6):
        time = unpacked(found[f"joint{joint}"]["worst-signals"])["time"]
        np.testing.assert_allclose(time, wrong_payload().worst[joint].time, atol=1e-4)


def test_a_joint_without_effort_is_marked() -> None:
    analysis = one_joint_missing()
    assert joint_links(analysis).count("nothing to compare") == 1
    words = joint_links(analysis) + statistics(analysis) + head(analysis, []) + why(analysis)
    assert not re.search(r"\b(nan|inf|None)\b", words)
    assert {"residual", "effort"} & set(joint_columns(analysis.traces, 3)) == set()
    assert {"residual", "effort", "outside"} <= set(joint_columns(analysis.traces, 1))


def test_checks_are_listed(pages: dict[str, HtmlPage]) -> None:
    assert "✗ rms ≤ 2 N·m RMS residual 3.1 N·m at joint1" in pages["no_samples"].text


def test_names_of_a_recording_are_no_markup() -> None:
    nasty = "</script><b>&"
    analysis = replace(no_samples(), name=nasty, verdict=Verdict("bad", nasty, nasty))
    found = checked(replay_page(analysis))
    assert found.text.count(nasty) >= 3


def test_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_report(no_samples(), tmp_path / "a.html")
    assert [path.name for path in tmp_path.iterdir()] == ["a.html"]
    with pytest.raises(Puma560Error, match="cannot be written"):
        write_report(no_samples(), tmp_path / "none" / "a.html")
    monkeypatch.setattr(sys.modules[write_report.__module__], "replay_page", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        write_report(no_samples(), tmp_path / "b.html")
    assert [path.name for path in tmp_path.iterdir()] == ["a.html"]


def undrawn(analysis: Analysis) -> Analysis:
    """The same without signals, which take time to draw."""
    return replace(analysis, traces=no_samples().traces)


@pytest.mark.parametrize("name", sorted(set(EXAMPLES) - {"without_effort"}))
def test_any_comparison_is_a_page(name: str) -> None:
    found = checked(comparison_page(compare_analyses(undrawn(example()), undrawn(EXAMPLES[name]()))))
    assert "compared with" in found.title


def test_a_comparison_draws_both() -> None:
    found = checked(comparison_page(compare_analyses(undrawn(example()), undrawn(wrong_payload()))))
    assert "Worse at joint1" in found.text
    bars = json.dumps(found.data["bars-data"])
    shares = 100.0 * wrong_payload().total["effort"].rms / wrong_payload().arm.maximum_torque
    assert shares.tobytes() in held(bars)


def held(figure: str) -> list[bytes]:
    """The arrays in a figure's data, as Bokeh compresses them."""
    return [gzip.decompress(base64.b64decode(each)) for each in re.findall(r'"data": "([^"]+)"', figure)]


def test_contacts_are_listed_and_shaded(pages: dict[str, HtmlPage], sources: dict[str, str]) -> None:
    text = pages["touched"].text
    assert "14 ± 3" in text
    assert "the shaded times" in text
    drawn = json.dumps(pages["touched"].data["over-data"])
    for contact in touched().contacts:  # in the plots of torques and of the residual
        assert drawn.count(f'"left": {contact.start}, "right": {contact.end}') == 2
    assert "No contact was found" in pages["wrong_payload"].text
    assert "the shaded times" not in pages["wrong_payload"].text


def test_without_a_script_a_sentence_leads_to_the_tables(sources: dict[str, str]) -> None:
    for name, source in sources.items():
        assert source.count("<noscript>") == (1 if "data-figure=" in source else 0), name
        assert source.count("with JavaScript, which is switched off here") == source.count("<noscript>")


@pytest.mark.parametrize(("acceleration", "other"), [("filtered, 15 Hz", True), ("recorded reference", False)])
def test_published_terms_of_another_acceleration_are_explained(acceleration: str, other: bool):
    shown = wrong_payload()
    page = replay_page(replace(shown, sources={**shown.sources, "acceleration": acceleration}))
    assert ("another source than the node" in page) == other
