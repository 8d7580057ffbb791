"""A process that only displays gets the lowest priority; one that is asked to gets real-time priority."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from puma560_dynamics.system.machine import HIGHEST, NICENESS, busy_sentence, machine_load

SCRIPT = """
import os
from pathlib import Path
from puma560_dynamics.system.machine import step_back

def session():
    group = Path("/proc/self/autogroup")
    return ((group.read_text() if group.exists() else "").split() or ["none"])[-1]

before = os.nice(0), session()
step_back()
print(os.nice(0) - before[0], before[1], session())
"""


@pytest.mark.parametrize("leads", [False, True])
def test_only_the_process_itself_lowers_its_priority(leads: bool):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True, start_new_session=leads, timeout=60
    )
    own, before, after = done.stdout.split()
    assert int(own) == min(NICENESS, 19 - os.nice(0))  # where the tests run at a low priority, there is less left
    # A process may have no session to schedule ("none") where another, or a new one, has one.
    assert after == (str(NICENESS) if leads and before != "none" else before)


FIRST = """
import os, threading
from pathlib import Path
from puma560_dynamics.errors import RunError
from puma560_dynamics.system.machine import go_first, lock_memory

end = threading.Event()
threading.Thread(target=end.wait, daemon=True).start()
try:
    go_first(7)
    lock_memory()
except RunError as error:
    print("refused:", error)
else:
    tasks = [int(task) for task in os.listdir("/proc/self/task")]
    print({(os.sched_getscheduler(task), os.sched_getparam(task).sched_priority) for task in tasks}, len(tasks))
    print(next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmLck")))
end.set()
"""


def test_every_thread_has_real_time_priority_and_memory_is_locked():
    done = subprocess.run([sys.executable, "-c", FIRST], capture_output=True, text=True, check=True, timeout=60)
    if "refused" in done.stdout:  # an ordinary user, without limits that allow it
        assert "limits.conf" in done.stdout
        return
    threads, locked = done.stdout.splitlines()
    assert threads == "{(1, 7)} 2"  # SCHED_FIFO is 1
    assert int(locked.split()[1]) > 1000


def test_a_system_that_does_not_allow_it_is_named():
    """A process without the right and with limits of zero, also where the superuser runs the test."""
    drop = """
import ctypes, os, resource
resource.setrlimit(resource.RLIMIT_RTPRIO, (0, 0))
resource.setrlimit(resource.RLIMIT_MEMLOCK, (0, 0))
if os.getuid() == 0:
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
from puma560_dynamics.errors import RunError
from puma560_dynamics.system.machine import go_first, lock_memory
for attempt in (lambda: go_first(7), lock_memory):
    try:
        attempt()
    except RunError as error:
        print(error)
"""
    # Imported before the rights are dropped: another user may not read the package.
    whole = "import puma560_dynamics.errors, puma560_dynamics.system.machine" + drop
    done = subprocess.run([sys.executable, "-c", whole], capture_output=True, text=True, check=True, timeout=60)
    first, second = done.stdout.splitlines()
    assert f"rtprio {HIGHEST}" in first
    assert "memlock unlimited" in second


def test_a_machine_with_more_processes_than_processors_is_busy(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(os, "getloadavg", lambda: (15.04, 1.0, 1.0))
    assert machine_load() == (15.04, 2)
    assert busy_sentence() == "; the machine is busy (15.0 processes on 2 processors over the last minute)"
    monkeypatch.setattr(os, "getloadavg", lambda: (2.0, 20.0, 20.0))
    assert busy_sentence() == ""


def test_a_system_without_this_figure_is_not_called_busy(monkeypatch: pytest.MonkeyPatch):
    def unknown() -> tuple[float, float, float]:
        raise OSError

    monkeypatch.setattr(os, "getloadavg", unknown)
    assert machine_load() is None
    assert busy_sentence() == ""
