"""Peers of the C++ core: the same gate with the torque of Pinocchio's C++ or of KDL."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from native import BOOST, SOURCES, Unavailable, headers, library

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import Puma560Error

KDL_LIBRARY = ("-Wl,--no-as-needed", "-lorocos-kdl")


def numbers(arm: Arm) -> str:
    """Return the arm's numbers from Pinocchio's model: placements, bodies, armature and gravity, one per line.

    Raises:
        Unavailable: Pinocchio is not installed, or a joint is not revolute.
    """
    try:
        model = load_model("pinocchio", arm)._model  # type: ignore[attr-defined]
    except Puma560Error as error:
        raise Unavailable(str(error)) from None
    if not all(joint.shortname() == "JointModelRZ" for joint in list(model.joints)[1:]):
        raise Unavailable("the peers are built for joints that turn about z alone")
    upper = np.triu_indices(3)
    rows = [
        *(np.r_[place.rotation.ravel(), place.translation] for place in list(model.jointPlacements)[1:]),
        *(np.r_[body.mass, body.lever, body.inertia[upper]] for body in list(model.inertias)[1:]),
        np.array(model.armature),
        np.array(model.gravity.linear),
    ]
    return "".join(" ".join(map(repr, map(float, row))) + "\n" for row in rows)


def pinocchio(flags: Sequence[str] = (), patient: bool = True) -> Path:
    """Compile Pinocchio's functions for this processor and without assertions, and return the library's path.

    Args:
        flags: additional compiler flags, see `BUILDS`.
        patient: whether to compile the library if it is not cached, which takes minutes.

    Raises:
        Unavailable: the headers are not installed, or the library would have to be compiled.
    """
    eigen, own = headers("Eigen/Core"), headers("pinocchio/algorithm/rnea.hpp")
    source = SOURCES / "pinocchio_loop.cpp"
    return Path(library([source], *BOOST, *flags, f"-I{own}", f"-I{eigen}", patient=patient)._name)


def kdl(patient: bool = True) -> Path:
    """Compile KDL's functions, and return the library's path.

    Raises:
        Unavailable: KDL is not installed.
    """
    eigen, own = headers("Eigen/Core"), headers("kdl/chain.hpp")
    return Path(library([SOURCES / "kdl_loop.cpp"], f"-I{own}", f"-I{eigen}", *KDL_LIBRARY, patient=patient)._name)


BUILDS: Mapping[str, Sequence[str]] = {
    "vectorised": (),
    "not_vectorised": ("-DEIGEN_DONT_VECTORIZE",),
    "one_number_at_a_time": ("-DEIGEN_DONT_VECTORIZE", "-fno-tree-slp-vectorize"),
}
"""Compiler flags of each build of Pinocchio's C++; all builds are measured, and the fastest counts. Vector instructions
of Eigen or of the compiler do not make every function faster, because matrices are only 3 × 3 and 6 × 6."""


def _pinocchio(build: str) -> Callable[[bool], Path]:
    return lambda patient: pinocchio(BUILDS[build], patient)


PEERS: Mapping[str, Callable[[bool], Path]] = {
    **{f"pinocchio_{build}": _pinocchio(build) for build in BUILDS}, "kdl": kdl
}  # fmt: skip
"""Functions that build each peer, by its name in the table; their argument is `patient`."""
