"""The benchmark of the controller's core runs; how fast it is, no test says."""

from __future__ import annotations

import json
import shutil

import pytest
from helpers.benchmarks import started


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_an_update_of_the_core_is_measured():
    done = started("controller_core.py", "--calls", "2000", "--quick", "--level", "0", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["ok"]
    contenders = {"empty", "model", "torque", "elements", "products", "update", "with_payload"}
    assert contenders | {"without_contact", "in_contact"} <= set(found["ns"])
    for median, most, largest in found["ns"].values():
        assert 0 < median <= most <= largest
