"""Ports that are taken are passed over; addresses of other machines are refused in words."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from puma560_dynamics.errors import ViewError
from puma560_dynamics.view.address import HOST, free_port, url


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that is in use."""
    with socket.create_server((HOST, 0)) as server:
        yield server.getsockname()[1]


def test_the_next_free_port_is_taken(taken: int):
    chosen = free_port(HOST, taken)
    assert chosen > taken
    with socket.create_server((HOST, chosen)):
        assert free_port(HOST, taken) > chosen
    assert free_port(HOST, 0) == 0


def test_what_cannot_be_served_is_refused_in_words(taken: int, monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(ViewError, match=r"host '192\.0\.2\.1'.*address of this machine"):
        free_port("192.0.2.1", 8080)  # an address for documentation, of no machine
    with pytest.raises(ViewError, match="there is no port 70000"):
        free_port(HOST, 70000)
    with pytest.raises(ViewError, match="there is no port -1"):
        free_port(HOST, -1)
    monkeypatch.setattr("puma560_dynamics.view.address.TRIES", 1)
    with pytest.raises(ViewError, match=f"from {taken} on is free"):
        free_port(HOST, taken)


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:81"),
        ("0.0.0.0", "http://localhost:81"),
        ("::1", "http://[::1]:81"),
        ("arm.local", "http://arm.local:81"),
    ],
)
def test_the_address_to_open(host: str, address: str):
    assert url(host, 81) == address
