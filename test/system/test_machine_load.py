"""The load of the machine in words."""

from __future__ import annotations

import os

import pytest

from puma560_dynamics.system.machine import busy_sentence, machine_load


def test_a_machine_with_more_processes_than_processors_is_busy(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(os, "getloadavg", lambda: (15.04, 1.0, 1.0))
    assert machine_load() == (15.04, 2)
    assert busy_sentence() == "; the machine is busy (15.0 processes on 2 processors over the last minute)"
    monkeypatch.setattr(os, "getloadavg", lambda: (2.0, 20.0, 20.0))
    assert busy_sentence() == ""


def test_a_system_without_this_figure_is_not_called_busy(monkeypatch: pytest.MonkeyPatch):
    def unknown() -> tuple[float, float, float]:
        raise OSError

    monkeypatch.setattr(os, "getloadavg", unknown)
    assert machine_load() is None
    assert busy_sentence() == ""
