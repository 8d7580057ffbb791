"""The executables of the nodes: ended while they start, they end without a message."""

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
    with pytest.raises(AttributeError, match="is not a node"):
        start.somebody  # noqa: B018


def test_a_node_starts_and_leaves_the_graph(peer, domain: int):
    """Its end is quick because Python is not unloaded; the node leaves the graph long before a lease would end."""
    code = "import sys; from puma560_dynamics.nodes.start import reference_node; sys.exit(reference_node())"
    with subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "ROS_DOMAIN_ID": str(domain)},
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        assert peer.until(lambda: peer.node.count_publishers("reference"), 60.0)
        peer.wait(0.5)
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate(timeout=30)
    assert child.returncode == 0
    assert "Traceback" not in errors
    assert peer.until(lambda: not peer.node.count_publishers("reference"), 10.0)


@pytest.mark.parametrize("given", [0, 2])
def test_the_code_and_the_output_of_a_node_are_kept(given: int):
    code = f"""
import types
from puma560_dynamics.nodes import start

def main():
    print("last output")
    return {given}

start.import_module = lambda name, package: types.SimpleNamespace(main=main)
start.plant_node()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (given, "last output\n", "")
