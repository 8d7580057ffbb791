"""Screenshots of every page for a look before a release (`make screenshots`), and what can be checked without a look.

They are written to the folder that the environment variable SCREENSHOTS names. Without it this module is skipped.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

FOLDER = os.environ.get("SCREENSHOTS", "")
browser = pytest.importorskip("helpers.browser")

pytestmark = [
    pytest.mark.tools,
    pytest.mark.skipif(not FOLDER, reason="make screenshots sets SCREENSHOTS"),
    pytest.mark.skipif(not browser.CHROMIUM, reason="no screenshots without a browser (apt install chromium)"),
]

ROOT = Path(__file__).parent.parent
SITE = ROOT / "build" / "docs"
EXAMPLE = ROOT / "examples" / "pick_and_place"
HIGHEST = 9000
"""Largest height of a screenshot, px; longer pages have several."""

COMPLETE = "document.readyState == 'complete'"

READY = "document.readyState == 'complete' && [...document.querySelectorAll('.figure')].every(e => e.childElementCount)"

HEIGHT = "document.documentElement.scrollHeight"

SCROLL = """
scrollTo({top: %d, behavior: 'instant'});
new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))
"""

WIDER = "document.documentElement.scrollWidth - innerWidth"

BROKEN_WORDS = """
[...document.querySelectorAll('h1, h2, h3')].flatMap(heading => {
  const found = [], walk = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) for (const word of node.textContent.matchAll(/[A-Za-z]{2,}/g)) {
    const range = document.createRange();
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) found.push(word[0]);
  }
  return found;
})
"""
"""Words of headings that continue on the next line."""

CLIPPED = """
[...document.querySelectorAll('pre, table')].filter(each => {
  for (let at = each; at && at !== document.body; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return false;
  return each.getBoundingClientRect().right > innerWidth;
}).length
"""
"""Number of pieces of code and tables that are too wide and cannot be scrolled."""

WHITE, BLOCK = 235, 16
"""Brightness, 0 to 255, above which a pixel counts as white; edge of a block whose pixels are all tested, px."""


def white_blocks(pixels: np.ndarray) -> int:
    """Number of blocks of a screenshot that are white; letters fill none."""
    height, width = (size // BLOCK * BLOCK for size in pixels.shape[:2])
    darkest = pixels[:height, :width].min(axis=-1).reshape(height // BLOCK, BLOCK, width // BLOCK, BLOCK)
    return int(np.sum(darkest.min(axis=(1, 3)) > WHITE))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Addresses of every kind of page, by the name of its screenshots."""
    from helpers.demo.offline import offline_run
    from helpers.replay.analyses import wrong_payload
    from helpers.replay.many_rows import rows

    from puma560_dynamics import identify, load_arm, load_model
    from puma560_dynamics.demo.report import run_page
    from puma560_dynamics.identification.identification_page import identification_page
    from puma560_dynamics.replay.many.many_page import summary_page
    from puma560_dynamics.replay.many.many_summary import summarise
    from puma560_dynamics.replay.report import comparison_page, replay_page
    from puma560_dynamics.replay.side_by_side import compare_analyses
    from puma560_dynamics.simulation.simulate import simulate
    from puma560_dynamics.simulation.simulation_page import simulation_page

    folder = tmp_path_factory.mktemp("pages")
    arm = load_arm("akb1986")
    model = load_model("generated", arm)
    analysis = wrong_payload()
    made = {
        "run": run_page(offline_run()),
        "simulate": simulation_page(simulate(model, np.zeros(arm.n), 5.0), model, "free swing"),
        "identify": identification_page(identify(EXAMPLE)),
        "replay": replay_page(analysis),
        "many": summary_page(summarise(rows()), rows()),
        "compare": comparison_page(compare_analyses(analysis, analysis)),
    }
    for name, text in made.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    site = {
        f"docs_{'_'.join(path.relative_to(SITE).with_suffix('').parts)}": path for path in sorted(SITE.rglob("*.html"))
    }
    assert site, "the documentation site is missing: run `make docs`"
    return {name: (folder / f"{name}.html").as_uri() for name in made} | {
        name: path.as_uri() for name, path in site.items() if not name.endswith(("genindex", "search", "py-modindex"))
    }


@pytest.fixture(scope="module")
def window() -> Iterator:
    made = browser.Browser()
    yield made
    made.close()


@pytest.mark.timeout(1500)
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_page_is_whole(pages: dict[str, str], window, theme: str, width: int) -> None:
    folder = Path(FOLDER).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    window.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
    faults = []
    for name, address in pages.items():
        size = {"width": width, "deviceScaleFactor": 1, "mobile": False}
        window.call("Emulation.setDeviceMetricsOverride", height=900, **size)
        window.complaints.clear()
        window.open(address)
        assert window.until(lambda: window.evaluate(COMPLETE)), name
        for _ in range(2):  # figures are drawn near the window, and may change the height
            height = int(window.evaluate(HEIGHT))
            window.call("Emulation.setDeviceMetricsOverride", height=min(HIGHEST, height), **size)
            for start in range(0, height, HIGHEST):
                window.evaluate(SCROLL % start)
        white = 0
        for part, start in enumerate(range(0, int(window.evaluate(HEIGHT)), HIGHEST)):
            window.evaluate(SCROLL % start)
            assert window.until(lambda: window.evaluate(READY)), name
            pixels = window.screenshot(folder / f"{name}_{theme}_{width}{f'_{part + 1}' if part else ''}.png")
            white += white_blocks(pixels)
        found = {
            "wider than the window by px": window.evaluate(WIDER),
            "words broken in headings": window.evaluate(BROKEN_WORDS),
            "code or tables cut off": window.evaluate(CLIPPED),
            "complaints": list(window.complaints),
        }
        if theme == "dark":
            found["white blocks"] = white
        faults += [f"{name}: {what}: {value}" for what, value in found.items() if value]
    assert window.hosts() <= {None, ""}
    assert not faults, "\n".join(faults)
