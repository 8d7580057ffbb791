"""`puma560 run --view`: the page is there while the run goes on, and goes with it."""

from __future__ import annotations

import http.client
import json
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from helpers.ros.run_command import COMMAND, relatives

from puma560_dynamics.bags.written_metadata import written_counts

pytest.importorskip("viser", reason="needs viser (pip install '.[view]')")
pytest.importorskip("yourdfpy", reason="needs yourdfpy (pip install '.[view]')")


class Run:
    """A run with a page, and what it says on standard error."""

    def __init__(self, domain: int, folder: Path, *more: str) -> None:
        options = ["--view", "--view-port", "0", "--hold", "--json", "--duration", "4", "--rate", "50", *more]
        self.process = subprocess.Popen(
            [*COMMAND, *options, "--domain", str(domain), "--report", str(folder)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
        self.said = ""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said += line

    def wait_for(self, pattern: str) -> re.Match[str]:
        """As soon as it has said this."""
        deadline = time.monotonic() + 120
        while not (told := re.search(pattern, self.said)):
            assert time.monotonic() < deadline, self.said
            assert self.process.poll() is None, self.said
            time.sleep(0.05)
        return told

    def output(self, timeout: float) -> str:
        """Its standard output after its end, within seconds; what it said is complete then."""
        self.process.wait(timeout)
        self._reader.join()
        assert self.process.stdout is not None
        return self.process.stdout.read()

    def page(self) -> tuple[str, int]:
        """Host and port of the page."""
        told = self.wait_for(r"live page: http://([\d.]+):(\d+)\n")
        return told[1], int(told[2])


def get(host: str, port: int) -> int:
    """Status of the page."""
    connection = http.client.HTTPConnection(host, port, timeout=10)
    connection.request("GET", "/")
    return connection.getresponse().status


def test_the_page_lives_as_long_as_the_run_and_ctrl_c_ends_the_hold_well(domain: int, tmp_path: Path):
    run = Run(domain, tmp_path / "report")
    host, port = run.page()
    assert host == "127.0.0.1"
    assert get(host, port) == 200
    run.wait_for("plays on until Ctrl-C\n")
    assert get(host, port) == 200
    run.process.send_signal(signal.SIGINT)
    out = run.output(60)
    assert run.process.returncode == 0, out + run.said
    assert json.loads(out)["ok"] is True
    assert (tmp_path / "report" / "report.html").is_file()
    with pytest.raises(OSError):
        get(host, port)
    assert relatives(domain) == []


def test_sigterm_in_motion_ends_all_of_it_and_the_page(domain: int, tmp_path: Path):
    bag = tmp_path / "bag"
    run = Run(domain, tmp_path / "report", "--rate", "100", "--record", str(bag))
    host, port = run.page()
    deadline = time.monotonic() + 120
    while not any(file.stat().st_size > 120_000 for file in bag.glob("*.mcap")):
        assert time.monotonic() < deadline, run.said
        time.sleep(0.02)
    assert run.process.poll() is None
    run.process.terminate()
    out = run.output(10)
    assert run.process.returncode == 143
    assert json.loads(out) == {"ok": False, "error": "terminated; every process of the run has ended"}
    assert "Traceback" not in run.said
    assert not (tmp_path / "report").exists()
    assert written_counts(bag)["/joint_states"] > 100  # closed, as far as the run went
    with pytest.raises(OSError):
        get(host, port)
    assert relatives(domain) == []


def test_what_cannot_be_served_is_refused_in_words():
    done = subprocess.run(
        [sys.executable, "-c", "import sys; sys.modules['viser'] = None\n"
         "from puma560_dynamics.nodes.view_node import main; sys.exit(main())"],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("error: the live page needs viser")
    done = subprocess.run([*COMMAND, "--view-port", "70000"], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "from 0 to 65535" in done.stderr
