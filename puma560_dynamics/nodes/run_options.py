"""Options of a run, and the arm file that its nodes load."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from ..arm import Arm, Selection, load_arm
from ..arm.arm_file import arm_tree
from ..demo import DOMAIN
from ..models.assumed_limits import assumed_limits
from ..models.kinds import DEFAULT_MODEL
from ..models.payload.payload import Payload
from ..simulation.plant_errors import PlantErrors
from ..view.address import PORT


@dataclass(frozen=True)
class RunOptions:
    """Options of a run.

    Attributes:
        arm: name or path for `load_arm`, or a part of a robot description.
        model: kind of the explicit model.
        duration: duration of one motion, s, which is run once for each setting; 0 for the usual duration.
        rate: rate of joint states and references, Hz.
        domain: ROS domain.
        friction: whether the simulated joints have friction.
        errors: errors of the simulated arm's numbers.
        payload: load that the simulated arm carries, in the frame of its link.
        payload_known: whether the model has this load, too.
        view: whether `view_node` serves the live page.
        view_port: TCP port of the page; if it is in use, the next free port.
        hold: whether to repeat the last motion until a KeyboardInterrupt.
        record: folder for a bag, which must not exist yet; `None` to record no bag.
    """

    arm: str | Selection = "akb1986"
    model: str = DEFAULT_MODEL
    duration: float = 0.0
    rate: float = 250.0
    domain: int = DOMAIN
    friction: bool = True
    errors: PlantErrors = field(default_factory=PlantErrors)
    payload: Payload = field(default_factory=Payload)
    payload_known: bool = True
    view: bool = False
    view_port: int = PORT
    hold: bool = False
    record: Path | None = None

    @property
    def modelled(self) -> Payload:
        """Load that the model has."""
        return self.payload if self.payload_known else Payload()


@contextlib.contextmanager
def simulated_arm(source: str | Selection, announce: Callable[[str], None]) -> Iterator[str]:
    """Provide the name or path of the arm that every node of a run loads, with assumed limits where limits are 0.

    Args:
        source: the arm as the user named it, or the part of a description that is the arm.
        announce: receives a sentence on the assumed limits.
    """
    arm = load_arm(source)
    assumed = assumed_limits(arm)
    if isinstance(source, str) and not assumed:
        yield source
        return
    name = source if isinstance(source, str) else source.source
    tree = tree_with_assumed_limits(name, arm)
    numbers = ", ".join(
        f"{joint} {limits.torque or limits.velocity or limits.position:g}" for joint, limits in assumed.items()
    )
    if assumed:
        announce(
            f"{name} has limits of 0, of torque or velocity; the simulation assumes, in N·m and rad/s: {numbers}. "
            "For a real arm, give its own as `maximum_torque` and `velocity` in an arm file"
        )
    with tempfile.TemporaryDirectory(prefix="puma560_run_") as folder:
        path = Path(folder) / f"{arm.name}.yaml".replace("/", "_")
        path.write_text(yaml.safe_dump(tree, allow_unicode=True), encoding="utf-8")
        yield str(path)


def tree_with_assumed_limits(source: str, arm: Arm) -> dict[str, Any]:
    """Return an arm file as a tree: the arm `arm`, read from `source`, with assumed limits where it has none."""
    origin = arm.origin
    assert origin is not None  # the limits of an arm file are checked
    tree = {} if origin.source == str(Path(source).expanduser().resolve()) else dict(arm_tree(source))
    part = {
        "description": origin.source,
        "base": origin.base,
        "tip": origin.tip,
        "upright": origin.upright,
        "hold": list(origin.hold),
        "without": list(origin.without),
        "arguments": dict(origin.arguments),
    }
    tree |= {key: value for key, value in part.items() if value}
    for section in ("motors", "joints"):
        tree[section] = {str(name): dict(entry or {}) for name, entry in (tree.get(section) or {}).items()}
    for name, limits in assumed_limits(arm).items():
        if limits.torque is not None:
            tree["motors"].setdefault(name, {})["maximum_torque"] = limits.torque
        if limits.velocity is not None:
            tree["joints"].setdefault(name, {})["velocity"] = limits.velocity
        if limits.position is not None:
            tree["joints"].setdefault(name, {}).update(lower=-limits.position, upper=limits.position)
    return tree
