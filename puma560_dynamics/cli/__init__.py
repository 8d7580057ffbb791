"""The `puma560` command: `command` and one module a subcommand, imported when it is used."""

from .command import main

__all__ = ["main"]
