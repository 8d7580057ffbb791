"""Timing of single states in a tight loop of compiled code, as in a C or C++ controller.

Every contender is compiled with the flags of the generated code, for this processor and without assertions, and called
through the same function pointer: the generated C code; Pinocchio's C++; and CasADi's C code of the textbook's
Newton-Euler recursion and of the leaderboard's customised recursions. Derivatives are timed by `function_times`.
"""

from __future__ import annotations

import ctypes
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import core_peers
import numpy as np
from adam_dynamics import built_library, functions
from casadi_forms import ONE_CALL_PEERS, PEERS
from contenders import PINOCCHIO as PINOCCHIO_TASKS
from contenders import TASKS, Contenders, States
from core_peers import BUILDS
from native import SOURCES, Unavailable, library, pointers
from timing import Job
from urdf_peers import description

from puma560_dynamics import emdeg, load_arm
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg import Provenance, emit
from puma560_dynamics.models.recursive.scalar_newton_euler import bodies, scalar_newton_euler

STATES = 512
"""Number of states in the loop, which fit into the first-level cache."""

NOTHING = "an empty C function"
SINES = "only sines and cosines, ours"
LIBM = "only sines and cosines, libm's"
PINOCCHIO = "Pinocchio's C++"
CASADI = "CasADi's C"
CUSTOMISED = "CasADi's C, customised, our sines"
ADAM = "adam's C, by CasADi"

CALLED = "\nvoid called_{task}(const double *const *in, double *out)\n{{\n    any_{task}(in, out);\n}}\n"
"""Wrapper that gives a generated C function the arguments of the loop."""

OURS = Path(emdeg.__file__).parent / "backends" / "c"
"""Folder with parts of generated C code."""

VARIANTS = {
    PINOCCHIO: [f"{PINOCCHIO}, {build}" for build in BUILDS],
    CUSTOMISED: [f"{CUSTOMISED}, {peer}" for peer in ONE_CALL_PEERS],
}
"""Builds of each contender, of which the fastest counts at each task."""

Maker = Callable[[], dict[str, Any]]


def jobs(contenders: Contenders, patient: bool) -> list[Job]:
    """Return the jobs of every contender that can be built here; others are noted in `contenders.missing`.

    Args:
        contenders: the contenders.
        patient: whether to compile code that takes minutes.
    """
    try:
        loop = _loop()
    except Unavailable as reason:
        contenders.missing["tight loops"] = str(reason)
        return []
    makers: dict[str, Maker] = {NOTHING: lambda: dict.fromkeys(TASKS, loop.nothing)}
    makers |= {SINES: lambda: {"torque": loop.own_sines}, LIBM: lambda: {"torque": loop.libm_sines}}
    makers |= {kind: lambda kind=kind: generated(contenders, kind, patient) for kind in contenders.generated}
    for name, build in zip(VARIANTS[PINOCCHIO], BUILDS, strict=True):
        makers[name] = lambda build=build: pinocchio(contenders, build, patient)
    for name, peer in zip(VARIANTS[CUSTOMISED], ONE_CALL_PEERS, strict=True):
        makers[name] = lambda peer=peer: customised(*PEERS[peer])
    makers[CASADI] = casadi
    makers[ADAM] = adam
    states = States.random(STATES)
    found = []
    for name, make in makers.items():
        try:
            functions = make()
        except Unavailable as reason:
            contenders.missing[name] = str(reason)
            continue
        for task, function in functions.items():
            job, out = _job(loop, task, name, function, states.inputs(task))
            if name in (NOTHING, SINES, LIBM) or _right(contenders, task, name, states, job, out):
                found.append(job)
    order = list(TASKS)
    return sorted(found, key=lambda job: order.index(job.task))


def _loop() -> ctypes.CDLL:
    return library([SOURCES / "loop.c"], f"-I{OURS}")


def _job(
    loop: ctypes.CDLL, task: str, name: str, function: Any, inputs: Sequence[FloatArray]
) -> tuple[Job, FloatArray]:
    arrays, out, count = pointers(inputs), np.empty(168), len(inputs[0])
    arguments = (function, ctypes.c_size_t(1), ctypes.c_size_t(count), ctypes.c_size_t(len(inputs)),
                 ctypes.c_size_t(6), arrays, ctypes.c_void_p(out.ctypes.data))  # fmt: skip
    keep = (inputs, out)
    return Job(task, name, "f(*arguments)", {"f": loop.loop, "arguments": arguments, "keep": keep}, count), out


def pinocchio_rows(contenders: Contenders, inputs: Mapping[str, Sequence[FloatArray]], patient: bool) -> Iterator[Job]:
    """Yield the jobs of every build of Pinocchio's C++ in a loop over states in rows; results are overwritten.

    Args:
        contenders: the contenders; builds that fail are noted by the jobs of single states.
        inputs: arrays ``(states, 6)`` by task.
        patient: whether to compile code that takes minutes.
    """
    for name, build in zip(VARIANTS[PINOCCHIO], BUILDS, strict=True):
        try:
            loop, functions = _loop(), pinocchio(contenders, build, patient)
        except Unavailable:
            continue
        for task in PINOCCHIO_TASKS:
            yield _job(loop, task, name, functions[task], inputs[task])[0]


