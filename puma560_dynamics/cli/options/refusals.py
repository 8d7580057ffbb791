"""What options alone refuse, before the modules of a command are imported, which takes seconds."""

from __future__ import annotations

import argparse

from ...errors import IdentificationError


def refuse_identify(arguments: argparse.Namespace) -> None:
    """See that `puma560 identify` has a recording, and options that go together.

    Args:
        arguments: of the command.

    Raises:
        IdentificationError: no recording, or options that contradict each other.
        ArmFileError: there is no such arm.
        UnsupportedArmError: a joint of the arm slides.
    """
    if not (arguments.bags or arguments.loaded):
        raise IdentificationError("no bag to identify from; give one or more, and others with --held-out")
    if arguments.unknown_gains and not (arguments.bags and arguments.loaded and arguments.load_mass):
        raise IdentificationError(
            "--unknown-gains takes recordings without a load, --loaded with one, and its --load-mass above 0 kg"
        )
    if arguments.load_mass is not None and not arguments.unknown_gains:
        raise IdentificationError("--load-mass is for --unknown-gains; a load of --loaded is weighed without it")
    if arguments.held_out_columns and not arguments.held_out:
        raise IdentificationError("--held-out-columns is for the tables of --held-out; give those too")
    _refuse_sliding(arguments, "identification")


def refuse_replay(arguments: argparse.Namespace) -> None:
    """See that `puma560 replay` can take the arm.

    Args:
        arguments: of the command.

    Raises:
        ArmFileError: there is no such arm.
        UnsupportedArmError: a joint of the arm slides.
    """
    _refuse_sliding(arguments, "replay")


def _refuse_sliding(arguments: argparse.Namespace, what: str) -> None:
    from ...arm import load_arm  # not for a help text

    load_arm(arguments.arm).only_revolute(what)
