"""The known load that a person gives by `--payload-mass` and what goes with it."""

from __future__ import annotations

import argparse

from ..arm import Arm
from ..errors import Puma560Error
from ..models.payload.payload import Payload
from ..models.payload.placed import placed_payload


def given_load(arguments: argparse.Namespace, arm: Arm) -> Payload:
    """The load in the frame of the last link.

    Args:
        arguments: with ``payload_mass`` (kg), ``payload_center`` (m, in the frame of the link) and ``payload_link``.
        arm: that carries it.

    Returns:
        The load; one of 0 kg if none is given.

    Raises:
        Puma560Error: a center of mass or a link without a mass, which would have no effect.
        StateError: a load that no body has, or on a link that the arm does not have at its end.
    """
    if not arguments.payload_mass:
        for given, flag in (
            (any(arguments.payload_center), "--payload-center"),
            (arguments.payload_link, "--payload-link"),
        ):
            if given:
                raise Puma560Error(f"{flag} is given without a load; give --payload-mass too")
        return Payload(0.0)
    load = Payload(arguments.payload_mass, arguments.payload_center, link=arguments.payload_link)
    return placed_payload(arm, load)
