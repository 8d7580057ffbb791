"""The page as a browser shows it: headless Chromium looks at a real server on loopback."""

from __future__ import annotations

import asyncio
import http.client
import socket
import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.description.urdf import urdf

viser = pytest.importorskip("viser", reason="needs viser (pip install '.[view]')")
pytest.importorskip("yourdfpy", reason="needs yourdfpy (pip install '.[view]')")

from helpers.browser import CHROMIUM, Browser  # noqa: E402

from puma560_dynamics.errors import MissingDependencyError  # noqa: E402
from puma560_dynamics.view import panel  # noqa: E402
from puma560_dynamics.view.drawn_robot import DrawnRobot, read_robot  # noqa: E402
from puma560_dynamics.view.panel import worst_state  # noqa: E402
from puma560_dynamics.view.snapshot import Snapshot, Status  # noqa: E402
from puma560_dynamics.view.view_page import WIDTH, Page  # noqa: E402
from puma560_dynamics.view.view_style import VERDICTS  # noqa: E402


@pytest.fixture(scope="module")
def robot(arm: Arm) -> DrawnRobot:
    """The paper's arm, to draw."""
    return read_robot(urdf(arm))


@pytest.fixture
def page() -> Iterator[Page]:
    """A page on any free port."""
    made = Page(port=0)
    yield made
    made.close()


@pytest.fixture
def shot(robot: DrawnRobot) -> Snapshot:
    """A snapshot with something in every part."""
    return Snapshot(
        robot.joint_names, robot.limits, position=np.array([0.3, -1.0, 1.5, 0.0, 0.4, 0.0]),
        torque=np.array([9.76, -93.2, 80.46, 0.0, 0.0, 0.0]), torque_source="sent by feedforward_node",
        terms={"gravity": np.full(6, 1.5), "motor_inertia": np.full(6, -0.25)}, residual=np.full(6, 2e-14),
        gate="fading_in", trips={"limit": 2}, statuses=(Status("validator_node: residual", 0, "models agree"),),
        silent=0.0,
    )  # fmt: skip


def test_it_serves_loopback_alone_and_the_next_port_if_one_is_taken(page: Page):
    connection = http.client.HTTPConnection("127.0.0.1", page.port, timeout=10)
    connection.request("GET", "/")
    assert b"<html" in connection.getresponse().read().lower()
    listening = {}
    for family in ("tcp", "tcp6"):
        for line in open(f"/proc/net/{family}", encoding="utf-8").readlines()[1:]:  # noqa: PTH123, SIM115
            address, port = line.split()[1].split(":")
            if line.split()[3] == "0A" and int(port, 16) == page.port:
                listening[family] = address
    assert listening == {"tcp": "0100007F"}  # 127.0.0.1, and nothing else
    second = Page(port=page.port)
    assert second.port > page.port
    assert second.url == f"http://127.0.0.1:{second.port}"
    second.close()
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", second.port))  # free again


def test_no_client_can_open_a_tunnel_to_the_internet(page: Page, monkeypatch: pytest.MonkeyPatch):
    """The library's server does so for any client of the web socket."""
    asked = []
    monkeypatch.setattr("viser._viser.ViserTunnel", lambda *arguments: asked.append(arguments))
    server = page._server
    handle = server._websock_server._handle_incoming_message(0, viser._messages.ShareUrlRequest())
    asyncio.run_coroutine_threadsafe(handle, server.get_event_loop()).result(10)
    server._thread_executor.shutdown(wait=True)
    assert asked == []


def test_without_viser_the_advice_is_to_install_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(__import__("sys").modules, "viser", None)
    with pytest.raises(MissingDependencyError, match=r"viser.*puma560_dynamics\[view\]"):
        Page(port=0)


def test_unchanged_parts_are_not_sent_again(page: Page, robot: DrawnRobot, shot: Snapshot):
    page.load(robot)
    page.show(shot)
    sent: list[object] = []
    page._server._websock_server.queue_message = sent.append
    page.show(shot)
    assert sent == []
    page.show(replace(shot, gate="open"))
    assert len(sent) == 1
    assert "gate open" in str(sent[0])


def test_tables_are_renewed_at_a_rate_that_can_be_read(page: Page, shot: Snapshot, monkeypatch: pytest.MonkeyPatch):
    now = 100.0
    monkeypatch.setattr("puma560_dynamics.view.view_page.time.monotonic", lambda: now)
    page.show(shot)
    other = replace(shot, terms={"gravity": np.full(6, 7.7)}, torque=np.full(6, 1.0))
    now = 100.1
    page.show(other)
    assert page._parts[panel.terms_table].content == panel.terms_table(shot)
    assert page._parts[panel.torque_bars].content == panel.torque_bars(other)
    now = 100.25
    page.show(other)
    assert page._parts[panel.terms_table].content == panel.terms_table(other)


needs_chromium = pytest.mark.skipif(not CHROMIUM, reason="needs Chromium (apt install chromium)")


@pytest.fixture
def browser() -> Iterator[Browser]:
    """A browser."""
    made = Browser()
    yield made
    made.close()


def changed(before: np.ndarray, after: np.ndarray) -> float:
    """Share of the pixels next to the panel that differ visibly."""
    scene = slice(200, None), slice(0, before.shape[1] - WIDTH - 10)
    difference = np.abs(before[scene].astype(int) - after[scene].astype(int)).max(axis=-1)
    return float(np.mean(difference > 24))


