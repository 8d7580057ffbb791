"""Experiments of `puma560 run` in which something touches, loads or guides the simulated arm.

An experiment runs in one process in simulated time, with the classes that the nodes use, so that its result depends
only on its options. In: the arm, the errors of the plant and a seed. Out: what was done to the arm, and what was
estimated from its joint states, as a page, on the terminal and as JSON. Steps: `SimulatedRobot` joins the plant and
the torque loop → the module of the experiment → `Experiment` → page or terminal.
"""

from collections.abc import Mapping
from types import MappingProxyType

EXPERIMENTS: Mapping[str, str] = MappingProxyType(
    {
        "contact": "push the simulated arm at random, and show which pushes are felt, without a force sensor",
        "grip": "let the arm grip a random load, weigh it and use it in its model",
        "hand_guide": "guide the simulated arm by hand: torque that a person needs, drift of the released arm",
    }
)
"""Description of every experiment by its name, which is also the name of its module and of the option of `puma560 run`.

The module has a function ``run(options, progress) -> Experiment``.
"""
