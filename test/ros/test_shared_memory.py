"""What a killed node leaves in shared memory is removed, and nothing of a node that lives."""

from __future__ import annotations

import fcntl
import os
import re
import signal
from pathlib import Path

import pytest
from helpers.ros import shared_memory
from helpers.ros.shared_memory import FOLDER, PORTS, remove_dead


def ports(domain: int) -> set[str]:
    """Ports of a domain."""
    numbers = range(7400 + PORTS * domain, 7400 + PORTS * (domain + 1))
    found = {path.name: re.fullmatch(r"fast\w+_port(\d+)", path.name) for path in FOLDER.glob("fast*")}
    return {name for name, port in found.items() if port and int(port[1]) in numbers}


@pytest.mark.skipif(bool(os.environ.get("FASTDDS_BUILTIN_TRANSPORTS")), reason="needs Fast DDS's usual transports")
def test_of_a_killed_node_nothing_is_left_and_of_a_living_one_everything(domain: int, start, peer):
    before = ports(domain)
    child = start("reference_node")
    assert before  # the test's own node
    assert peer.until(lambda: peer.node.count_publishers("reference"))
    of_the_child = ports(domain) - before
    assert of_the_child
    remove_dead(domain)
    assert ports(domain) == before | of_the_child
    child.send_signal(signal.SIGKILL)
    child.wait()
    assert of_the_child <= ports(domain)
    remove_dead(domain)
    assert ports(domain) == before


def test_what_is_locked_or_new_or_of_another_domain_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    held, free = "fastdds_0123456789abcdef", "fastdds_fedcba9876543210"
    other, mine, endpoint = "fastdds_port7650", "fastdds_port7400", "fastdds_port7022"
    for name in (held, free, other, mine, endpoint):
        (tmp_path / name).touch()
        (tmp_path / f"{name}_el").touch()
    (tmp_path / f"sem.{mine}_mutex").touch()
    (tmp_path / "fastdds_of_another_kind").touch()
    with (tmp_path / f"{held}_el").open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        remove_dead(0, tmp_path)
        left = {path.name for path in tmp_path.iterdir()}
        assert not any(mine in name for name in left)
        assert {held, free, other, endpoint, "fastdds_of_another_kind"} <= left
        monkeypatch.setattr(shared_memory, "NEW", 0.0)
        remove_dead(0, tmp_path)
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {held, f"{held}_el", other, f"{other}_el", "fastdds_of_another_kind"}