def at_rest(browser: Browser) -> np.ndarray:
    """What is seen once it has not changed for two seconds: on a busy machine two pictures of a motion may be equal."""
    seen = [browser.screenshot()]
    since = time.monotonic()

    def still() -> bool:
        nonlocal since
        seen.append(browser.screenshot())
        if changed(seen.pop(0), seen[0]) >= 0.001:
            since = time.monotonic()
        return time.monotonic() - since > 2.0

    assert browser.until(still)
    return seen[0]


@pytest.mark.tools
@needs_chromium
def test_a_slow_machine_shows_that_the_page_is_loading(page: Page, browser: Browser):
    """Without scripts there is the notice; with a processor that is 20 times slower it is drawn before the page."""
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(page.url)
    assert browser.until(lambda: browser.call("DOM.getDocument") and NOTICE_WORDS in outer_html(browser))
    assert (browser.screenshot() != browser.screenshot()[0, 0]).any()  # something is drawn
    browser.call("Emulation.setScriptExecutionDisabled", value=False)
    browser.call("Emulation.setCPUThrottlingRate", rate=20)
    browser.open(page.url)
    assert browser.until(lambda: NOTICE_WORDS in browser.text())
    browser.call("Emulation.setCPUThrottlingRate", rate=1)
    assert browser.until(lambda: "no joint states have arrived yet" in browser.text())
    assert NOTICE_WORDS not in browser.text()


NOTICE_WORDS = "Loading the page of the arm"


def outer_html(browser: Browser) -> str:
    """The document as HTML, without a script."""
    root = browser.call("DOM.getDocument")["root"]["nodeId"]
    try:
        return str(browser.call("DOM.getOuterHTML", nodeId=root)["outerHTML"])
    except AssertionError as error:
        if "Could not find node" in str(error):  # the page was replaced between both calls
            return ""
        raise


@pytest.mark.tools
@needs_chromium
def test_the_arm_and_its_figures_in_a_browser(page: Page, browser: Browser, robot: DrawnRobot, shot: Snapshot):
    page.show(Snapshot((), np.zeros(0)))
    browser.open(page.url)
    assert browser.until(lambda: "no joint states have arrived yet" in browser.text())
    assert browser.until(lambda: page.visitors == 1)
    assert browser.until(lambda: changed(browser.screenshot(), browser.screenshot()) < 0.001)
    without = browser.screenshot()

    page.load(robot)
    page.show(shot)

    # A table may still wait for its turn.
    def agrees() -> bool:
        page.show(shot)
        return "models agree" in browser.text()

    assert browser.until(agrees)
    assert browser.until(lambda: changed(without, browser.screenshot()) > 0.03)
    text = browser.text()
    for words in (
        "gate fading in", "checks that acted: limit 2", "+9.8 / 97.6 N·m", "10 %", "−93.2 / 186.4 N·m", "50 %", "90 %",
        "motor inertia", "+1.5", "+1.2", "largest 2.0e−14 N·m at joint1", "sent by feedforward_node", "joint6",
    ):  # fmt: skip
        assert words in text, words
    worst, _ = worst_state(shot)  # a torque bar is worse than the gate
    verdicts = browser.evaluate("[...document.querySelectorAll('.verdict')].map(each => each.className)")
    assert verdicts == [f"verdict {VERDICTS[worst]}"]
    assert browser.evaluate("document.title") == panel.TITLE
    bars = browser.evaluate("[...document.querySelectorAll('.bar i')].map(bar => bar.getBoundingClientRect().width)")
    np.testing.assert_allclose(np.array(bars[1:3]) / bars[0], [5.0, 9.0], rtol=0.05)  # 10 %, 50 %, 90 %

    # The arm is there, bright where its cover is and dark where its rings are, and stands still.
    here = at_rest(browser)
    scene = here[200:, : here.shape[1] - WIDTH - 10].astype(int)
    grey = np.ptp(scene, axis=-1) < 14
    assert np.mean(grey & (scene.mean(axis=-1) < 90)) > 0.002
    assert np.mean(grey & (scene.mean(axis=-1) > 140)) > 0.01

    # On a dark screen the panel is dark.
    ground = "getComputedStyle(document.querySelector('.mantine-Paper-root:has(.p5)')).backgroundColor"
    assert browser.evaluate(ground) == "rgb(255, 255, 255)"
    dark = [{"name": "prefers-color-scheme", "value": "dark"}]
    browser.call("Emulation.setEmulatedMedia", features=dark)
    assert browser.evaluate(ground) == "rgb(29, 35, 44)"
    browser.call("Emulation.setEmulatedMedia", features=[])

    # It moves, and comes back to where it was.
    page.show(replace(shot, position=np.array([-1.2, -0.4, 0.5, 0.0, 0.4, 0.0])))
    assert browser.until(lambda: changed(here, browser.screenshot()) > 0.03)

    def back() -> bool:
        page.show(shot)  # as above
        # viser draws with fewer pixels while the machine is busy: edges differ, by 0.2 % of the pixels.
        return changed(here, browser.screenshot()) < 0.01

    assert browser.until(back)

    assert browser.complaints == []
    assert f"ws://127.0.0.1:{page.port}/" in browser.requests  # the worker's connection is seen too
    assert browser.hosts() == {"127.0.0.1"}
