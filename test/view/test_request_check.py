"""Requests of other sites are refused, by their headers Host and Origin."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator, Sequence
from types import SimpleNamespace

import pytest

from puma560_dynamics.errors import ViewError
from puma560_dynamics.view.request_check import RequestCheck

PORT = 8080

LOOPBACK, NETWORK = "127.0.0.1", "192.168.1.5"


def allows(
    host: str | Sequence[str],
    origin: str | Sequence[str] = (),
    *,
    bound: str = "127.0.0.1",
    reached: str = LOOPBACK,
    named: Sequence[str] = (),
) -> bool:
    """Whether a request with these headers, which came in on the address `reached`, is answered."""
    hosts, origins = ([value] if isinstance(value, str) else list(value) for value in (host, origin))
    return RequestCheck(bound, named).refusal(hosts, origins, reached, PORT) is None


@pytest.mark.parametrize("host", ["127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080", "127.0.0.2:8080"])
def test_names_of_loopback_are_the_pages_own(host: str):
    assert allows(host)
    assert allows(host, f"http://{host}")


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "evil.example:8080", "localhost", "127.0.0.1", "127.0.0.1:80", "localhost:8081",
        "localhost.evil.example:8080", "evil@localhost:8080", "localhost:8080@evil.example", "192.168.1.5:8080", "",
        "localhost:8080/", "[::1", "::1:8080", "localhost:", "localhost:８０８０", "localhost:8080:8080", "127.1:8080",
        "2130706433:8080", ":8080", "localhost:08080", "[::ffff:192.168.1.5]:8080",
    ],
)  # fmt: skip
def test_another_host_is_refused(host: str):
    assert not allows(host)
    assert not allows(host, "http://localhost:8080")


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example", "http://evil.example:8080", "null", "", "http://localhost", "http://localhost:3000",
        "https://localhost:8080", "file://", "localhost:8080", "http://localhost:8080/", "http://localhost:8080.evil.example",
        "ws://localhost:8080", "http://evil.example@localhost:8080", "http://localhost:8080 http://evil.example",
    ],
)  # fmt: skip
def test_another_origin_is_refused(origin: str):
    assert not allows("localhost:8080", origin)


def test_a_header_that_is_missing_or_there_twice():
    assert not allows([])
    assert not allows(["localhost:8080", "localhost:8080"])
    assert not allows("localhost:8080", ["http://localhost:8080", "http://localhost:8080"])


def test_on_every_interface_the_address_that_the_connection_came_in_on_is_the_pages_own():
    assert allows("192.168.1.5:8080", "http://192.168.1.5:8080", bound="0.0.0.0", reached=NETWORK)
    assert allows("192.168.1.5:8080", bound="", reached=f"::ffff:{NETWORK}")
    assert allows("[fe80::1]:8080", bound="::", reached="fe80::1%eth0")
    assert allows("localhost:8080", bound="0.0.0.0", reached=LOOPBACK)
    for other in ("192.168.1.6:8080", "localhost:8080", "robot:8080", "0.0.0.0:8080", "192.168.1.5:80"):
        assert not allows(other, bound="0.0.0.0", reached=NETWORK), other
    assert not allows("192.168.1.5:8080", bound="0.0.0.0", reached=LOOPBACK)


def test_the_host_that_the_page_is_bound_to_is_its_own():
    assert allows("robot.lab:8080", "http://robot.lab:8080", bound="robot.lab", reached=NETWORK)
    assert allows("192.168.1.5:8080", bound="robot.lab", reached=NETWORK)
    assert not allows("robot.lab:80", bound="robot.lab", reached=NETWORK)


def test_named_hosts():
    for host in ("robot:8080", "robot", "ROBOT:8080"):
        assert allows(host, f"http://{host}", bound="0.0.0.0", reached=NETWORK, named=["robot"]), host
    assert allows("robot", "https://robot", named=["robot"])
    assert not allows("robot:9000", named=["robot"])
    assert allows("localhost:9000", "http://localhost:9000", named=["", "localhost:9000"])
    assert not allows("localhost:9001", named=["localhost:9000"])
    assert allows("[fd00::1]:8080", named=["fd00::1"])
    assert not allows("robot:8080", "http://evil.example", named=["robot"])


@pytest.mark.parametrize("entry", ["*", "http://robot", "robot:0", "robot:99999", "robot/", "a b", "robot:"])
def test_what_names_no_host_is_refused_at_the_start(entry: str):
    with pytest.raises(ViewError, match="allowed_hosts"):
        RequestCheck("127.0.0.1", [entry])


viser = pytest.importorskip("viser", reason="needs viser (pip install '.[view]')")

from websockets.exceptions import InvalidStatus  # noqa: E402
from websockets.sync.client import connect  # noqa: E402
from websockets.typing import Origin  # noqa: E402

from puma560_dynamics.view.view_page import Page  # noqa: E402


@pytest.fixture
def page() -> Iterator[Page]:
    """A page on any free port."""
    made = Page(port=0)
    yield made
    made.close()


def get(page: Page, **headers: str) -> int:
    """Status of the answer to a plain request."""
    connection = http.client.HTTPConnection("127.0.0.1", page.port, timeout=10)
    connection.request("GET", "/", headers=headers)
    return connection.getresponse().status


def upgrade(page: Page, **headers: str) -> int:
    """Status of the answer to the request of a web socket."""
    lines = {
        "Host": f"127.0.0.1:{page.port}", "Upgrade": "websocket", "Connection": "Upgrade",
        "Sec-WebSocket-Key": "MDEyMzQ1Njc4OWFiY2RlZg==", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Protocol": f"viser-v{viser.__version__}", **headers,
    }  # fmt: skip
    with socket.create_connection(("127.0.0.1", page.port), timeout=10) as connection:
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        connection.sendall(f"GET / HTTP/1.1\r\n{head}\r\n".encode())
        return int(connection.recv(100).split()[1])


def test_the_server_refuses_before_it_upgrades_or_sends_a_file(page: Page):
    assert get(page) == 200
    assert get(page, Origin=page.url) == 200
    assert get(page, Origin="http://evil.example") == 403
    assert get(page, Host="evil.example") == 403
    assert get(page, Host=f"evil.example:{page.port}") == 403
    assert upgrade(page) == 101
    assert upgrade(page, Origin=page.url) == 101
    assert upgrade(page, Origin="http://evil.example") == 403
    assert upgrade(page, Host="evil.example") == 403
    assert upgrade(page, Host="evil.example", Origin="http://evil.example") == 403
    with pytest.raises(InvalidStatus, match="403"):
        connect(page.url.replace("http", "ws"), origin=Origin("http://evil.example"))
    assert page.visitors == 0


def test_other_servers_of_the_process_are_as_before(page: Page):
    import websockets.asyncio.server

    assert websockets.asyncio.server.serve.__module__.startswith("websockets.")


def test_a_server_that_would_not_be_checked_does_not_stay(monkeypatch: pytest.MonkeyPatch):
    """For instance that of another version of viser, which makes it in another way."""
    import websockets
    from websockets.asyncio.server import ServerConnection, serve

    server = SimpleNamespace(serve=serve, ServerConnection=ServerConnection)
    other = SimpleNamespace(**{**vars(websockets), "asyncio": SimpleNamespace(server=server)})
    monkeypatch.setattr("viser.infra._infra.websockets", other)
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with pytest.raises(ViewError, match="cannot be checked"):
        Page(port=port)
    with socket.create_server(("127.0.0.1", port)):
        pass  # free again
