"""The page in a real browser: drawn, quiet, off-line, and alive."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from analyses import wrong_payload

pytest.importorskip("bokeh")
browser = pytest.importorskip("browser")

from puma560_dynamics.replay.compare import compare  # noqa: E402
from puma560_dynamics.replay.report import write_comparison, write_report  # noqa: E402

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
  walk(document.getElementById('over%d'));
  const seen = new Set();
  for (const canvas of canvases) {
    if (!canvas.width || !canvas.height) continue;
    const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    for (const pixel of new Uint32Array(data.buffer)) seen.add(pixel);
  }
  return %s.filter(each => seen.has(each)).length;
})()
"""
"""How many of some colours (RGBA, lowest byte first) are in a joint's canvases."""

LINES = [0xFFB27200, 0xFF222222]
"""The model's and the measured effort's."""

RANGE = "Bokeh.documents.map(d => d.get_model_by_name('time{}')).filter(Boolean).map(r => [r.start, r.end])[0]"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("report") / "replay.html"
    write_report(wrong_payload(), path)
    return path.as_uri()


@pytest.fixture(params=[1400, 420])
def page(request: pytest.FixtureRequest, report: str) -> Iterator:
    window = browser.Browser(request.param, 900)
    try:
        window.open(report)
        assert window.until(lambda: window.evaluate("typeof Bokeh == 'object' && !!document.querySelector('#tab5')"))
        yield window
    finally:
        window.close()


def shown(window: object, joint: int) -> bool:
    """Choose a joint, scroll to it, and wait for its lines."""
    window.evaluate(f"document.getElementById('tab{joint}').click()")
    window.evaluate(f"document.getElementById('over{joint}').scrollIntoView()")
    return window.until(lambda: window.evaluate(COLOURS % (joint, LINES)) == len(LINES), 20)


def test_every_joint_is_drawn_off_line_and_without_complaint(page) -> None:
    for joint in range(6):
        assert shown(page, joint), f"joint {joint + 1} is blank"
    assert page.hosts() <= {None, ""}
    assert all(url.startswith(("file:", "data:", "blob:")) for url in page.requests)
    assert page.complaints == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_stretch_of_time_goes_with_the_joints(page) -> None:
    assert shown(page, 1)
    whole = page.evaluate(RANGE.format(1))
    x, y = page.evaluate(
        "(r => [r.x + 0.3 * r.width, r.y + 200])(document.getElementById('over1').getBoundingClientRect())"
    )
    for kind, place in (("mousePressed", x), ("mouseMoved", x + 40), ("mouseMoved", x + 80), ("mouseReleased", x + 80)):
        page.call("Input.dispatchMouseEvent", type=kind, x=place, y=y, button="left", buttons=1, clickCount=1)
    assert page.until(lambda: page.evaluate(RANGE.format(1)) != whole, 10), "dragging does not zoom"
    start, end = page.evaluate(RANGE.format(1))
    assert whole[0] < start < end < whole[1]
    assert shown(page, 4)
    assert page.evaluate(RANGE.format(4)) == pytest.approx([start, end])
    assert page.evaluate("document.getElementById('panel1').hidden")


def test_a_comparison_is_drawn(tmp_path: Path) -> None:
    write_comparison(compare(wrong_payload(), wrong_payload()), tmp_path / "both.html")
    window = browser.Browser(1000, 900)
    try:
        window.open((tmp_path / "both.html").as_uri())
        assert window.until(lambda: window.evaluate("typeof Bokeh == 'object' && Bokeh.documents.length >= 1"))
        assert window.hosts() <= {None, ""}
        assert window.complaints == []
    finally:
        window.close()
