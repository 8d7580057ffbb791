"""`puma560 run` as a user starts it, and the processes that it leads to."""

from __future__ import annotations

import http.client
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

COMMAND = [sys.executable, "-m", "puma560_dynamics.cli", "run"]
SHORT = ["--duration", "4", "--rate", "100"]


class Run:
    """A run with a page that is held at its end, and what it writes to standard error."""

    def __init__(self, domain: int, folder: Path, bag: Path) -> None:
        options = ["--view", "--view-port", "0", "--keep-running", "--json", *SHORT, "--record", str(bag)]
        self.process = subprocess.Popen(
            [*COMMAND, *options, "--domain", str(domain), "-o", str(folder)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
        self.log = ""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.log += line

    def wait_for(self, pattern: str) -> re.Match[str]:
        """Wait until standard error matches `pattern`."""
        deadline = time.monotonic() + 120
        while not (found := re.search(pattern, self.log)):
            assert time.monotonic() < deadline, self.log
            assert self.process.poll() is None, self.log
            time.sleep(0.05)
        return found

    def output(self, timeout: float) -> str:
        """Its standard output after its end, within seconds; its standard error is complete then."""
        self.process.wait(timeout)
        self._reader.join()
        assert self.process.stdout is not None
        return self.process.stdout.read()

    def page(self) -> tuple[str, int]:
        """Host and port of the page."""
        address = self.wait_for(r"live page: http://([\d.]+):(\d+)\n")
        return address[1], int(address[2])


def page_status(host: str, port: int) -> int:
    """Status of a page."""
    connection = http.client.HTTPConnection(host, port, timeout=10)
    connection.request("GET", "/")
    return connection.getresponse().status


def relatives(domain: int) -> list[int]:
    """Processes of this package that run in a ROS domain."""
    found = []
    for path in Path("/proc").iterdir():
        if path.name.isdigit():
            try:
                command = (path / "cmdline").read_bytes().decode()
                environment = (path / "environ").read_bytes().decode()
            except (OSError, UnicodeDecodeError):
                continue
            mine = f"ROS_DOMAIN_ID={domain}\0" in environment or f"--domain\0{domain}\0" in command
            if "puma560_dynamics" in command and mine:
                found.append(int(path.name))
    return found
