"""The executables of the nodes: ended while they start, they end without a word."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from puma560_dynamics.nodes import start

ENDED = """
import os
from puma560_dynamics.nodes import start

def imports(name, package):
    os.kill(os.getpid(), {number})
    raise RuntimeError("went on")

start.import_module = imports
start.plant_node()
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_during_the_import_ends_it_with_code_0(number: signal.Signals):
    code = ENDED.format(number=int(number))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_nothing_large_is_imported_before_signals_are_answered():
    code = "import sys; import puma560_dynamics.nodes.start; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=True)
    assert not {"numpy", "rclpy", "yaml", "scipy"} & set(done.stdout.split())


def test_every_executable_of_the_package_is_there():
    setup = (Path(__file__).parents[2] / "setup.py").read_text(encoding="utf-8")
    executables = re.findall(r'"(\w+) = puma560_dynamics\.nodes\.start:(\w+)"', setup)
    assert {name for name, _ in executables} == {target for _, target in executables} == set(start.NODES)
    assert all((Path(start.__file__).parent / f"{name}.py").is_file() for name in start.NODES)
    with pytest.raises(AttributeError, match="is no node"):
        start.somebody  # noqa: B018


def test_a_node_starts_and_ends(domain: int):
    code = "import sys; from puma560_dynamics.nodes.start import reference_node; sys.exit(reference_node())"
    child = subprocess.Popen(
        [sys.executable, "-c", code, "--ros-args", "-p", "nothing:=0", "--log-level", "info"],
        env={**os.environ, "ROS_DOMAIN_ID": str(domain)}, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    with pytest.raises(subprocess.TimeoutExpired):
        child.wait(2.0)
    child.send_signal(signal.SIGINT)
    assert child.wait(5) == 0
    assert "Traceback" not in child.communicate()[1]
