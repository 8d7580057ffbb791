"""A compiler with a limit: of processor time, not of waiting; and nothing that it started goes on."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

import pytest

from puma560_dynamics.emdeg.backends import limited_run
from puma560_dynamics.emdeg.backends.limited_run import run_limited

BUSY = "while True: pass"


def python(code: str) -> list[str]:
    """Command that runs a program."""
    return [sys.executable, "-c", code]


def driver(folder: Path, code: str) -> list[str]:
    """Command that starts a program as gcc starts cc1, writes down its process id and waits for it."""
    return python(
        "import pathlib, subprocess, sys\n"
        f"child = subprocess.Popen([sys.executable, '-c', {code!r}])\n"
        f"pathlib.Path({str(folder / 'pid')!r}).write_text(str(child.pid))\n"
        "sys.exit(child.wait() and 1)"
    )


def lives(folder: Path) -> bool:
    """Whether the program that a driver started still runs."""
    try:
        os.kill(int((folder / "pid").read_text()), 0)
    except ProcessLookupError:
        return False
    return True


def ends(folder: Path) -> bool:
    """Whether the program that a driver started ends; a process that was killed takes a moment to be gone."""
    for _ in range(200):
        if not lives(folder):
            return True
        time.sleep(0.05)
    return False


def test_messages_and_code(tmp_path: Path) -> None:
    done = run_limited(python("import sys; print('out'); sys.stderr.write('an error'); sys.exit(3)"), tmp_path, 10.0)
    assert (done.code, done.exceeded, done.waited) == (3, False, False)
    assert "out" in done.messages and "an error" in done.messages


def test_processor_time_of_what_it_starts_is_limited(tmp_path: Path) -> None:
    done = run_limited(driver(tmp_path, BUSY), tmp_path, 1.0)
    assert done.exceeded and not done.waited and done.code != 0
    assert ends(tmp_path)


def test_waiting_is_not_limited(tmp_path: Path) -> None:
    """A busy machine makes a compiler wait; it stands for twice the limit here."""
    done = run_limited(python("import time; time.sleep(2.0)"), tmp_path, 1.0)
    assert (done.code, done.exceeded, done.waited) == (0, False, False)


def test_a_failure_is_no_excess(tmp_path: Path) -> None:
    done = run_limited(python("import os; os.kill(os.getpid(), 9)"), tmp_path, 10.0)
    assert done.code != 0 and not done.exceeded and not done.waited


def test_what_waits_for_ever_is_ended_with_all_that_it_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limited_run, "MAX_WAITING_RATIO", 2.0)
    done = run_limited(driver(tmp_path, "import time; time.sleep(1000.0)"), tmp_path, 1.0)
    assert done.waited and not done.exceeded
    assert ends(tmp_path)


def test_an_interruption_ends_all_that_was_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limited_run, "SLOW_AFTER_S", 0.0)

    def interrupt() -> None:
        while not (tmp_path / "pid").exists():  # the time limit of the test ends it
            time.sleep(0.01)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_limited(driver(tmp_path, BUSY), tmp_path, 10.0, interrupt)
    assert ends(tmp_path)


def test_a_compilation_that_takes_long_is_announced_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limited_run, "SLOW_AFTER_S", 0.1)
    said: list[int] = []
    run_limited(python("import time; time.sleep(0.5)"), tmp_path, 10.0, lambda: said.append(1))
    assert said == [1]
    monkeypatch.setattr(limited_run, "SLOW_AFTER_S", 1000.0)
    run_limited(python("pass"), tmp_path, 10.0, lambda: said.append(2))
    assert said == [1]


def test_it_runs_in_a_thread(tmp_path: Path) -> None:
    """Progress is shown by another thread, and nodes compile away from their executor."""
    codes: list[int] = []
    threads = [
        threading.Thread(target=lambda: codes.append(run_limited(python("pass"), tmp_path, 10.0).code))
        for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert codes == [0, 0, 0]
