"""The page in a real browser: drawn, quiet, off-line, and alive."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from helpers.replay.analyses import wrong_payload

pytest.importorskip("bokeh")
browser = pytest.importorskip("helpers.browser")

from puma560_dynamics.replay.report import write_comparison, write_report  # noqa: E402
from puma560_dynamics.replay.side_by_side import compare_analyses  # noqa: E402

pytestmark = [pytest.mark.tools, pytest.mark.skipif(not browser.CHROMIUM, reason="no Chromium")]

COLOURS = """
(() => {
  const canvases = [];
  const walk = node => {
    for (const each of node.querySelectorAll('*')) {
      if (each.tagName === 'CANVAS') canvases.push(each);
      if (each.shadowRoot) walk(each.shadowRoot);
    }
  };
  walk(document.getElementById('%s'));
  const seen = new Set();
  for (const canvas of canvases) {
    if (!canvas.width || !canvas.height) continue;
    const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    for (const pixel of new Uint32Array(data.buffer)) seen.add(pixel);
  }
  return %s.filter(each => seen.has(each)).length;
})()
"""
"""How many of some colours (RGBA, lowest byte first) are in the canvases of a place."""

LINES = [0xFFB27200, 0xFF222222]
"""The model's and the measured effort's."""

DRAWN = "[...document.querySelectorAll('.figure')].map(each => each.childElementCount)"

FIND = "Bokeh.documents.map(d => d.get_model_by_name('{}')).filter(Boolean)"

RANGES = f"{FIND.format('over-time')}.map(r => [r.start, r.end])"

ENTRIES = """
(() => {
  const found = [];
  const walk = node => {
    for (const each of node.querySelectorAll('*')) {
      if (each.id.startsWith('item_')) found.push(each.getBoundingClientRect());
      if (each.shadowRoot) walk(each.shadowRoot);
    }
  };
  const places = [...document.querySelectorAll('.figure')];
  places.forEach(walk);
  return [found.length, Math.max(...found.map(each => each.right)), Math.max(...places.map(
    each => each.getBoundingClientRect().right)), new Set(found.map(each => each.left)).size];
})()
"""
"""Entries of the legends: their number, the right end of the last one and of the figures, how many columns."""

EFFORT = f"[...{FIND.format('over-signals')}[{{}}].data.effort.slice(0, 5)]"


OVERLAPPING = """
(() => {
  const boxes = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) {
    const parent = node.parentElement, words = node.textContent.trim();
    if (!words || ['SCRIPT', 'STYLE'].includes(parent.tagName) || parent.closest('details:not([open]) > :not(summary)'))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) if (box.width > 1) boxes.push([words, box]);
  }
  const found = [];
  boxes.forEach(([one, a], index) => { for (const [other, b] of boxes.slice(index + 1)) {
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (width > 2 && height > 3) found.push([one, other]);
  } });
  return [boxes.length, found];
})()
"""
"""Number of pieces of text on the page outside of canvases, and pairs whose boxes intersect."""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("report") / "replay.html"
    write_report(wrong_payload(), path)
    return path.as_uri()


@pytest.fixture(scope="module")
def page(report: str) -> Iterator:
    """In a narrow window, the worst case."""
    window = browser.Browser(420, 900)
    try:
        window.open(report)
        assert window.until(lambda: window.evaluate("typeof Bokeh == 'object' && !!document.querySelector('#panel5')"))
        assert window.until(lambda: all(window.evaluate(DRAWN)), 240.0), "a figure is not drawn"
        yield window
    finally:
        window.close()


def test_a_wide_window_is_filled(report: str) -> None:
    window = browser.Browser(1400, 900)
    try:
        window.open(report)
        colours = COLOURS % ("over0", LINES)
        assert window.until(lambda: window.evaluate("!!document.getElementById('over0')"))
        assert window.until(lambda: window.evaluate(colours) == len(LINES), 240.0), "joint 1 is blank"
        wide = "document.getElementById('over0').offsetWidth"
        assert window.evaluate(f"{wide} > 700 && document.documentElement.scrollWidth <= innerWidth")
        assert window.complaints == []
    finally:
        window.close()


def test_legends_stay_whole_when_the_window_changes_its_width(report: str) -> None:
    window = browser.Browser(1000, 900)

    def whole() -> bool:
        count, right, end, _ = window.evaluate(ENTRIES)
        return bool(count > 20 and right <= end)

    try:
        window.open(report)
        assert window.until(lambda: window.evaluate("typeof Bokeh == 'object' && !!document.querySelector('#panel5')"))
        assert window.until(lambda: all(window.evaluate(DRAWN)), 240.0)
        assert whole()
        columns = window.evaluate(ENTRIES)[3]
        for width in (390, 1000):
            size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
            window.call("Emulation.setDeviceMetricsOverride", **size)
            fewer = width < 1000
            assert window.until(lambda fewer=fewer: whole() and (window.evaluate(ENTRIES)[3] < columns) is fewer, 30.0)
        assert window.complaints == []
    finally:
        window.close()


def test_every_joint_is_drawn_off_line_and_without_complaint(page) -> None:
    """Without a step of the reader: a capture of the whole page shows them all."""
    for joint in range(6):
        for figure in ("over", "worst"):
            assert page.until(lambda place=f"{figure}{joint}": page.evaluate(COLOURS % (place, LINES)) == len(LINES)), (
                f"joint {joint + 1} is blank"
            )
        first = page.evaluate(EFFORT.format(joint))
        np.testing.assert_allclose(first, wrong_payload().traces.mean["effort"][:5, joint], atol=0.01)
    assert len(page.evaluate(DRAWN)) >= 3 * 6
    assert page.hosts() <= {None, ""}
    assert all(url.startswith(("file:", "data:", "blob:")) for url in page.requests)
    assert page.complaints == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_places_are_as_high_as_their_figures(page) -> None:
    """What is drawn later does not move what is read."""
    heights = page.evaluate(
        "[...document.querySelectorAll('.figure[data-joint]')].map(e => [e.offsetHeight, parseInt(e.style.minHeight)])"
    )
    assert all(abs(real - kept) <= 20 for real, kept in heights), heights


def test_a_stretch_of_time_is_chosen_for_all_joints(page) -> None:
    whole = page.evaluate(RANGES)
    assert len(whole) == 6
    page.evaluate("document.getElementById('over1').scrollIntoView()")
    x, y = page.evaluate(
        "(r => [r.x + 0.3 * r.width, r.y + 200])(document.getElementById('over1').getBoundingClientRect())"
    )
    for kind, place in (("mousePressed", x), ("mouseMoved", x + 40), ("mouseMoved", x + 80), ("mouseReleased", x + 80)):
        page.call("Input.dispatchMouseEvent", type=kind, x=place, y=y, button="left", buttons=1, clickCount=1)
    assert page.until(lambda: page.evaluate(RANGES)[4] != whole[4]), "dragging does not zoom the other joints"
    zoomed = page.evaluate(RANGES)
    assert whole[0][0] < zoomed[0][0] < zoomed[0][1] < whole[0][1]
    assert all(each == zoomed[0] for each in zoomed)


def test_a_link_leads_to_its_joint_and_is_marked(page) -> None:
    page.evaluate("document.querySelector('.joints a[href=\"#panel3\"]').click()")
    marked = "[...document.querySelectorAll('.joints a[aria-current]')].map(each => each.hash)"
    assert page.until(lambda: page.evaluate(marked) == ["#panel3"])
    top, links = page.evaluate(
        "['#panel3 h3', '.joints'].map(each => document.querySelector(each).getBoundingClientRect())"
        ".map((r, at) => at ? r.bottom : r.top)"
    )
    assert top >= links, "the links cover the heading"


def test_paper_is_light_and_unfolded(page) -> None:
    style = "(name, key) => getComputedStyle(document.querySelector(name))[key]"
    dark = [{"name": "prefers-color-scheme", "value": "dark"}]
    try:
        page.call("Emulation.setEmulatedMedia", features=dark)
        assert "invert(1)" in page.evaluate(f"({style})('.figure', 'filter')")
        page.call("Emulation.setEmulatedMedia", media="print", features=dark)
        assert page.evaluate(f"({style})('.figure', 'filter')") == "none"
        assert page.evaluate(f"({style})('body', 'backgroundColor')") == "rgb(255, 255, 255)"
        assert page.evaluate(f"({style})('.joints', 'display')") == "none"
        assert page.evaluate("[...document.querySelectorAll('.figure')].every(each => each.checkVisibility())")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert page.evaluate("document.querySelectorAll('details:not([open])').length") == 0
        widths = page.evaluate(
            "[...document.querySelectorAll('.figure')].map(each => each.offsetWidth * each.style.zoom)"
        )
        assert max(widths) <= 691
    finally:
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        page.call("Emulation.setEmulatedMedia", media="", features=[])
    assert page.evaluate("document.querySelectorAll('details[open]').length") == 0


def test_a_comparison_is_drawn(tmp_path: Path) -> None:
    write_comparison(compare_analyses(wrong_payload(), wrong_payload()), tmp_path / "both.html")
    window = browser.Browser(1000, 900)
    try:
        window.open((tmp_path / "both.html").as_uri())
        assert window.until(lambda: window.evaluate("typeof Bokeh == 'object' && !!document.getElementById('both5')"))
        assert window.until(lambda: all(window.evaluate(DRAWN)), 240.0)
        for name in ("before", "after"):
            sources = FIND.format(f"{name}-signals")
            lengths = f"{sources}.map(each => each.data.time.length)"
            assert window.until(lambda lengths=lengths: [n > 99 for n in window.evaluate(lengths)] == 6 * [True])
        assert window.hosts() <= {None, ""}
        assert window.complaints == []
    finally:
        window.close()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_long_names_of_joints_do_not_overlap_numbers(width: int, colours: str, tmp_path: Path) -> None:
    found = wrong_payload()
    names = [f"left_arm_{part}_joint" for part in ("shoulder_pan", "shoulder_lift", "elbow", "wrist_1", "wrist_2", "x")]
    joints = tuple(replace(joint, name=name) for joint, name in zip(found.arm.joints, names, strict=True))
    path = tmp_path / "long.html"
    write_report(replace(found, arm=found.arm.with_(joints=joints)), path)
    window = browser.Browser(width, 900)
    try:
        window.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": colours}])
        window.open(path.as_uri())
        assert window.until(lambda: window.evaluate("!!document.querySelector('#panel5')"))
        count, overlapping = window.evaluate(OVERLAPPING)
        assert count > 100 and overlapping == []
        assert window.evaluate("document.documentElement.scrollWidth <= innerWidth")
    finally:
        window.close()
