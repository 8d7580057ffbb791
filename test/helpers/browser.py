"""Headless Chromium over its debugging port: what a page loads, says, and looks like."""

from __future__ import annotations

import base64
import io
import json
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np
from PIL import Image
from websockets.sync.client import connect

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), ""
)

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
    "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--hide-scrollbars", "--remote-debugging-port=0",
)  # fmt: skip


class Browser:
    """One page in a separate browser, which leaves the processor to tests of nodes that run at the same time.

    Attributes:
        requests: every address that the page asked for, web sockets too.
        complaints: exceptions and errors in the console.
    """

    def __init__(self, width: int = 1280, height: int = 800) -> None:
        self._profile = tempfile.TemporaryDirectory(prefix="browser_", ignore_cleanup_errors=True)
        self._process = subprocess.Popen(
            ["nice", CHROMIUM, *FLAGS, f"--user-data-dir={self._profile.name}", f"--window-size={width},{height}"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self._number = 0
        self._socket = connect(self._page_socket(), max_size=None, compression=None)
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")
        # Workers have separate connections; each is held until it is listened to.
        self.call("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=True, flatten=True)
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def _page_socket(self) -> str:
        """Address of the first page's debugging socket."""
        port_file = Path(self._profile.name) / "DevToolsActivePort"
        deadline = time.monotonic() + 60
        while not (port_file.is_file() and len(port_file.read_text().splitlines()) > 1):
            assert time.monotonic() < deadline, "the browser does not start"
            assert self._process.poll() is None, "the browser has ended"
            time.sleep(0.05)
        port, path = port_file.read_text().splitlines()[:2]
        with connect(f"ws://127.0.0.1:{port}{path}") as socket:
            socket.send(json.dumps({"id": 1, "method": "Target.createTarget", "params": {"url": "about:blank"}}))
            while (answer := json.loads(socket.recv(timeout=60))).get("id") != 1:
                pass
        return f"ws://127.0.0.1:{port}/devtools/page/{answer['result']['targetId']}"

    def call(self, method: str, timeout: float = 60.0, **parameters: Any) -> dict[str, Any]:
        """A command of the debugging protocol; notes the events that come meanwhile."""
        number = self._send(method, parameters)
        while True:
            message = json.loads(self._socket.recv(timeout=timeout))
            if message.get("id") == number:
                assert "error" not in message, message
                return message["result"]
            self._note(message.get("method", ""), message.get("params", {}))

    def _send(self, method: str, parameters: dict[str, Any], **session: str) -> int:
        """Send a command; the number that its answer will have."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters, **session}))
        return self._number

    def _note(self, method: str, event: dict[str, Any]) -> None:
        if method == "Target.attachedToTarget":
            self._send("Network.enable", {}, sessionId=event["sessionId"])
            self._send("Runtime.enable", {}, sessionId=event["sessionId"])
            self._send("Runtime.runIfWaitingForDebugger", {}, sessionId=event["sessionId"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(event["request"]["url"])
        elif method == "Network.webSocketCreated":
            self.requests.append(event["url"])
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(event["exceptionDetails"])[:500])
        elif method == "Log.entryAdded" and event["entry"]["level"] == "error":
            self.complaints.append(f"{event['entry']['text']} {event['entry'].get('url', '')}")
        elif method == "Runtime.consoleAPICalled" and event["type"] in ("error", "assert"):
            self.complaints.append(json.dumps(event["args"])[:500])

    def open(self, url: str) -> None:
        """Go to an address."""
        self.call("Page.navigate", url=url)

    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression, awaited if it is a promise."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def text(self) -> str:
        """What there is to read on the page."""
        return str(self.evaluate("document.body ? document.body.innerText : ''"))

    def until(self, done: Callable[[], object], timeout: float = 60.0) -> bool:
        """Ask again and again; False after `timeout` seconds."""
        deadline = time.monotonic() + timeout
        while not done():
            if time.monotonic() > deadline:
                return False
            time.sleep(0.1)
        return True

    def screenshot(self, path: Path | None = None) -> np.ndarray:
        """(height, width, 3) pixels of what is seen now; written to `path` if given."""
        png = base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])
        if path is not None:
            path.write_bytes(png)
        return np.array(Image.open(io.BytesIO(png)).convert("RGB"))

    def hosts(self) -> set[str | None]:
        """Hosts of everything that was asked for over a network."""
        return {urlsplit(url).hostname for url in self.requests if urlsplit(url).scheme not in ("data", "blob")}

    def close(self) -> None:
        """End the browser."""
        self._socket.close()
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._profile.cleanup()
