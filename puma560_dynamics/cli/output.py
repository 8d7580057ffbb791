"""How every command reports: a table for people, one JSON object with ``"ok"`` for machines."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

OK, FAILED, USAGE = 0, 1, 2
"""Exit codes: everything holds; a check failed; the input or the environment is wrong."""


def console() -> Console:
    """Where people read."""
    from rich.console import Console  # takes time that a help text must not take

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
