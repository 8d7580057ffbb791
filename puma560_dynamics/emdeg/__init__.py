"""Generate the explicit dynamics of any chain, serial or with branches: derive, simplify, count and emit the equations.

The generator is named EMDEG after Burdick (1986), "An Algorithm for Generation of Efficient Manipulator Dynamic
Equations". This folder depends neither on the PUMA nor on ROS.

Other folders import only from this module. The subfolders follow the steps from an arm to its code:

- readers: read an arm from a robot description or a table of Denavit-Hartenberg parameters;
- chain: joints and bodies of the arm, angles of its links, base parameters;
- equations: equations of motion as exact polynomials, with structural rules in `rules`;
- program: sequences of calculations, with their counts;
- simplify: search for programs with few calculations;
- tasks: functions that can be derived, each with its equations and its proof;
- abbreviation: models without small terms;
- emitters: convert programs to files of C, Python, NumPy, JAX, CasADi, MATLAB, LaTeX or text;
- backends: compile programs and call them on this machine.

Names are imported when they are first used, because importing the whole generator takes a while.
"""

from ..lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__, __file__)
