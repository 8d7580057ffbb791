"""Parse the XML of a robot description within bounds of size and depth.

A description comes from a topic on which any program may publish. Every reader passes it through `robot_root` first:
it refuses entities, and whatever is larger than an arm's description, before time or memory is spent on it.
"""

from __future__ import annotations

from xml.etree import ElementTree

from .errors import UrdfError

MAX_SIZE = 2_000_000
"""Longest description, characters. Those of whole humanoids have about 300 000."""

MAX_NESTING = 100
"""Elements within each other. URDF has six levels, what is embedded for simulators a few more."""

MAX_PARTS = 1000
"""Links, and joints."""

MAX_IN_A_ROW = 32
"""Joints from the root to a link, fixed ones included: their exact poses get longer with every joint."""

MAX_NAME = 200
"""Longest name of a link or joint, characters."""


def robot_root(text: str | bytes) -> ElementTree.Element:
    """Return the element ``<robot>`` of a description.

    Args:
        text: URDF 1.x.

    Raises:
        UrdfError: it is not XML, has a document type, is no robot, has no link, or is beyond one of the bounds of this
            module.
    """
    if len(text) > MAX_SIZE:
        raise UrdfError(
            f"the URDF has {len(text)} characters, at most {MAX_SIZE} are read; put meshes into files, and leave out "
            "what is not needed"
        )
    if not text.strip():
        raise UrdfError("the URDF is empty; give the description of an arm")
    try:
        root = ElementTree.fromstring(text, ElementTree.XMLParser(target=_Bounded()))
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise UrdfError(f"the URDF is not XML ({str(error)[:200]}); correct that place") from None
    if root.tag != "robot":
        raise UrdfError(f"the file's outermost element is <{root.tag[:MAX_NAME]}>, expected <robot>; give a URDF")
    if any(isinstance(element.tag, str) and "xacro" in element.tag for element in root.iter()):
        raise UrdfError("the file is xacro, not URDF; expand it first: `xacro FILE > ARM.urdf`")
    if root.find("link") is None:
        raise UrdfError("the URDF has no <link>; give the description of an arm")
    for tag in ("link", "joint"):
        _check_parts(tag, root.findall(tag))
    _check_rows(root.findall("joint"))
    return root


class _Bounded(ElementTree.TreeBuilder):
    """Refuses a document type, whose entities could name other files or grow without bound, and deep nesting."""

    def __init__(self) -> None:
        super().__init__()
        self._depth = 0

    def doctype(self, name: str, pubid: str | None, system: str | None) -> None:
        raise UrdfError("the URDF declares a document type, which could hold entities; remove <!DOCTYPE …>")

    def start(self, tag: str, attrs: dict[str, str], /) -> ElementTree.Element:
        self._depth += 1
        if self._depth > MAX_NESTING:
            raise UrdfError(f"the URDF has elements nested more than {MAX_NESTING} deep; correct it")
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> ElementTree.Element:
        self._depth -= 1
        return super().end(tag)


def _check_parts(tag: str, parts: list[ElementTree.Element]) -> None:
    """Refuse too many links or joints, and names that no message could show.

    Raises:
        UrdfError: there are.
    """
    if len(parts) > MAX_PARTS:
        raise UrdfError(f"the URDF has {len(parts)} {tag}s, at most {MAX_PARTS} are read; give that of one robot")
    for part in parts:
        name = part.get("name", "")
        if len(name) > MAX_NAME:
            raise UrdfError(
                f"the name {name[:20]!r}… of a {tag} has {len(name)} characters, at most {MAX_NAME} are read; give a "
                "shorter one"
            )


def _check_rows(joints: list[ElementTree.Element]) -> None:
    """Refuse a tree with more than `MAX_IN_A_ROW` joints between its root and a link; loops are found elsewhere.

    Raises:
        UrdfError: it is one.
    """
    parents = {_link(joint, "child"): _link(joint, "parent") for joint in joints}
    for link in parents:
        length, at, seen = 0, link, {link}
        while at in parents and (at := parents[at]) not in seen:
            seen.add(at)
            length += 1
            if length > MAX_IN_A_ROW:
                raise UrdfError(
                    f"link {link[:MAX_NAME]!r} hangs on more than {MAX_IN_A_ROW} joints in a row; merge links that are "
                    "fixed to each other"
                )


def _link(joint: ElementTree.Element, tag: str) -> str:
    """Return the link that a joint names as its parent or child; empty if it names none."""
    found = joint.find(tag)
    return "" if found is None else found.get("link", "")
