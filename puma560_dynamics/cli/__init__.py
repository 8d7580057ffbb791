"""The command line, `puma560` or `arm_dynamics`.

A command is one module and its line in `tree.py`. The module stands at the command's place in the tree (`replay.py`,
`paper/errata.py`) and has two functions: ``add_arguments(parser)`` and ``run(arguments)``; the latter returns the exit
code. At the top it imports the standard library and light modules of the package, so that a help text comes at once;
``run`` imports the rest. Options that several commands have stand in `options.py`.
"""

from .command import main

__all__ = ["main"]
