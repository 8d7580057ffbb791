"""A page with drawings in a browser: at once as SVG, then zoomable, with values at the pointer, and SVG in print."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("matplotlib")
pytest.importorskip("bokeh")
browser = pytest.importorskip("helpers.browser")

from matplotlib.figure import Figure  # noqa: E402

from puma560_dynamics.arm import Arm  # noqa: E402
from puma560_dynamics.models.load import load_model  # noqa: E402
from puma560_dynamics.report.interactive import interactive  # noqa: E402
from puma560_dynamics.report.page import verdict  # noqa: E402
from puma560_dynamics.report.svg import shown  # noqa: E402
from puma560_dynamics.simulation.simulate import simulate  # noqa: E402
from puma560_dynamics.simulation.simulation_page import simulation_page  # noqa: E402

pytestmark = [pytest.mark.tools, pytest.mark.skipif(not browser.CHROMIUM, reason="no Chromium")]

LIVE = "document.querySelectorAll('.plot.live').length"

STILL = "[...document.querySelectorAll('.still')].map(e => e.getBoundingClientRect().height > 100)"

OVER = "[...document.querySelectorAll('.figure')].map(e => e.getBoundingClientRect().height > 100)"

RANGE = "(r => [r.start, r.end])(Bokeh.documents[0].roots()[0].children[0].x_range)"

TOOLTIP = """
(() => {
  const found = [];
  const walk = node => { for (const each of node.querySelectorAll('*')) {
    if (each.classList.contains('bk-Tooltip')) found.push(each.shadowRoot.textContent);
    if (each.shadowRoot) walk(each.shadowRoot);
  } };
  walk(document);
  return found.join(' ');
})()
"""

FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint').map(e => e.startTime)[0] || 0"


@pytest.fixture(scope="module")
def address(arm: Arm, tmp_path_factory: pytest.TempPathFactory) -> str:
    model = load_model("generated", arm)
    path = tmp_path_factory.mktemp("page") / "simulation.html"
    path.write_text(simulation_page(simulate(model, np.zeros(arm.n), 0.5), model, "free swing"), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def window() -> Iterator:
    made = browser.Browser(1280, 900)
    yield made
    made.close()


def mouse(window, *places: tuple[str, float, float]) -> None:
    for kind, x, y in places:
        window.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)


def test_values_at_the_pointer_zoom_and_print(address: str, window) -> None:
    window.open(address)
    assert window.until(lambda: window.evaluate(LIVE) >= 1)
    window.evaluate("[...document.querySelectorAll('.plot')].at(-1).scrollIntoView()")
    assert window.until(lambda: window.evaluate(LIVE) == 2)
    assert window.evaluate(STILL) == [False, False]
    window.evaluate("document.querySelector('.figure').scrollIntoView()")
    box = window.evaluate("(r => [r.x, r.y, r.width])(document.querySelector('.figure').getBoundingClientRect())")
    x, y = box[0] + 0.5 * box[2], box[1] + 120

    def pointed() -> bool:
        window.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        return "joint6" in window.evaluate(TOOLTIP)

    assert window.until(pointed), "no values at the pointer"
    assert "time" in window.evaluate(TOOLTIP)
    assert window.evaluate(RANGE) == [0.0, 0.5]
    mouse(
        window,
        ("mousePressed", x, y),
        ("mouseMoved", x + 50, y),
        ("mouseMoved", x + 100, y),
        ("mouseReleased", x + 100, y),
    )
    assert window.until(lambda: 0.2 < window.evaluate(RANGE)[0] < window.evaluate(RANGE)[1] < 0.35), "no zoom"
    window.call("Emulation.setEmulatedMedia", media="print")
    assert window.evaluate(STILL) == [True, True]
    assert window.evaluate(OVER) == [False, False]
    assert window.complaints == []
    assert window.hosts() <= {None, ""}


def test_the_drawings_are_seen_within_two_seconds_and_without_the_script(address: str, window) -> None:
    """With a processor that is four times slower; the time is that of the page, from the start of its loading."""
    window.call("Emulation.setCPUThrottlingRate", rate=4)
    window.open(address)
    assert window.until(lambda: window.evaluate(FIRST_PAINT))
    assert window.evaluate(FIRST_PAINT) < 2000.0
    window.call("Emulation.setCPUThrottlingRate", rate=1)
    window.call("Emulation.setScriptExecutionDisabled", value=True)
    window.open(address)
    assert window.until(lambda: window.evaluate(STILL) == [True, True])
    assert window.evaluate(OVER) == [False, False]


def test_figures_far_below_the_window_are_drawn_when_they_come_near(window, tmp_path: Path) -> None:
    figures = []
    for name in ("First", "Second"):
        figure = Figure()
        figure.add_subplot().plot([0.0, 1.0], [0.0, 1.0])
        figure.set_label(name)
        figures.append(shown(figure))
    page = interactive("Figures", verdict("good", "Good", ""), '<div style="height:3000px"></div>'.join(figures))
    (tmp_path / "page.html").write_text(page)
    window.open((tmp_path / "page.html").as_uri())
    assert window.until(lambda: window.evaluate(STILL) == [False, True])
    window.evaluate("[...document.querySelectorAll('.plot')].at(-1).scrollIntoView()")
    assert window.until(lambda: window.evaluate(STILL) == [False, False])
    assert window.complaints == []


def test_texts_that_would_overlap_are_hidden_on_a_narrow_page(window, tmp_path: Path) -> None:
    figure = Figure()
    figure.add_subplot().annotate("5.2", (0.5, 0.5))
    figure.set_label("A number")
    (tmp_path / "page.html").write_text(interactive("A number", verdict("good", "Good", ""), shown(figure)))
    window.open((tmp_path / "page.html").as_uri())
    visible = "[...Bokeh.documents[0].all_models].filter(e => e.type === 'Label').map(e => e.visible)"
    assert window.until(lambda: window.evaluate(LIVE) == 1)
    assert window.evaluate(visible) == [True]
    window.call("Emulation.setDeviceMetricsOverride", width=390, height=900, deviceScaleFactor=1, mobile=False)
    assert window.until(lambda: window.evaluate(visible) == [False])
