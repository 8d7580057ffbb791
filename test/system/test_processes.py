"""Children stop when asked, are killed when they do not, and never outlive their parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from puma560_dynamics.errors import RunError
from puma560_dynamics.system.processes import Processes, signals_deferred

SLEEPER = [sys.executable, "-c", "import time; print('up', flush=True); time.sleep(60)"]
STUBBORN = [
    sys.executable,
    "-c",
    "import signal, time; signal.signal(signal.SIGINT, signal.SIG_IGN); print('up', flush=True); time.sleep(60)",
]


def alive(pid: int) -> bool:
    """Whether a process still runs (a zombie does not)."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:  # noqa: PTH123
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_for_word(processes: Processes, name: str) -> None:
    """Until a child has said something."""
    deadline = time.monotonic() + 10
    while "up" not in processes.last_output(name):
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize("command", [SLEEPER, STUBBORN], ids=["obedient", "stubborn"])
def test_all_end_within_two_seconds(command: list[str]):
    with Processes() as processes:
        for name in ("one", "two"):
            processes.start(name, command)
        pids = [child.pid for child in processes._children.values()]
        for name in ("one", "two"):
            wait_for_word(processes, name)
        assert all(map(alive, pids))
        began = time.monotonic()
    assert time.monotonic() - began < 2.0
    assert not any(map(alive, pids))


def test_a_signal_during_the_start_leaves_no_child(monkeypatch: pytest.MonkeyPatch):
    """Ctrl-C between the fork and the bookkeeping."""
    real = subprocess.Popen

    def interrupted(*arguments, **options):
        child = real(*arguments, **options)
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)
        return child

    processes = Processes()
    monkeypatch.setattr(subprocess, "Popen", interrupted)
    with pytest.raises(KeyboardInterrupt):
        processes.start("one", SLEEPER)
    monkeypatch.undo()
    (child,) = processes._children.values()
    processes.stop()
    assert not alive(child.pid)


def test_a_signal_during_the_stop_leaves_no_child(monkeypatch: pytest.MonkeyPatch):
    """The second Ctrl-C of an impatient user."""
    processes = Processes()
    for name in ("one", "two"):
        processes.start(name, STUBBORN)
        wait_for_word(processes, name)
    pids = [child.pid for child in processes._children.values()]
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        processes.stop()
    timer.join()
    assert not any(map(alive, pids))


def test_an_early_end_is_reported_with_the_last_output():
    with Processes() as processes:
        processes.start("plant_node", [sys.executable, "-c", "import sys; print('error: no arm'); sys.exit(3)"])
        deadline = time.monotonic() + 10
        with pytest.raises(RunError, match="plant_node ended with exit code 3: error: no arm"):
            while time.monotonic() < deadline:
                processes.check()
                time.sleep(0.01)


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's help is Linux only")
def test_children_end_with_a_killed_parent():
    parent = (
        "import sys, time\n"
        "from puma560_dynamics.system.processes import Processes\n"
        "p = Processes()\n"
        "p.start('child', [sys.executable, '-c', 'from puma560_dynamics.system.processes import die_with_parent;"
        " die_with_parent(); import time; print(1, flush=True); time.sleep(60)'])\n"
        "child = p._children['child']\n"
        "while '1' not in p.last_output('child'): time.sleep(0.01)\n"
        "print(child.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", parent], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    pid = int(process.stdout.readline())
    assert alive(pid)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    deadline = time.monotonic() + 5
    while alive(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not alive(pid)


class Asked(BaseException):
    """What the handler raises."""


@pytest.fixture
def handlers() -> Iterator[None]:
    """Handlers that raise, as the command has them; put back afterwards."""

    def ask(number: int, frame: object) -> None:
        raise Asked(number)

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("handlers")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_comes_at_the_end_and_not_as_another_error(number: signal.Signals):
    done = False
    with pytest.raises(Asked) as raised, signals_deferred():
        try:
            os.kill(os.getpid(), number)
        except BaseException:  # as compiled code does with an exception amid a conversion
            raise RuntimeError("Unable to convert call argument") from None
        done = True
    assert done
    assert raised.value.args == (number,)


@pytest.mark.usefixtures("handlers")
def test_without_a_signal_nothing_is_raised():
    with signals_deferred():
        pass
    with pytest.raises(Asked):
        os.kill(os.getpid(), signal.SIGTERM)


@pytest.mark.usefixtures("handlers")
def test_an_error_inside_is_not_hidden():
    with pytest.raises(ValueError, match="inside"), signals_deferred():
        raise ValueError("inside")


@pytest.mark.usefixtures("handlers")
def test_in_another_thread_it_does_nothing():
    """Only the main thread has handlers."""
    errors: list[BaseException] = []

    def work() -> None:
        try:
            with signals_deferred():
                pass
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert errors == []
