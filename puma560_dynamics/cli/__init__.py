"""The `puma560` command.

- `tree.py` names every command with one line of help.
- `options/` has the arguments of each command. It imports nothing but the standard library, so that a help text comes
  at once.
- The module at the command's place in the tree (`replay.py`, `paper/errata.py`) does the work in ``run(arguments)``,
  which returns the exit code. It is imported when its command is used.

A new command is a line in the tree, a function in `options/` and a module with `run`.
"""

from .command import main

__all__ = ["main"]
