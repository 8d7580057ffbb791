"""How every command speaks: a table for people, one JSON object with ``"ok"`` for machines."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console

from ..errors import Puma560Error

OK, FAILED, USAGE = 0, 1, 2
"""Exit codes: everything holds; a check failed; the input or the environment is wrong."""


def add_json_flag(parser: argparse.ArgumentParser) -> None:
    """``--json`` on a subcommand."""
    parser.add_argument("--json", action="store_true", help="print one JSON object on standard output")


def console() -> Console:
    """Where people read."""
    return Console(highlight=False)


def print_json(data: Mapping[str, Any]) -> int:
    """Print `data`, which holds ``"ok"``; returns the exit code that goes with it."""
    print(json.dumps(data, indent=2, allow_nan=False))
    return OK if data["ok"] else FAILED


def fail(message: str, as_json: bool, code: int = USAGE) -> int:
    """One sentence on standard error (and in the JSON), no traceback; returns the exit code."""
    if as_json:
        print(json.dumps({"ok": False, "error": message}, indent=2))
    print(f"puma560: error: {message}", file=sys.stderr)
    return code


def write_whole(path: Path, text: str) -> None:
    """Write `text` to `path` in one step.

    Raises:
        Puma560Error: the folder does not exist or cannot be written to, or `path` is a folder or a device.
    """
    if path.exists() and not path.is_file():
        raise Puma560Error(f"{path} cannot be written: it is there and no file; choose another place with -o")
    temporary = None
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        temporary = Path(name)
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        temporary.chmod(0o644)
        temporary.replace(path)
    except OSError as error:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        raise Puma560Error(f"{path} cannot be written: {error.strerror}; choose another place with -o") from None
