"""The file of a table says what the table says; every mistake is one sentence."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
import yaml

from puma560_dynamics.emdeg.chain.chain import Body
from puma560_dynamics.emdeg.readers import dh_file
from puma560_dynamics.emdeg.readers.formats import load_dh
from puma560_dynamics.emdeg.readers.read_dh import DhRow, read_dh
from puma560_dynamics.errors import ChainError

GOOD = {
    "convention": "standard",
    "angles": "deg",
    "gravity": [0, 9.81, 0],
    "joints": [
        {"alpha": -90, "a": 0.1, "d": 0.2, "theta": 90, "armature": "1e-3"},
        {"name": "slide", "type": "prismatic"},
    ],
    "bodies": [{"mass": 2.5, "center": [0, 0, 0.1], "inertia": [0.02, 0.02, 0.01]}, {}],
}


def written(folder: Path, data: object) -> Path:
    """`data` as a file."""
    path = folder / "arm.yaml"
    path.write_text(data if isinstance(data, str) else yaml.safe_dump(data), encoding="utf-8")
    return path


def test_a_file_and_its_table(tmp_path: Path):
    rows = [
        DhRow("joint1", alpha=-math.pi / 2, a=0.1, d=0.2, theta=math.pi / 2, armature=1e-3),
        DhRow("slide", "prismatic"),
    ]
    bodies = [Body(2.5, (0.0, 0.0, 0.1), (0.02, 0.02, 0.01, 0, 0, 0)), Body()]
    expected = read_dh(rows, bodies, convention="standard", gravity=(0, 9.81, 0))
    assert load_dh(written(tmp_path, GOOD)) == expected
    tilted = read_dh(rows, bodies, convention="standard", gravity=(1, 2, 3))
    assert load_dh(written(tmp_path, GOOD), gravity=(1, 2, 3)) == tilted


def test_angles_may_be_expressions(tmp_path: Path):
    rows: list[dict[str, object]] = list(GOOD["joints"])  # type: ignore[arg-type]
    joints = [{**rows[0], "alpha": "-pi/2", "theta": "(1 - 0.5)*pi"}, rows[1]]
    assert load_dh(written(tmp_path, {**GOOD, "angles": "rad", "joints": joints})) == load_dh(written(tmp_path, GOOD))


def test_the_example_of_the_docs(tmp_path: Path):
    example = (dh_file.__doc__ or "").split(".. code-block:: yaml")[1].split("Units are")[0]
    chain = load_dh(written(tmp_path, "\n".join(line[4:] for line in example.splitlines()))).chain
    assert [joint.name for joint in chain.joints] == ["shoulder", "slide"]
    assert [joint.revolute for joint in chain.joints] == [True, False]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("", "expected a mapping with the keys name, .*, got nothing"),
        ("joints: [", "not valid YAML"),
        ({**GOOD, "angle": "deg"}, r"unknown entry angle;"),
        ({**GOOD, "angles": "grad"}, "'grad' is not a unit"),
        ({**GOOD, "angles": ["deg"]}, r"\['deg'\] is not a unit"),
        ({**GOOD, "convention": 3}, "convention 3"),
        ({**GOOD, "gravity": 9.81}, "gravity is 9.81; give 3 numbers"),
        ({**GOOD, "joints": None}, "'joints' is None"),
        ({**GOOD, "bodies": [{}]}, "2 joints and 1 bodies"),
        ({**GOOD, "joints": [3, 4]}, "joint1: expected a mapping with the keys"),
        ({**GOOD, "joints": [{"alpha": "x"}, {}]}, "joint1, alpha: 'x' is not a finite number"),
        ({**GOOD, "joints": [{"a": "a2"}, {}]}, "joint1, a: 'a2' is not a finite number .symbol 'a2' has no value"),
        ({**GOOD, "joints": [{"d": True}, {}]}, "joint1, d: True is not a finite number"),
        ({**GOOD, "bodies": [{"inertia": [1, 2]}, {}]}, "inertia is .* give 3 or 6 numbers"),
        ({**GOOD, "bodies": [{"mass": ".inf"}, {}]}, "body 1, mass"),
    ],
)
def test_mistakes(tmp_path: Path, data: object, words: str):
    with pytest.raises(ChainError, match=words):
        load_dh(written(tmp_path, data))


def test_a_file_that_is_not_there(tmp_path: Path):
    with pytest.raises(ChainError, match="cannot be read"):
        load_dh(tmp_path / "none.yaml")
