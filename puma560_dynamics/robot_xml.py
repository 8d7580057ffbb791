"""Parse the XML of a robot description with limits on size and depth.

A description may come from a topic on which any program can publish. Every reader calls `robot_root` first, which
rejects entities and oversized descriptions before they cost time or memory.

ROS reads descriptions with tinyxml2, which accepts more than XML: undeclared prefixes, spaces before the XML
declaration, ``--`` in comments, and a bare ``&``. This module accepts the same. A prefix remains part of the name.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.parsers import expat

from .errors import UrdfError

MAX_SIZE = 2_000_000
"""Maximum length of a description, characters. Descriptions of humanoids have about 300 000."""

MAX_NESTING = 100
"""Maximum nesting depth of elements. URDF has six levels; extensions for simulators have a few more."""

MAX_PARTS = 1000
"""Maximum number of links, and of joints."""

MAX_IN_A_ROW = 32
"""Maximum number of joints (fixed ones included) from the root to a link; exact poses grow with every joint."""

MAX_NAME = 200
"""Maximum length of the name of a link or joint, characters."""


def robot_root(text: str | bytes) -> ElementTree.Element:
    """Return the element ``<robot>`` of a description.

    Args:
        text: URDF 1.x.

    Raises:
        UrdfError: the text is not XML, has a document type, is not a robot, has no link, or exceeds a limit of this
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
        root = _parsed(text)
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise UrdfError(f"the URDF is not XML ({str(error)[:200]}); correct that place") from None
    if root.tag != "robot":
        raise UrdfError(f"the file's outermost element is <{root.tag[:MAX_NAME]}>, expected <robot>; give a URDF")
    if _is_xacro(root):
        raise UrdfError("the file is xacro, not URDF; expand it first: `xacro FILE > ARM.urdf`")
    if root.find("link") is None:
        raise UrdfError("the URDF has no <link>; give the description of an arm")
    for tag in ("link", "joint"):
        _check_parts(tag, root.findall(tag))
    _check_rows(root.findall("joint"))
    return root


def plain_xml(text: str | bytes) -> bytes:
    """Return a description as strict XML, without elements and attributes that have a prefix.

    Args:
        text: URDF 1.x that `robot_root` accepts.

    Raises:
        UrdfError: as `robot_root`.
    """
    root = robot_root(text)
    for element in root.iter():
        for name in [name for name in element.attrib if ":" in name or name == "xmlns"]:
            del element.attrib[name]
        for child in [child for child in element if ":" in child.tag]:
            element.remove(child)
    return bytes(ElementTree.tostring(root, encoding="utf-8"))


def is_xml(text: str) -> bool:
    """Return whether `text` is XML and not a path: it begins with ``<`` after optional spaces or a byte order mark."""
    return text.lstrip("\ufeff \t\r\n").startswith("<")


def _parsed(text: str | bytes) -> ElementTree.Element:
    """Parse a description without namespaces.

    Raises:
        UrdfError: the text has a document type, or elements nested too deeply.
        ExpatError, ValueError, LookupError: the text is not XML, or has an encoding that Python does not support.
    """
    data = text.lstrip("\ufeff").encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    builder = _Bounded()
    parser = expat.ParserCreate("utf-8" if isinstance(text, str) else None)
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = builder.doctype
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.data
    parser.Parse(_as_xml(data), True)
    return builder.close()


def _is_xacro(root: ElementTree.Element) -> bool:
    """Return whether an element has the xacro prefix: ``xacro`` or the prefix that the file declares for it."""
    declared = {
        name.removeprefix("xmlns:")
        for element in root.iter()
        for name, value in element.attrib.items()
        if name.startswith("xmlns:") and "xacro" in value
    }
    return any(element.tag.partition(":")[0] in declared | {"xacro"} for element in root.iter() if ":" in element.tag)


def _as_xml(data: bytes) -> bytes:
    """Convert data that tinyxml2 accepts to XML with the same line numbers; UTF-16 and UTF-32 are not changed."""
    if b"\0" in data[:4]:
        return data
    mark = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b""
    data = mark + data[len(mark) :].lstrip()
    data = _COMMENT.sub(lambda found: b"\n" * found[0].count(b"\n"), data)
    return _BARE.sub(b"&amp;", data)


_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_BARE = re.compile(rb"&(?!(?:#\d+|#x[0-9A-Fa-f]+|[A-Za-z_][\w.-]*);)")


class _Bounded(ElementTree.TreeBuilder):
    """Tree builder that refuses deep nesting and document types, whose entities could include files or grow."""

    def __init__(self) -> None:
        super().__init__()
        self._depth = 0

    def doctype(self, name: str, system: str | None, public: str | None, internal: bool | int) -> None:
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
    """Refuse too many links or joints, and names too long for a message.

    Raises:
        UrdfError: a limit of this module is exceeded.
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
    """Refuse a tree with more than `MAX_IN_A_ROW` joints between its root and a link; loops are not reported here.

    Raises:
        UrdfError: a link has more joints to the root.
    """
    parents = {_link(joint, "child"): _link(joint, "parent") for joint in joints}
    for link in parents:
        length, at, seen = 0, link, {link}
        while at in parents and (at := parents[at]) not in seen:
            seen.add(at)
            length += 1
            if length > MAX_IN_A_ROW:
                raise UrdfError(
                    f"link {link[:MAX_NAME]!r} is connected to the root by more than {MAX_IN_A_ROW} joints in a "
                    "row; merge links that are fixed to each other"
                )


def _link(joint: ElementTree.Element, tag: str) -> str:
    """Return the name of a joint's parent or child link; empty if the joint has none."""
    found = joint.find(tag)
    return "" if found is None else found.get("link", "")
