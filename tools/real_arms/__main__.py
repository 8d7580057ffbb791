"""Print the sections, write the page and its pictures."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from puma560_dynamics.report.svg import drawn

from .contacts import identified_arm, pushed, untouched
from .section import Section, alone
from .tx40 import arm_file, tx40_halves, tx40_numbers
from .ur10e import ur10e_gains, ur10e_load, ur10e_motion, ur10e_other_motion

PAGE = Path(__file__).parents[2] / "docs" / "real_arms.md"
BEGIN, END = "<!-- measured by tools/real_arms -->", "<!-- end of what tools/real_arms measured -->"


def sections(folder: Path) -> Iterator[Section]:
    """Yield all sections of the page, from the recordings in `folder`."""
    yield ur10e_motion(folder / "ur10e")
    yield ur10e_other_motion(folder / "ur10e")
    yield ur10e_gains(folder / "ur10e")
    yield ur10e_load(folder / "ur10e")
    with tempfile.TemporaryDirectory() as scratch:
        arm = arm_file(folder / "tx40", Path(scratch))
        yield from tx40_halves(folder / "tx40", arm)
        yield tx40_numbers(folder / "tx40", arm)
        known = identified_arm(folder / "ur10e", Path(scratch))
        yield pushed(folder / "ur10e", known)
        yield untouched(folder / "ur10e", known, folder / "tx40" / "motor_positions.csv.gz", arm)


def main(arguments: Sequence[str]) -> int:
    """Print the sections, write the page and its pictures."""
    if len(arguments) != 1 or not all((Path(arguments[0]) / name).is_dir() for name in ("ur10e", "tx40")):
        print("usage: python -m tools.real_arms FOLDER, with folders ur10e and tx40 in it", file=sys.stderr)
        return 2
    parts = []
    for section in sections(Path(arguments[0])):
        print(section.markdown, end="\n\n", flush=True)
        parts.append(section.markdown)
        for name, figure in section.figures.items():
            (PAGE.parent / "images" / f"{name}.svg").write_text(alone(drawn(figure)), encoding="utf-8")
    text = PAGE.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    PAGE.write_text(head + BEGIN + "\n\n" + "\n\n".join(parts) + "\n\n" + END + tail, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
