"""Make numbers of a chain inputs of its functions: a load, the direction of gravity, parameters, and a wrench."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from ...errors import ChainError, DerivationError
from ..algebra.vectors import Matrix, Scalar, Vector, transposed, turned
from .chain import Body, CarriedLink, Chain, Load, Placement, Wrench
from .pose import inverse_placement
from .rigid_body import moved_body

WRENCH, PAYLOAD, GRAVITY, PARAMETERS = "wrench", "payload", "gravity_vector", "parameters"

OF_BODIES = (PAYLOAD, PARAMETERS)
"""Names of the inputs of functions that are linear in the numbers of the bodies."""

SIZES: Mapping[str, int] = MappingProxyType({WRENCH: 6, PAYLOAD: 10, GRAVITY: 3})
"""Numbers of elements of the inputs that are the same for all arms; of wrenches and loads, on one link."""

ON_LINKS = (WRENCH, PAYLOAD)
"""Inputs that act on a link, or on several links one after another."""

BODY_NUMBERS = (
    "mass",
    *(f"center.{axis}" for axis in "xyz"),
    *(f"inertia.{axes}" for axes in ("xx", "yy", "zz", "xy", "xz", "yz")),
)
"""Numbers of a body, in the order of `Body` and of the input ``payload``."""

Symbol = Callable[[str], Scalar]
"""Function that returns the value of an element of an input, by name: ``payload1 …``."""

_PARAMETER = re.compile(r"link[1-9]\d*|.+\.(mass|center(\.[xyz])?|inertia(\.(xx|yy|zz|xy|xz|yz))?)")


@dataclass(frozen=True)
class ChainInputs:
    """Numbers of a chain that are inputs of its functions.

    Attributes:
        payloads: names of the links that carry a load: mass (kg), center of mass (m) and inertia about it (kg·m²: xx,
            yy, zz, xy, xz, yz), in the frame of the link; an empty name for the arm's tip, the link at its end.
        gravity: whether the acceleration of gravity (m/s²), in the axes of the base link, is an input.
        parameters: numbers of bodies, as ``link2.mass``, ``link2.center.x``, ``link2.inertia.xy``, in the order of the
            input; in the frame of the moving link, whose name in the description may replace ``link2``.
        wrenches: names of the links on whose origins wrenches act, force (N) and moment (N·m) in the axes of the base
            link; an empty name for the arm's tip.
    """

    payloads: tuple[str, ...] = ()
    gravity: bool = False
    parameters: tuple[str, ...] = ()
    wrenches: tuple[str, ...] = ()

    @classmethod
    def named(cls, names: Sequence[str]) -> ChainInputs:
        """Return the inputs with the given names.

        Args:
            names: some of ``payload`` or ``payload@LINK``, ``gravity_vector``, ``wrench`` or ``wrench@LINK``, each link
                once, and parameters; a part of the name of a parameter stands for all parameters with it:
                ``link2.center``, ``link2``.

        Raises:
            DerivationError: a name is not known, or an input is given twice.
        """
        parts = [name.partition("@") for name in names]
        for name, (word, at, _) in zip(names, parts, strict=True):
            if (word not in SIZES and not _PARAMETER.fullmatch(name)) or (at and word not in ON_LINKS):
                raise DerivationError(
                    f"input {name!r:.80} is not known; use {WRENCH}, {WRENCH}@LINK, {PAYLOAD}, {PAYLOAD}@LINK, "
                    f"{GRAVITY}, or a parameter such as link2.mass"
                )
            if names.count(name) > 1:
                raise DerivationError(f"input {name!r:.80} is given twice; give it once")
        payloads, wrenches = (tuple(link for word, _, link in parts if word == own) for own in (PAYLOAD, WRENCH))
        parameters = tuple(word for word, *_ in parts if word not in SIZES)
        return cls(payloads, GRAVITY in names, parameters, wrenches)

    def of(self, chain: Chain) -> ChainInputs:
        """Return the inputs with the names of single parameters of a chain.

        Raises:
            DerivationError: the chain does not have one of the parameters or links, or a link does not move.
        """
        for name in self.wrenches:
            moving_place(chain, name, WRENCH)
        for name in self.payloads:
            moving_place(chain, name, PAYLOAD)
        return replace(self, parameters=parameter_names(self.parameters, chain))

    @property
    def names_of_bodies(self) -> tuple[str, ...]:
        """Names of the inputs that are numbers of bodies; functions take them regrouped (`program.regrouping`)."""
        return (PAYLOAD,) * bool(self.payloads) + (PARAMETERS,) * bool(self.parameters)

    @property
    def direct_names(self) -> tuple[str, ...]:
        """Names of the inputs that functions take as they are given."""
        return (WRENCH,) * bool(self.wrenches) + (GRAVITY,) * self.gravity

    def sizes(self, names: Sequence[str]) -> dict[str, int]:
        """Return the sizes of inputs, by name; the parameters must be single ones (`of`)."""
        times = {WRENCH: len(self.wrenches), PAYLOAD: len(self.payloads), GRAVITY: 1}
        return {name: len(self.parameters) if name == PARAMETERS else SIZES[name] * times[name] for name in names}

    @property
    def elements(self) -> list[str]:
        """Names of the elements of all inputs; the parameters must be single ones (`of`)."""
        sizes = self.sizes((*self.names_of_bodies, *self.direct_names))
        return [f"{name}{k + 1}" for name, size in sizes.items() for k in range(size)]

    def chain(self, chain: Chain, symbol: Symbol) -> Chain:
        """Return a chain with these numbers replaced by symbols; the parameters must be single ones (`of`).

        Args:
            chain: the chain.
            symbol: function that returns the symbol of an input's element.
        """
        back = transposed(chain.links.base.rotation)
        if self.gravity:
            chain = replace(chain, gravity=turned(back, _three(symbol, GRAVITY)))
        for number, body in self._bodies(chain, symbol).items():
            chain = replace(chain, bodies=(*chain.bodies[:number], body, *chain.bodies[number + 1 :]))
        loads, wrenches = [], []
        for number, name in enumerate(self.payloads):
            link, pose = moving_place(chain, name, PAYLOAD)
            first = number * SIZES[PAYLOAD]
            load = _body([symbol(f"{PAYLOAD}{first + k + 1}") for k in range(SIZES[PAYLOAD])])
            loads.append(Load(link, moved_body(load, pose)))
        for number, name in enumerate(self.wrenches):
            link, pose = moving_place(chain, name, WRENCH)
            first = number * SIZES[WRENCH]
            force, moment = (turned(back, _three(symbol, WRENCH, start)) for start in (first, first + 3))
            wrenches.append(Wrench(link, pose.origin, force, moment))
        return replace(chain, loads=tuple(loads), wrenches=tuple(wrenches))

    def _bodies(self, chain: Chain, symbol: Symbol) -> dict[int, Body]:
        """Return the bodies of which some numbers are symbols, by index.

        Only the changes of these numbers are transformed from the frames of the links, so that others stay as they are.
        """
        changes: dict[int, list[Scalar]] = {}
        for k, name in enumerate(self.parameters):
            number, _, which = name.removeprefix("link").partition(".")
            index, place = int(number) - 1, BODY_NUMBERS.index(which)
            known = moved_body(chain.bodies[index], inverse_placement(moving_link(chain, index).pose))
            nominal = (known.mass, *known.center, *known.inertia)[place]
            own = changes.setdefault(index, [0] * len(BODY_NUMBERS))
            own[place] = symbol(f"{PARAMETERS}{k + 1}") - nominal
        return {
            index: _changed(chain.bodies[index], _body(own), moving_link(chain, index).pose.rotation)
            for index, own in changes.items()
        }


def _changed(body: Body, change: Body, rotation: Matrix) -> Body:
    """Return a body with changed numbers; the change is given in axes with the given rotation."""
    turned_change = moved_body(change, Placement(rotation))
    center = tuple(a + b for a, b in zip(body.center, turned_change.center, strict=True))
    inertia = tuple(a + b for a, b in zip(body.inertia, turned_change.inertia, strict=True))
    return Body(body.mass + change.mass, center, inertia)


def moving_link(chain: Chain, index: int) -> CarriedLink:
    """Return a moving link of the chain with its frame in the description."""
    own = CarriedLink(f"link{index + 1}", index + 1, chain.frames[index])
    return next((link for link in chain.links.links if link.carrier == index + 1), own)


def parameter_names(names: Sequence[str], chain: Chain) -> tuple[str, ...]:
    """Return the names of single parameters, each once: ``link2.center`` is three of them, ``link2`` ten.

    Raises:
        DerivationError: a name is no parameter of the chain.
    """
    every = [(f"link{i + 1}", moving_link(chain, i).name, each) for i in range(chain.n) for each in BODY_NUMBERS]
    found: list[str] = []
    for name in names:
        own = [f"{number}.{each}" for number, *rest, each in every
               if any(f"{link}.{each}.".startswith(f"{name}.") for link in (number, *rest))]  # fmt: skip
        if not own:
            raise DerivationError(
                f"parameter {name!r:.80} is not known; use link1 to link{chain.n}, or a part: link{chain.n}.mass, "
                f"link{chain.n}.center, link{chain.n}.center.x, link{chain.n}.inertia, link{chain.n}.inertia.xy"
            )
        found += own
    return tuple(dict.fromkeys(found))


def moving_place(chain: Chain, name: str, kind: str) -> tuple[int, Placement]:
    """Return the index of the moving link that a link is fixed to (or is), and the pose of the link in its frame.

    Args:
        chain: the chain.
        name: name of the link; empty for the arm's tip.
        kind: name of the input that acts on the link, for messages.

    Raises:
        ChainError: the chain has no such link, or several arms and no name is given.
        DerivationError: the link does not move.
    """
    try:
        link = chain.link(name)
    except ChainError as error:
        raise ChainError(f"{kind}: {error}") from None
    if not link.carrier:
        raise DerivationError(f"link {name!r:.80} of {chain.name!r:.80} does not move; a {kind} on it needs no torque")
    return link.carrier - 1, link.pose


def only_load(chain: Chain, load: Load) -> Chain:
    """Return the chain with a load as the only body, without reflected rotor inertia."""
    bodies = tuple(load.body if i == load.link else Body() for i in range(chain.n))
    return replace(chain.without_armature(), bodies=bodies, loads=(), wrenches=())


def _three(symbol: Symbol, name: str, start: int = 0) -> Vector:
    return (symbol(f"{name}{start + 1}"), symbol(f"{name}{start + 2}"), symbol(f"{name}{start + 3}"))


def _body(numbers: Sequence[Scalar]) -> Body:
    """Return a body from its numbers in the order of `BODY_NUMBERS`."""
    mass, x, y, z, *inertia = numbers
    return Body(mass, (x, y, z), tuple(inertia))
