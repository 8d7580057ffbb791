"""Timing of the leaderboard's peer from Python: CasADi's C code of customised recursions, called through buffers."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from adam_dynamics import Buffered
from casadi_forms import ONE_CALL_PEERS, PEERS
from contenders import TASKS, Contenders
from native import Unavailable, library
from timing import Job

from puma560_dynamics import load_arm
from puma560_dynamics.arrays import FloatArray

NAME = "CasADi's C, customised"
VARIANTS = {NAME: [f"{NAME}, {peer}" for peer in ONE_CALL_PEERS]}
"""Builds of the contender, of which the fastest counts at each task."""


def jobs(contenders: Contenders, names: Mapping[str, FloatArray]) -> list[Job]:
    """Return the jobs of every build at every task; if there are none, `contenders.missing` has the reason.

    Args:
        contenders: the contenders.
        names: q, qd, qdd and tau of one state.
    """
    found: list[Job] = []
    try:
        for variant, peer in zip(VARIANTS[NAME], ONE_CALL_PEERS, strict=True):
            for task, function in _functions(peer).items():
                buffered = Buffered(function, [names[name] for name in TASKS[task]])
                given = (names[name] for name in (("q", "qd", "qdd") if task == "acceleration" else TASKS[task]))
                if task == "acceleration":
                    q, qd, _ = given
                    result, expected = contenders.models["full"].torque(q, qd, buffered.result().ravel()), names["tau"]
                else:
                    result, expected = buffered.result(), getattr(contenders.models["full"], task)(*given)
                if not np.allclose(np.ravel(result), np.ravel(expected), rtol=1e-9, atol=1e-9):
                    contenders.missing[f"{variant}, {task}"] = "its result is another one"
                    continue
                found.append(Job(task, variant, "f()", {"f": buffered.call, "keep": buffered}))
    except (Unavailable, ImportError) as reason:
        contenders.missing[NAME] = str(reason)
    return found


def _functions(name: str) -> dict[str, Any]:
    """Return compiled CasADi functions by task, which take joint positions instead of their sines and cosines."""
    import casadi
    from casadi_dynamics import Peer

    form, flags = PEERS[name]
    peer = Peer(load_arm("akb1986").exact_chain, form)
    generator = casadi.CodeGenerator("customised.c")
    for task, function in peer.functions.items():
        symbols = [casadi.SX.sym(name, peer.chain.n) for name in TASKS[task]]
        angles = symbols[0] + casadi.DM([float(joint.offset) for joint in peer.chain.joints])
        value = function(casadi.cos(angles), casadi.sin(angles), *symbols[1:])
        generator.add(casadi.Function(f"customised_{task}", symbols, [value]))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "customised.c"
        path.write_text(generator.dump(), encoding="utf-8")
        built = str(library([path], *flags)._name)
    return {task: casadi.external(f"customised_{task}", built) for task in peer.functions}
