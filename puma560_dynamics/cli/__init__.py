"""The command line, `puma560` or `arm_dynamics`.

A command consists of a module and a line in `tree.py`. The path of the module is that of the command (`replay.py`,
`paper/errata.py`). It has two functions: ``add_arguments(parser)``, and ``run(arguments)``, which returns the exit
code. At its top, the module imports only the standard library and light modules of the package, so that help texts
appear immediately; ``run`` imports the rest. Options of several commands are in `options.py`.
"""

from .command import main

__all__ = ["main"]
