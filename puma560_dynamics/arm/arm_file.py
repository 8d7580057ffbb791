"""Load an arm by its name, from an arm file, or from a robot description.

An arm file can extend a second file: ``extends:`` names the second file, and the first file has only the differences.
A number replaces the extended file's number with its unit, tolerance and source. Everything else is merged entry by
entry: ``motors: {joint2: {maximum_torque: 150}}`` keeps the rest of that motor and of the arm.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import yaml

from ..emdeg import Selection, is_description, is_dh_table
from ..errors import ArmFileError, Puma560Error, UnphysicalArmError
from ..files import share_directories, share_file
from ..plain_data import parse_yaml, read_yaml
from ..robot_xml import is_xml
from .arm import Arm
from .arm_reader import ArmReader
from .described_arm import described_arm, read_arm
from .description_section import DESCRIPTION_KEYS, described
from .motor_side import OTHER_SIDE
from .physics import check_physics

EXTENDS = "extends"
"""Key of an arm file for the name of the file that it extends."""

FROM_FILE = "write the description to a file, such as `xacro arm.xacro > arm.urdf`, and give its path"
"""What to do with a description from a pipe, which has no folder for relative paths and can be read only once."""

_WHOLE = ("value", "matrix")  # a mapping with one of these keys (number, transmission) is replaced as a whole


def load_arm(
    name_or_path: str | Path | Selection = "akb1986",
    *,
    base: str | None = None,
    tip: str | None = None,
    hold: Sequence[str] = (),
    arguments: Mapping[str, str] | None = None,
    without: Sequence[str] = (),
    upright: str | None = None,
) -> Arm:
    """Load an arm from an arm file (by name or path) or from a robot description.

    All arguments except the first are for robot descriptions; an arm file has keys of the same names.

    Args:
        name_or_path: e.g. ``"akb1986"``, ``"my_arm.yaml"``, ``"robot.urdf"``, ``"robot.urdf.xacro"``, or the text of a
            URDF; or a `Selection`, which includes the other arguments.
        base: link that does not move (default: the root).
        tip: link at the end of the arm.
        hold: names of joints that are fixed at a constant position.
        arguments: arguments of a xacro file, by name.
        without: links to leave out, with everything attached to them.
        upright: link whose -z axis is the direction of gravity (default: the root).

    Returns:
        The arm; all arrays are read-only. Numbers that a robot description and its arm file do not give, such as
        motor inertia and friction, count as 0: `Arm.remarks` names them and the joints concerned.

    Raises:
        ArmFileError: no such file, not YAML, a number missing, misplaced or with a wrong unit; files extend each other.
        UnphysicalArmError: parameters are physically impossible.
    """
    if not isinstance(name_or_path, (str, Path, Selection)):
        raise ArmFileError(
            f"expected an arm's name, the path of its file or the text of a URDF, got {name_or_path!r:.80}; "
            f"the known arms are {', '.join(arm_names())}"
        )
    part = name_or_path if isinstance(name_or_path, Selection) else Selection.of(
        name_or_path, base=base, tip=tip, hold=hold, arguments=arguments, without=without, upright=upright
    )  # fmt: skip
    if is_description(part.source) or is_dh_table(part.source):
        return described_arm(part)
    if not part.whole:
        raise ArmFileError(
            f"{part.source}: base, tip, hold, arguments, without and upright are only for robot descriptions, and "
            "this is an arm file; leave them out"
        )
    path = _find(part.source)
    return described_arm(Selection.of(path)) if is_dh_table(path) else arm_of(_tree(path), path)


def load_geometry(name_or_path: str | Path | Selection) -> Arm:
    """Load an arm as `load_arm` does, but accept a description or a Denavit-Hartenberg table without masses.

    Args:
        name_or_path: as for `load_arm`, or the name of a table in `config/`, e.g. ``"craig1986"``.

    Returns:
        The arm; without masses, only its geometry has a meaning.

    Raises:
        ArmFileError, UnphysicalArmError: as `load_arm`.
    """
    part = name_or_path if isinstance(name_or_path, Selection) else Selection.of(name_or_path)
    if is_description(part.source) or is_dh_table(part.source):
        return read_arm(part)
    path = _find(part.source, tables=True)
    return read_arm(Selection.of(path)) if is_dh_table(path) else load_arm(part)


def arm_of(tree: Any, path: Path) -> Arm:
    """Build an arm from the content of an arm file; the file itself need not exist yet.

    Raises:
        ArmFileError, UnphysicalArmError: as `load_arm`.
    """
    reader = ArmReader(path)
    if isinstance(tree, Mapping) and "description" in tree:
        arm = described(reader, tree)
    else:
        for key in DESCRIPTION_KEYS:
            if isinstance(tree, Mapping) and key in tree:
                raise reader.fail(key, "this key needs a robot description; add `description:`, or remove this key")
        arm = reader.arm(tree)
    # Without limits in the description, the arm's limits are 0. Report only problems of numbers of the arm file.
    own = tuple(reader.quantities) if arm.origin else ("",)
    problems = [problem for problem in check_physics(arm).errors if problem.startswith(own)]
    if problems:
        raise UnphysicalArmError(f"{path}: " + "; ".join(problems))
    return arm


def arm_tree(name_or_path: str | Path) -> Mapping[str, Any]:
    """Return the YAML content of an arm file, merged with the files that it extends.

    Raises:
        ArmFileError: no such file, or not YAML.
    """
    path = _find(name_or_path)
    return ArmReader(path).mapping(_tree(path), "the file")


def _tree(path: Path) -> Any:
    """Return the content of an arm file, merged with the file that it extends."""
    try:
        return extended(_read(path), path, _find, _read)
    except (ValueError, OSError) as error:
        raise ArmFileError(f"{path}: {EXTENDS}: {error}") from None


def _read(path: Path) -> Any:
    tree = read_yaml(path, ArmFileError)
    if isinstance(tree, str):
        raise ArmFileError(
            f"{path} is text, and no arm file, robot description or Denavit-Hartenberg table; see config/akb1986.yaml"
        )
    return tree


def arm_names(*, tables: bool = False) -> list[str]:
    """List the arms in the package.

    Args:
        tables: whether to list tables without masses, too.

    Returns:
        Names for `load_arm` (with tables, for `load_geometry`), sorted.
    """
    names: set[str] = set()
    for directory in share_directories():
        for path in sorted((directory / "config").glob("*.yaml")):
            try:
                head = parse_yaml(path.read_text(encoding="utf-8"))
            except (OSError, yaml.YAMLError):
                continue
            if isinstance(head, Mapping) and ("links" in head or EXTENDS in head or (tables and "bodies" in head)):
                names.add(path.stem)
    return sorted(names)


def _find(name_or_path: str | Path, *, tables: bool = False) -> Path:
    if not str(name_or_path):
        raise ArmFileError(f"the name of the arm is empty; {_choices(tables)}")
    if str(name_or_path) == "-":
        raise ArmFileError(f"an arm is not read from standard input; {FROM_FILE}")
    try:
        path = Path(name_or_path).expanduser()
        found = path.is_file()
    except (OSError, RuntimeError, ValueError) as error:
        raise ArmFileError(f"arm {str(name_or_path)[:100]!r} is not a path: {error}; give a path or a name") from None
    if found:
        return path
    if path.exists() and not path.is_dir():
        raise ArmFileError(f"{path} is not a regular file; {FROM_FILE}")
    if path.suffix or len(path.parts) != 1:
        problem = f"{path} is a folder" if path.exists() else f"arm file {path} does not exist"
        raise ArmFileError(f"{problem}; {_choices(tables)}")
    try:
        return share_file("config", f"{path.name}.yaml")
    except Puma560Error:
        problem = f"{path} is a folder" if path.exists() else f"arm {str(name_or_path)!r} is not known"
        raise ArmFileError(f"{problem}; {_similar(path.name, tables)}{_choices(tables)}") from None


def _similar(name: str, tables: bool) -> str:
    """Return a suggestion for the misspelt name of an arm; empty if no name is similar."""
    found = get_close_matches(name, arm_names(tables=tables), n=1)
    return f"did you mean {found[0]}? Otherwise " if found else ""


def _choices(tables: bool) -> str:
    """Return what may be given as an arm."""
    return f"give the path of an arm file or robot description, or one of {', '.join(arm_names(tables=tables))}"


def extended(
    tree: Any, path: Path, find: Callable[[str | Path], Path], read: Callable[[Path], Any], seen: tuple[Path, ...] = ()
) -> Any:
    """Merge the content of an arm file with the file that it extends.

    Args:
        tree: YAML content of the file.
        path: path of the file; relative paths in it are relative to its folder.
        find: returns the path of an arm file, given its name or path.
        read: returns the YAML content of a file.
        seen: files that are already being extended.

    Returns:
        `tree` itself if it extends nothing.

    Raises:
        ValueError: ``extends`` names no file, or files extend each other.
        ArmFileError: from `find` and `read`.
    """
    if not isinstance(tree, Mapping) or EXTENDS not in tree:
        return tree
    name = tree[EXTENDS]
    if not isinstance(name, str) or not name:
        raise ValueError(f"expected the name of an arm or the path of an arm file, got {name!r}")
    near = path.parent / name
    below = (near if near.is_file() else find(name)).resolve()
    seen = (*seen, path.resolve())
    if below in seen:
        raise ValueError(f"{below} extends itself; name a file that is complete")
    whole = extended(read(below), below, find, read, seen)
    if not isinstance(whole, Mapping):
        raise ValueError(f"{below} is not an arm file; name one that `puma560 arm check` accepts")
    own = {key: value for key, value in tree.items() if key != EXTENDS}
    return {**merged(_moved(whole, below.parent), own), "name": own.get("name", path.stem)}


def merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Merge two trees; entries of `above` replace those of `below`, on whichever side of the gear they are given."""
    result = {key: value for key, value in below.items() if OTHER_SIDE.get(key) not in above}
    for key, value in above.items():
        before = below.get(key)
        whole = any(isinstance(each, Mapping) and any(part in each for part in _WHOLE) for each in (before, value))
        if isinstance(before, Mapping) and isinstance(value, Mapping) and not whole:
            result[key] = merged(before, value)
        else:
            result[key] = value
    return result


def _moved(tree: Mapping[str, Any], folder: Path) -> Mapping[str, Any]:
    """Return the content of a file in `folder`; a relative path of a description is prefixed with `folder`."""
    source = tree.get("description")
    if not isinstance(source, str) or is_xml(source):
        return tree
    return {**tree, "description": str(folder / source)}
