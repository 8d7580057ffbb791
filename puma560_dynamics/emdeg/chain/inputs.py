"""Make numbers of a chain inputs of its functions: a load, the direction of gravity, parameters, and a wrench."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from ...errors import DerivationError
from ..algebra.vectors import Matrix, Scalar, Vector, transposed, turned
from .chain import Body, CarriedLink, Chain, Placement, Wrench
from .pose import inverse_placement
from .rigid_body import moved_body

WRENCH, PAYLOAD, GRAVITY, PARAMETERS = "wrench", "payload", "gravity_vector", "parameters"

OF_BODIES = (PAYLOAD, PARAMETERS)
"""Names of the inputs of functions that are linear in the numbers of the bodies."""

SIZES: Mapping[str, int] = MappingProxyType({WRENCH: 6, PAYLOAD: 10, GRAVITY: 3})
"""Numbers of elements of the inputs that are the same for all arms."""

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
        payload: whether the last link carries a load: mass (kg), center of mass (m) and inertia about it (kg·m²: xx,
            yy, zz, xy, xz, yz), in the frame of the arm's tip, the link at its end.
        gravity: whether the acceleration of gravity (m/s²), in the axes of the base link, is an input.
        parameters: numbers of bodies, as ``link2.mass``, ``link2.center.x``, ``link2.inertia.xy``, in the order of the
            input; in the frame of the moving link, whose name in the description may replace ``link2``.
        wrench: name of the link on whose origin a wrench acts, force (N) and moment (N·m) in the axes of the base link;
            None for no wrench, empty for the arm's tip.
    """

    payload: bool = False
    gravity: bool = False
    parameters: tuple[str, ...] = ()
    wrench: str | None = None

    @classmethod
    def named(cls, names: Sequence[str]) -> ChainInputs:
        """Return the inputs with the given names.

        Args:
            names: some of ``payload``, ``gravity_vector``, ``wrench`` or ``wrench@LINK``, and parameters; a part of the
                name of a parameter stands for all parameters with it: ``link2.center``, ``link2``.

        Raises:
            DerivationError: a name is not known, or an input is given twice.
        """
        words = [name.partition("@")[0] for name in names]
        for name, word in zip(names, words, strict=True):
            if (word not in SIZES and not _PARAMETER.fullmatch(name)) or (name != word and word != WRENCH):
                raise DerivationError(
                    f"input {name!r:.80} is not known; use {WRENCH}, {WRENCH}@LINK, {PAYLOAD}, {GRAVITY}, or a "
                    "parameter such as link2.mass"
                )
            if words.count(word) > 1:
                raise DerivationError(f"input {word!r:.80} is given twice; give it once")
        links = [name.partition("@")[2] for name, word in zip(names, words, strict=True) if word == WRENCH]
        parameters = tuple(word for word in words if word not in SIZES)
        return cls(PAYLOAD in words, GRAVITY in words, parameters, links[0] if links else None)

    def of(self, chain: Chain) -> ChainInputs:
        """Return the inputs with the names of single parameters of a chain.

        Raises:
            DerivationError: the chain does not have one of the parameters, or the link of the wrench.
        """
        if self.wrench is not None:
            applied_at(chain, self.wrench)
        return replace(self, parameters=parameter_names(self.parameters, chain))

    @property
    def names_of_bodies(self) -> tuple[str, ...]:
        """Names of the inputs that are numbers of bodies; functions take them regrouped (`program.regrouping`)."""
        return (PAYLOAD,) * self.payload + (PARAMETERS,) * bool(self.parameters)

    @property
    def direct_names(self) -> tuple[str, ...]:
        """Names of the inputs that functions take as they are given."""
        return (WRENCH,) * (self.wrench is not None) + (GRAVITY,) * self.gravity

    def sizes(self, names: Sequence[str]) -> dict[str, int]:
        """Return the sizes of inputs, by name; the parameters must be single ones (`of`)."""
        return {name: len(self.parameters) if name == PARAMETERS else SIZES[name] for name in names}

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
        if self.payload:
            load = _body([symbol(f"{PAYLOAD}{k + 1}") for k in range(SIZES[PAYLOAD])])
            chain = replace(chain, load=moved_body(load, chain.links.tip.pose))
        if self.wrench is not None:
            link, point = applied_at(chain, self.wrench)
            force, moment = (turned(back, _three(symbol, WRENCH, start)) for start in (0, 3))
            chain = replace(chain, wrench=Wrench(link, point, force, moment))
        return chain

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


def applied_at(chain: Chain, name: str) -> tuple[int, Vector]:
    """Return the index of the moving link that carries a link's frame, and the origin of this frame in its frame.

    Args:
        chain: the chain.
        name: name of the link; empty for the arm's tip.

    Raises:
        ChainError: the chain has no such link.
        DerivationError: the link does not move.
    """
    link = chain.link(name)
    if not link.carrier:
        raise DerivationError(f"link {name!r:.80} of {chain.name!r:.80} does not move; a wrench on it needs no torque")
    return link.carrier - 1, link.pose.origin


def only_load(chain: Chain) -> Chain:
    """Return the chain with its load as the only body, without reflected rotor inertia."""
    empty = (Body(),) * (chain.n - 1)
    return replace(chain.without_armature(), bodies=(*empty, chain.load or Body()), load=None, wrench=None)


def _three(symbol: Symbol, name: str, start: int = 0) -> Vector:
    return (symbol(f"{name}{start + 1}"), symbol(f"{name}{start + 2}"), symbol(f"{name}{start + 3}"))


def _body(numbers: Sequence[Scalar]) -> Body:
    """Return a body from its numbers in the order of `BODY_NUMBERS`."""
    mass, x, y, z, *inertia = numbers
    return Body(mass, (x, y, z), tuple(inertia))
