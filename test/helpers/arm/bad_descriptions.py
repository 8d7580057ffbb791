"""Texts that are no usable description of a robot, as any program may publish them."""

from __future__ import annotations

from puma560_dynamics.robot_xml import MAX_IN_A_ROW, MAX_NAME, MAX_NESTING, MAX_PARTS, MAX_SIZE


def link(name: str, content: str = "") -> str:
    """A link of 1 kg with a visible part."""
    body = '<mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>'
    return f'<link name="{name}"><inertial>{body}</inertial>{content}</link>'


def joint(number: int, kind: str = "revolute", *, parent: str = "", content: str = '<axis xyz="0 0.3 1"/>') -> str:
    """Joint `number`, which moves the link of that number."""
    return (
        f'<joint name="j{number}" type="{kind}"><origin xyz="0.1 0.2 0.3" rpy="0 1.2345 0.4321"/>'
        f'<parent link="{parent or f"l{number - 1}"}"/><child link="l{number}"/>{content}'
        '<limit effort="9" velocity="1" lower="-1" upper="1"/></joint>'
    )


def robot(count: int = 3, more: str = "", kind: str = "revolute", content: str = "") -> str:
    """A chain of `count` joints, of which the last is revolute."""
    parts = [link(f"l{number}", content) + joint(number, kind) for number in range(1, count)]
    return f'<robot name="r"><link name="l0"/>{"".join(parts)}{link(f"l{count}")}{joint(count)}{more}</robot>'


SPHERE = '<visual><geometry><sphere radius="0.1"/></geometry></visual>'

ENTITIES = "".join(
    f'<!ENTITY {after} "{f"&{before};" * 10}">' for before, after in zip("abcdefghi", "bcdefghij", strict=True)
)

UNREADABLE: dict[str, str] = {
    "empty": "",
    "blank": " \n\t ",
    "no XML": "no description",
    "truncated": robot()[: len(robot()) // 2],
    "no link": "<robot name='r'></robot>",
    "no robot": "<model/>",
    "no joint": "<robot name='r'><link name='a'/></robot>",
    "no name": "<robot><link/><joint/></robot>",
    "binary": "\x01\x02\x7f\x1b[31m\ufffd\uffff\ufffe" * 100,
    "replaced bytes": robot().replace("l1", "\ufffd\x05"),
    "10 MB": "x" * 10_000_000,
    "10 MB of XML": robot(more=f"<!--{'x' * 10_000_000}-->"),
    "just too large": robot(more=" " * MAX_SIZE),
    "billion laughs": f'<!DOCTYPE robot [<!ENTITY a "aaaaaaaaaa">{ENTITIES}]>{robot(more="<a>&j;</a>")}',
    "entity of a file": '<!DOCTYPE robot [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + robot(more="<a>&a;</a>"),
    "unknown entity": robot(more="&nothing;"),
    "nested": robot(more="<a>" * (MAX_NESTING + 1) + "</a>" * (MAX_NESTING + 1)),
    "nested deeply": "<robot name='r'>" + "<a>" * 280_000 + "</a>" * 280_000,
    "many links": robot(more="".join(f'<link name="x{number}"/>' for number in range(MAX_PARTS))),
    "many joints": robot(more="".join(f'<joint name="x{number}"/>' for number in range(MAX_PARTS))),
    "long chain": robot(MAX_IN_A_ROW + 1),
    "long fixed chain": robot(300, kind="fixed"),
    "long name": robot().replace('"j1"', f'"{"j" * (MAX_NAME + 1)}"'),
    "closed loop": robot(more=joint(1, parent="l3").replace('"j1"', '"j9"')),
    "circle aside": robot(more=link("l8") + link("l9") + joint(9) + joint(8, parent="l9")),
    "unknown parent": robot().replace('parent link="l0"', 'parent link="nowhere"'),
    "NaN axis": robot().replace("0 0.3 1", "nan 0 1"),
    "NaN origin": robot().replace("0.1 0.2 0.3", "nan 0.2 0.3"),
    "NaN angle": robot().replace("0 1.2345 0.4321", "0 NaN 0"),
    "infinite origin": robot().replace("0.1 0.2 0.3", "inf 0 1e999"),
    "huge origin": robot().replace("0.1 0.2 0.3", "1e300 0 0"),
    "words as numbers": robot().replace("0.1 0.2 0.3", "one two three"),
    "two numbers": robot().replace("0.1 0.2 0.3", "0.1 0.2"),
    "zero axis": robot().replace("0 0.3 1", "0 0 0"),
}
"""By what is wrong with them: neither an arm nor a drawing can be made of these."""

UNDRAWABLE: dict[str, str] = {
    "NaN radius": robot(content=SPHERE.replace("0.1", "nan")),
    "huge radius": robot(content=SPHERE.replace("0.1", "1e200")),
    "NaN colour": robot(
        content=SPHERE.replace("</visual>", '<material name="m"><color rgba="nan 0 0 1"/></material></visual>')
    ),
}
"""Arms that can be computed with, but not drawn."""

NO_ARM: dict[str, str] = {
    "NaN mass": robot().replace('mass value="1"', 'mass value="nan"'),
    "NaN limit": robot().replace('effort="9"', 'effort="nan"'),
    "infinite inertia": robot().replace('ixx="1"', 'ixx="inf"'),
    "negative mass": robot().replace('mass value="1"', 'mass value="-1"'),
    "mimics itself": robot().replace("<limit", '<mimic joint="j1"/><mimic joint="j1"/><limit'),
    "several arms": robot(more=link("l9") + joint(9, parent="l0")),
}
"""Robots that can be drawn, but not computed with."""


MESHES = ("package://missing/meshes/a.stl", "/missing.dae", "/dev/zero", "http://127.0.0.1:9/a.stl", "", "a" * 5000)
"""Names of meshes that are missing or no files: the arm is drawn without them."""


def with_mesh(name: str) -> str:
    """An arm with a mesh."""
    return robot(content=f'<visual><geometry><mesh filename="{name}"/></geometry></visual>')
