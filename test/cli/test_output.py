"""What commands print in every case."""

from __future__ import annotations

import json

import pytest

from puma560_dynamics.cli.output import FAILED, OK, USAGE, fail, print_json


def test_the_exit_code_follows_ok(capsys: pytest.CaptureFixture[str]):
    assert print_json({"ok": True}) == OK == 0
    assert print_json({"ok": False}) == FAILED == 1
    with pytest.raises(ValueError, match="JSON"):
        print_json({"ok": True, "value": float("nan")})
    capsys.readouterr()


def test_failing_in_words_and_in_json(capsys: pytest.CaptureFixture[str]):
    assert fail("no such arm", as_json=False) == USAGE == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", "puma560: error: no such arm\n")
    fail("no such arm", as_json=True)
    out, err = capsys.readouterr()
    assert json.loads(out) == {"ok": False, "error": "no such arm"}
