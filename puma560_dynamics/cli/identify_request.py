"""Files that `puma560 identify` is asked to read and write, checked before any bag is read."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..errors import IdentificationError
from ..files import check_writable
from ..replay.many.find_bags import bags_below, is_part_of_a_bag


def check_request(arguments: argparse.Namespace, report: Path) -> None:
    """See that what is asked for can be done.

    Args:
        arguments: of the command.
        report: where the page is to be written.

    Raises:
        IdentificationError: a file of two uses, or a recording that is no single one.
        OSError, Puma560Error: a file that cannot be written.
    """
    for path in (arguments.output, report):
        check_writable(path)
        if is_part_of_a_bag(path):
            raise IdentificationError(f"{path} is named as a part of a recording; name another file")
    if report == arguments.output:
        raise IdentificationError(
            f"arm file and page are both to be {report}; name the arm file .yaml, as -o my_arm.yaml"
        )
    for path in (*arguments.bags, *arguments.loaded, *arguments.held_out):
        if path.is_dir() and len(found := bags_below(path)) > 1:
            raise IdentificationError(f"{path} holds {len(found)} bags; name each of those that are meant")
    twice = {path.resolve() for path in arguments.bags} & {path.resolve() for path in arguments.loaded}
    if twice:
        raise IdentificationError(f"{min(twice)} is given with a load and without; a recording is one or the other")
    both = {path.resolve() for path in (*arguments.bags, *arguments.loaded)} & {
        path.resolve() for path in arguments.held_out
    }
    if both and not arguments.held_out_columns:  # which may choose other rows
        raise IdentificationError(f"{min(both)} is to be fitted and held out; what judges must be another recording")
