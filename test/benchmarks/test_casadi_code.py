"""The peer's batch is its function of one state, also for the rest of a block and for angles far beyond the range."""

from __future__ import annotations

import ctypes
from pathlib import Path

import numpy as np
import pytest


def test_a_batch_gives_what_one_call_gives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("casadi")
    from casadi_code import PIECES, source
    from casadi_dynamics import Peer
    from native import library, pointers

    from puma560_dynamics import load_arm, load_model

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "peer.c").write_text(source(Peer(load_arm("akb1986").exact_chain, "plain"), ("torque",)))
    built = library([tmp_path / "peer.c"], f"-I{PIECES}")
    count = 37
    q, qd, qdd = np.random.default_rng(0).uniform(-2, 2, (3, count, 6))
    q[3, 2] = 1e7
    expected = load_model("full").torque(q, qd, qdd)
    inputs, out = [np.ascontiguousarray(x.T) for x in (q, qd, qdd)], np.zeros((6, count))
    size = ctypes.c_size_t(count)
    built.peer_torque_batch(size, size, pointers(inputs), ctypes.c_void_p(out.ctypes.data))
    np.testing.assert_allclose(out.T, expected, rtol=1e-9, atol=1e-9)
    one = np.zeros(6)
    for state in range(count):
        given = [np.ascontiguousarray(x[state]) for x in (q, qd, qdd)]
        built.peer_torque_one(pointers(given), ctypes.c_void_p(one.ctypes.data))
        np.testing.assert_allclose(one, out[:, state], rtol=1e-12, atol=1e-12)
