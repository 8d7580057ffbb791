"""Derive the equations of an arm from its URDF, count operations, evaluate them with numpy, and write them as C.

`puma560 derive FILE` does the same, and proves the equations before it writes them.
"""

from pathlib import Path

import numpy as np

from puma560_dynamics import Provenance, SearchEffort, derive, emit, load_urdf, numpy_functions

reading = load_urdf(Path(__file__).with_name("two_link.urdf"))
effort = SearchEffort(rounds=100)  # a second; without it the search is long enough for an arm of six joints
programs = list(derive(reading.chain, ("torque", "gravity"), effort).programs.values())
for program in programs:
    print(f"{program.name}: {program.count.multiplications} multiplications, {program.count.additions} additions")

origin = Provenance.of(reading.chain, joints=reading.facts)
gravity = numpy_functions(programs, origin).gravity(np.zeros(2))
print("holding torque, level:", gravity, "N·m")  # negative: the axes are +y, so positive q lowers the arm

files = emit("two_link", programs, origin, ("c",), batch=False)
print(*files)
print(next(line for line in files["two_link.h"].splitlines() if "two_link_torque(" in line))
