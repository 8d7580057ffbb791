"""The page in a real browser: drawn, quiet, off-line, and alive."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.replay.analyses import wrong_payload

pytest.importorskip("bokeh")
browser = pytest.importorskip("helpers.browser")

from puma560_dynamics.replay.report import write_comparison, write_report  # noqa: E402
from puma560_dynamics.replay.side_by_side import compare_analyses  # noqa: E402

pytestmark = pytest.mark.skipif(not browser.CHROMIUM, reason="no Chromium")

COLOURS = """
(() => {
  const canvases = [];
  const walk = node => {
    for (const each of node.querySelectorAll('*')) {
      if (each.tagName === 'CANVAS') canvases.push(each);
      if (each.shadowRoot) walk(each.shadowRoot);
    }
  };
  walk(document.getElementById('over'));
  const seen = new Set();
  for (const canvas of canvases) {
    if (!canvas.width || !canvas.height) continue;
    const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    for (const pixel of new Uint32Array(data.buffer)) seen.add(pixel);
  }
  return %s.filter(each => seen.has(each)).length;
})()
"""
"""How many of some colours (RGBA, lowest byte first) are in the joints' canvases."""

LINES = [0xFFB27200, 0xFF222222]
"""The model's and the measured effort's."""

FIND = "Bokeh.documents.map(d => d.get_model_by_name('{}')).filter(Boolean)[0]"

RANGE = f"(r => [r.start, r.end])({FIND.format('over-time')})"

SHOWN = f"(s => [s.shown, ...s.data.effort.slice(0, 5)])({FIND.format('over-signals')})"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("report") / "replay.html"
    write_report(wrong_payload(), path)
    return path.as_uri()


@pytest.fixture(scope="module", params=[1400, 420])
def page(request: pytest.FixtureRequest, report: str) -> Iterator:
    window = browser.Browser(request.param, 900)
    try:
        window.open(report)
        assert window.until(lambda: window.evaluate("typeof Bokeh == 'object' && !!document.querySelector('#tab5')"))
        yield window
    finally:
        window.close()


def shown(window: Any, joint: int) -> bool:
    """Choose a joint, and wait for its data and for lines."""
    window.evaluate(f"document.getElementById('tab{joint}').click()")
    window.evaluate("document.getElementById('over').scrollIntoView()")
    if not window.until(lambda: window.evaluate(f"!!{FIND.format('over-signals')} && {SHOWN}[0] === {joint}")):
        return False
    return window.until(lambda: window.evaluate(COLOURS % LINES) == len(LINES))


def test_every_joint_is_drawn_off_line_and_without_complaint(page) -> None:
    for joint in range(6):
        assert shown(page, joint), f"joint {joint + 1} is blank"
        first = page.evaluate(SHOWN)[1:]
        np.testing.assert_allclose(first, wrong_payload().traces.mean["effort"][:5, joint], atol=0.01)
        assert page.evaluate("document.querySelector('.chosen').textContent").startswith(f"joint{joint + 1}")
    assert page.hosts() <= {None, ""}
    assert all(url.startswith(("file:", "data:", "blob:")) for url in page.requests)
    assert page.complaints == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_stretch_of_time_goes_with_the_joints(page) -> None:
    assert shown(page, 1)
    whole = page.evaluate(RANGE)
    x, y = page.evaluate(
        "(r => [r.x + 0.3 * r.width, r.y + 200])(document.getElementById('over').getBoundingClientRect())"
    )
    for kind, place in (("mousePressed", x), ("mouseMoved", x + 40), ("mouseMoved", x + 80), ("mouseReleased", x + 80)):
        page.call("Input.dispatchMouseEvent", type=kind, x=place, y=y, button="left", buttons=1, clickCount=1)
    assert page.until(lambda: page.evaluate(RANGE) != whole), "dragging does not zoom"
    zoomed = page.evaluate(RANGE)
    assert whole[0] < zoomed[0] < zoomed[1] < whole[1]
    assert shown(page, 4)
    assert page.evaluate(RANGE) == zoomed
    assert page.evaluate("document.getElementById('panel1').hidden")


def test_every_figure_is_drawn_without_scrolling(page) -> None:
    """A capture of the whole page shows them all."""
    page.evaluate("scrollTo(0, 0)")
    drawn = "[...document.querySelectorAll('.figure')].map(each => each.childElementCount)"
    assert page.until(lambda: all(page.evaluate(drawn)))
    assert len(page.evaluate(drawn)) >= 3


def test_paper_shows_every_joint_light_and_unfolded(page) -> None:
    style = "(name, key) => getComputedStyle(document.querySelector(name))[key]"
    dark = [{"name": "prefers-color-scheme", "value": "dark"}]
    try:
        page.call("Emulation.setEmulatedMedia", features=dark)
        assert "invert(1)" in page.evaluate(f"({style})('.figure', 'filter')")
        assert page.evaluate(f"({style})('.printed', 'display')") == "none"
        page.call("Emulation.setEmulatedMedia", media="print", features=dark)
        assert page.evaluate(f"({style})('.figure', 'filter')") == "none"
        assert page.evaluate(f"({style})('body', 'backgroundColor')") == "rgb(255, 255, 255)"
        assert page.evaluate(f"({style})('.chooser', 'display')") == "none"
        shown = "[...document.querySelectorAll('.printed svg')].filter(each => each.checkVisibility()).length"
        assert page.evaluate(shown) == 6
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
        window.until(lambda: window.evaluate("!!document.getElementById('both') && typeof Bokeh == 'object'"))
        window.evaluate("document.getElementById('both').scrollIntoView()")
        for name in ("before", "after"):
            source = FIND.format(f"{name}-signals")
            assert window.until(lambda source=source: window.evaluate(f"!!{source} && {source}.data.time.length > 99"))
        assert window.hosts() <= {None, ""}
        assert window.complaints == []
    finally:
        window.close()
