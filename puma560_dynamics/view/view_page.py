"""The page: a viser server that shows snapshots."""

from __future__ import annotations

import contextlib
import io
import time
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import ViewError
from ..extras import missing_dependency
from . import panel
from .address import HOST, PORT, free_port, url
from .drawn_robot import DrawnRobot
from .request_check import RequestCheck, checked_serving
from .snapshot import Snapshot

TITLE = "PUMA 560"

WIDTH = 490
"""Width of the panel, CSS pixels."""

SLOW = 0.2
"""Seconds between two updates of tables, so that numbers can be read."""

CAMERA, TARGET = (1.9, -2.3, 0.9), (0.1, 0.0, 0.08)
"""Positions of the camera and its target, m: the arm from its right front, with its whole reach visible."""

FAST: tuple[Callable[[Snapshot], str], ...] = (panel.gate, panel.torque_bars)
TABLES: tuple[Callable[[Snapshot], str], ...] = (panel.terms_table, panel.residual, panel.diagnostics)


class Page:
    """Serves the arm and its numbers to any number of browsers. The page accepts no commands.

    The page uses the first free port, beginning with the requested one; `port` is the port in use.
    Requests that name another host or site are refused (`RequestCheck`).

    Args:
        host: address to bind; loopback by default.
        port: TCP port, 0 for any.
        allowed_hosts: hosts under which the page may be opened, in addition to its own hosts.

    Raises:
        ViewError: no such address, no free port, an entry of `allowed_hosts` that is not a host, or a version of viser
            that does not allow the check of its requests.
        MissingDependencyError: viser is not installed.
    """

    def __init__(self, host: str = HOST, port: int = PORT, allowed_hosts: Sequence[str] = ()) -> None:
        viser = import_viser()
        check = RequestCheck(host, allowed_hosts)
        chosen = free_port(host, port)

        class Server(viser.ViserServer):  # type: ignore[misc, name-defined]  # imported late
            """A server that refuses tunnels to the Internet, which any visitor may request from viser's own server."""

            def request_share_url(self, verbose: bool = True) -> str | None:
                return None

        # viser would print a box with the address.
        with contextlib.redirect_stdout(io.StringIO()), checked_serving(check) as checked:
            self._server = Server(host=host, port=chosen, label=TITLE, verbose=False)
        if not checked.used:
            self.close()
            raise ViewError(
                f"requests to the server of viser {viser.__version__} cannot be checked, so that other sites could "
                "read the page; install viser 1.1.1, with which this was tested"
            )
        self.port = int(self._server.get_port())
        self.url = url(host, self.port)
        self._robot: DrawnRobot | None = None
        self._joints: list[Any] = []
        self._shown: dict[Callable[[Snapshot], str], str] = {}
        self._slow_shown = -np.inf
        self._furnish()

    @property
    def visitors(self) -> int:
        """Number of browsers that show the page now."""
        return len(self._server.get_clients())

    def load(self, robot: DrawnRobot) -> None:
        """Draw another robot in place of the previous one."""
        scene = self._server.scene
        with self._server.atomic():
            scene.remove_by_name("/arm")
            frames = []
            for link in robot.links:
                frames.append(
                    scene.add_frame(
                        f"/arm/{link.path}", show_axes=False, position=tuple(link.position), wxyz=tuple(link.wxyz)
                    )
                )
                for number, mesh in enumerate(link.meshes):
                    scene.add_mesh_simple(
                        f"/arm/{link.path}/mesh{number}", mesh.vertices, mesh.faces, color=mesh.colour
                    )
            scene.add_grid(
                "/ground", 4.0, 4.0, position=(0.0, 0.0, robot.floor), cell_size=0.1, section_size=0.5,
                cell_color=(226, 229, 233), section_color=(196, 201, 208), shadow_opacity=0.2,
            )  # fmt: skip
        self._joints = [frames[index] for index in robot.moved]
        self._robot = robot

    def show(self, shot: Snapshot) -> None:
        """Show a snapshot: the arm and the bars immediately, the tables at a legible rate."""
        now = time.monotonic()
        with self._server.atomic():
            if self._robot is not None and shot.position is not None:
                for joint, wxyz in zip(self._joints, self._robot.orientations(shot.position), strict=True):
                    joint.wxyz = wxyz
            self._update(FAST, shot)
            if now - self._slow_shown >= SLOW:
                self._slow_shown = now
                self._update(TABLES, shot)

    def close(self) -> None:
        """Stop serving."""
        with contextlib.redirect_stdout(io.StringIO()):
            self._server.stop()

    def _furnish(self) -> None:
        """Add the parts that exist before the first snapshot."""
        server = self._server
        server.gui.configure_theme(show_logo=False, show_share_button=False, dark_mode=False)
        server.gui.main_panel.dock_right()
        server.gui.main_panel.set_width(WIDTH)
        server.initial_camera.position, server.initial_camera.look_at = CAMERA, TARGET
        server.scene.set_background_image(_sky())
        server.scene.configure_default_lights(cast_shadow=False)  # shadows would be cut off at a rectangle
        server.initial_camera.fov = np.radians(40.0)
        empty = Snapshot((), np.zeros(0))
        server.gui.add_html(panel.style())
        self._parts = {part: server.gui.add_html(part(empty)) for part in (*FAST, *TABLES)}

    def _update(self, parts: tuple[Callable[[Snapshot], str], ...], shot: Snapshot) -> None:
        """Send the parts that have changed."""
        for part in parts:
            content = part(shot)
            if content != self._shown.get(part):
                self._shown[part] = self._parts[part].content = content


def _sky() -> NDArray[np.uint8]:
    """Return a plain background in front of which a white arm is visible."""
    shade = np.linspace(0.0, 1.0, 256)[:, None, None]
    top, bottom = np.array([176.0, 192.0, 208.0]), np.array([244.0, 246.0, 248.0])
    return np.broadcast_to(top + shade * (bottom - top), (256, 2, 3)).astype(np.uint8)


def import_viser() -> ModuleType:
    """Return the viser module.

    Raises:
        MissingDependencyError: viser is not installed.
    """
    try:
        import viser
    except ImportError:
        raise missing_dependency("the live page", "viser", "yourdfpy") from None
    module: ModuleType = viser
    return module
