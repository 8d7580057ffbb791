"""A node that starts without a manager: configured once it has its arm, then activated when nothing hinders it."""

from __future__ import annotations

from types import SimpleNamespace

from puma560_dynamics.nodes.wire.loop_lifecycle import Autostart


def test_configured_once_and_activated_until_it_is_active():
    calls: list[str] = []
    state = SimpleNamespace(ready=False, configured=False, active=False, allowed=False)

    def configure() -> None:
        calls.append("configure")
        state.configured = True

    def activate() -> None:
        calls.append("activate")
        state.active = state.allowed

    def create_timer(period: float, callback, clock: object) -> SimpleNamespace:
        state.tick = callback
        return SimpleNamespace(cancel=lambda: calls.append("cancel"))

    node = SimpleNamespace(trigger_configure=configure, trigger_activate=activate, create_timer=create_timer)
    Autostart(node, None, lambda: state.ready, lambda: state.configured, lambda: state.active)  # type: ignore[arg-type]
    state.tick()
    assert calls == []
    state.ready = True
    state.tick()
    state.tick()
    assert calls == ["configure", "activate", "activate"]
    state.allowed = True
    state.tick()
    assert calls[3:] == ["activate", "cancel"]
