"""Write docs/images/view.png, a picture of the live page while the arm moves: ``python -m tools.live_page``.

This takes about a minute, and needs the packages of ``puma560 run --view`` and Chromium.
"""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parent.parent
OUTPUT = ROOT / "docs" / "images" / "view.png"
sys.path.insert(0, str(ROOT / "test"))

from helpers.browser import Browser  # noqa: E402

DOMAIN = "71"
WIDTH, HEIGHT = 1280, 840
MOVING = """[...document.querySelectorAll("*")].some(e => /^[+−]?\\d\\d\\.\\d \\/ /.test(e.textContent.trim()))"""
"""JavaScript that tests whether a torque of at least 10 N·m is shown, so that the arm is moving."""

DRAWN = 15.0
"""Standard deviation of the grey values in the left half above which the arm is drawn; initially all is white."""

CLOSE_NOTICE = """document.querySelectorAll(".mantine-Notification-closeButton").forEach(e => e.click())"""
"""JavaScript that closes the notice about a missing graphics card, which covers the arm."""


def main() -> None:
    """Start a run, open its live page, and write a picture."""
    command = [sys.executable, "-m", "puma560_dynamics.cli", "run", "--view", "--view-port", "0", "--keep-running"]
    run = subprocess.Popen(
        [*command, "--duration", "8", "--domain", DOMAIN, "-o", tempfile.mkdtemp()],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert run.stderr is not None
    address = next(found[1] for line in run.stderr if (found := re.search(r"live page: (http://\S+)", line)))
    browser = Browser(WIDTH, HEIGHT)
    try:
        browser.open(address)
        assert browser.until(lambda: "gate open" in browser.text(), 300), browser.text()
        assert browser.until(lambda: browser.screenshot()[:, : WIDTH // 2].std() > DRAWN, 300)
        browser.evaluate(CLOSE_NOTICE)
        time.sleep(1.0)  # the notice fades
        assert browser.until(lambda: "gate open" in browser.text() and browser.evaluate(MOVING), 300)
        browser.screenshot(OUTPUT)
    finally:
        browser.close()
        run.send_signal(signal.SIGINT)
        run.wait()
    with Image.open(OUTPUT) as picture:
        picture.convert("RGB").save(OUTPUT, optimize=True)


if __name__ == "__main__":
    main()
