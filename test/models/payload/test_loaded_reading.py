"""A load in the chain of the generator, in exact numbers, and a load as words."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from helpers.arm.descriptions import light_arm
from helpers.derive_inputs import TABLE

from puma560_dynamics import load_arm
from puma560_dynamics.arm.with_followers import reading_of
from puma560_dynamics.emdeg import Selection, read_description
from puma560_dynamics.errors import StateError
from puma560_dynamics.models.payload.loaded_reading import loaded_reading
from puma560_dynamics.models.payload.payload import MODEL_FRAME, Payload, attached
from puma560_dynamics.models.payload.payload_text import payload_json, payload_words


@pytest.fixture(params=["light.urdf", "table.yaml"])
def source(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A robot description, and a Denavit-Hartenberg table, whose links have no names."""
    path = tmp_path / request.param
    path.write_text(TABLE if path.suffix == ".yaml" else light_arm(fingers=False), encoding="utf-8")
    return str(path)


def test_the_last_body_is_that_of_the_loaded_arm(source: str):
    arm, reading = load_arm(source), read_description(Selection.of(source))
    for link in ("", arm.links[-1].name):
        load = Payload.of(1.5, (0.01, 0.02, 0.3), (0.01, 0.02, 0.015, 0.001, 0.0, -0.002), link)
        found, expected = loaded_reading(reading, load).chain.bodies[-1], attached(arm, load).links[-1]
        assert found.mass == reading.chain.bodies[-1].mass + Fraction(3, 2)
        np.testing.assert_allclose([float(x) for x in found.center], expected.center_of_gravity, atol=1e-15)
        i = expected.inertia
        six = [i[0, 0], i[1, 1], i[2, 2], i[0, 1], i[0, 2], i[1, 2]]
        np.testing.assert_allclose([float(x) for x in found.inertia], six, atol=1e-15)
    assert loaded_reading(reading, Payload()) is reading


def test_the_remark_has_the_load_as_it_was_given():
    """Not in the frame of the generator, which no description has."""
    given, placed = Payload(1.0, [0.0, 0.0, 0.05], link="tool"), Payload(1.0, [0.0, 0.0, 0.34], link=MODEL_FRAME)
    reading = reading_of(load_arm())
    assert "(0, 0, 0.05) m in the frame of tool" in loaded_reading(reading, placed, given).remarks[-1]
    assert "(0, 0, 0.34) m in the frame of joint 6" in loaded_reading(reading, placed).remarks[-1]


def test_other_links_are_refused_as_by_an_arm(source: str):
    with pytest.raises(StateError, match=r"payload\.link 'elsewhere' is not fixed to the arm's last link; use one of"):
        loaded_reading(read_description(Selection.of(source)), Payload(1.0, link="elsewhere"))


def test_a_load_as_words_is_in_the_frame_of_the_last_link(tmp_path: Path):
    path = tmp_path / "light.urdf"
    path.write_text(light_arm(fingers=False), encoding="utf-8")
    arm = load_arm(str(path))
    c, s = np.cos(0.3), np.sin(0.3)  # the pose of the tool in the hand: 0.05 m along x, turned about y
    load = Payload(2.0, [0.0, 0.0, 0.1], link="tool")
    expected = [0.05 + 0.1 * s, 0.0, 0.1 * c]
    data = payload_json(arm, load)
    assert (data["mass"], data["frame"]) == (2.0, "hand")
    np.testing.assert_allclose(data["center_of_mass"], expected, atol=1e-15)
    assert payload_words(arm, load) == f"2 kg at ({expected[0]:.6g}, 0, {expected[2]:.6g}) m in the frame of hand"
    assert payload_json(arm, Payload())["mass"] == 0.0