def _right(contenders: Contenders, task: str, name: str, states: States, job: Job, out: FloatArray) -> bool:
    """Return whether the result of the last state in the loop is right; abbreviated models are not checked."""
    model = contenders.models["full"]
    if task == "all_elements" or (name in contenders.generated and name != "generated"):
        return True
    eval(job.code, dict(job.names))
    expected = getattr(model, task)(*(array[-1] for array in states.inputs(task))).ravel()
    right = bool(np.allclose(out[: expected.size], expected, rtol=1e-9, atol=1e-9))
    if not right:
        contenders.missing[f"{name}, {task}"] = "its result is another one"
    return right


def generated(contenders: Contenders, kind: str, patient: bool) -> dict[str, Any]:
    """Compile the C code of a generated model, and return the function of one state by task.

    Args:
        contenders: the contenders.
        kind: kind of the model.
        patient: whether to also compile the functions of batches, as in a user's file.
    """
    model: Any = contenders.models[kind]
    files = emit("arm", list(model.programs.values()), Provenance.of(model.arm.exact_chain), ("c",), batch=patient)
    tasks = [task for task in TASKS if f"arm_{task}(" in files["arm.h"]]
    files["arm.c"] += "".join(CALLED.format(task=task) for task in tasks)
    with tempfile.TemporaryDirectory() as folder:
        for file, text in files.items():
            (Path(folder) / file).write_text(text, encoding="utf-8")
        built = library([Path(folder) / "arm.c"])
    return {task: getattr(built, f"called_{task}") for task in tasks}


def pinocchio(contenders: Contenders, build: str, patient: bool) -> dict[str, Any]:
    """Return functions of Pinocchio's header-only algorithms, for the model that its Python package has read.

    Args:
        contenders: the contenders.
        build: name in `BUILDS`.
        patient: whether to compile the build if it is not cached.

    Raises:
        Unavailable: Pinocchio or its headers are not installed, or it would have to be compiled first.
    """
    if contenders.pinocchio is None:
        raise Unavailable("Pinocchio is not installed")
    model = contenders.pinocchio["model"]
    built = ctypes.CDLL(str(core_peers.pinocchio(BUILDS[build], patient)))
    placements = np.array([np.r_[p.rotation.ravel(), p.translation] for p in list(model.jointPlacements)[1:]])
    upper = np.triu_indices(3)
    inertias = np.array([np.r_[b.mass, b.lever, b.inertia[upper]] for b in list(model.inertias)[1:]])
    arrays = placements, inertias, np.array(model.armature), np.array(model.gravity.linear)
    built.load(model.nv, *(ctypes.c_void_p(array.ctypes.data) for array in arrays))
    return {task: getattr(built, task) for task in PINOCCHIO_TASKS}


def customised(form: str, flags: Sequence[str]) -> dict[str, Any]:
    """Return compiled C functions of the leaderboard's peer, with our sines and cosines.

    Args:
        form: name in `FORMS`.
        flags: additional compiler flags.

    Raises:
        Unavailable: CasADi is not installed.
    """
    try:
        from casadi_code import source as code
        from casadi_dynamics import Peer
    except ImportError:
        raise Unavailable("CasADi is not installed") from None
    peer = Peer(load_arm("akb1986").exact_chain, form)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "customised.c"
        path.write_text(code(peer), encoding="utf-8")
        built = library([path], f"-I{OURS}", *flags)
    return {task: getattr(built, f"peer_{task}_one") for task in peer.functions}


def adam() -> dict[str, Any]:
    """Return compiled C functions that CasADi generates from adam's algorithms."""
    arm = load_arm("akb1986")
    made = functions(description(), arm.motor_inertia.tolist(), float(-arm.gravity_vector[2]))
    built = ctypes.CDLL(built_library(made))
    return {task: getattr(built, task) for task in made}


def casadi() -> dict[str, Any]:
    """Return compiled C functions that CasADi generates from this package's recursion, run on its symbols."""
    try:
        import casadi
    except ImportError:
        raise Unavailable("CasADi is not installed") from None
    arm = load_arm("akb1986")
    q, qd, qdd = (casadi.SX.sym(name, 6) for name in ("q", "qd", "qdd"))

    def split(vector: Any) -> list[Any]:
        return [vector[i] for i in range(6)]

    cosines, sines, rates, seconds = (split(vector) for vector in (casadi.cos(q), casadi.sin(q), qd, qdd))
    gravity = tuple(arm.gravity_vector.tolist())
    tau = casadi.vertcat(*scalar_newton_euler(bodies(arm), cosines, sines, rates, seconds, gravity))
    function = casadi.Function("casadi_rnea", [q, qd, qdd], [casadi.cse(tau)])
    generator = casadi.CodeGenerator("casadi_rnea.c")
    generator.add(function)
    text = generator.dump() + (SOURCES / "casadi_loop.c").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "casadi_rnea.c"
        path.write_text(text, encoding="utf-8")
        return {"torque": library([path]).torque}
