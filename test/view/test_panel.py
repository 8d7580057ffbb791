"""Figures, bars and colours say what the snapshot holds, and nothing from the wire becomes markup."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics.report.colours import BAD, GOOD
from puma560_dynamics.view import panel
from puma560_dynamics.view.panel import ORDER, STALE, worst_state
from puma560_dynamics.view.snapshot import Snapshot, Status
from puma560_dynamics.view.view_style import GATES, LEVELS, QUIET, VERDICTS, WATCH, limit_colour

NAMES = ("joint1", "joint2", "joint3")
LIMITS = np.array([100.0, 50.0, 20.0])
PARTS = (panel.gate, panel.torque_bars, panel.terms_table, panel.residual, panel.diagnostics)


def words(markup: str) -> str:
    """What a person reads."""
    return re.sub(r"<[^>]*>", "|", markup)


def test_bars_are_as_long_as_the_share_and_on_its_side():
    markup = panel.torque_bars(Snapshot(NAMES, LIMITS, torque=np.array([25.0, -45.0, 40.0])))
    bars = re.findall(r"left:([\d.]+)%;width:([\d.]+)%;background:(#\w+)", markup)
    assert bars == [("50.0", "12.5", GOOD), ("5.0", "45.0", BAD), ("50.0", "50.0", BAD)]
    assert "+25.0 / 100.0 N·m" in markup
    assert "−45.0 / 50.0 N·m" in markup
    assert re.findall(r"\d+ %", words(markup)) == ["25 %", "90 %", "200 %"]


@pytest.mark.parametrize(
    ("share", "colour"),
    [(0.0, GOOD), (0.6, GOOD), (-0.61, WATCH), (0.85, WATCH), (-0.86, BAD), (9.0, BAD), (np.nan, QUIET)],
)
def test_colour_by_share(share: float, colour: str):
    assert limit_colour(share) == colour


def test_a_limit_that_is_not_known_gives_no_bar_and_no_percentage():
    markup = panel.torque_bars(Snapshot(NAMES, np.array([np.nan, 50.0, 20.0]), torque=np.array([25.0, np.inf, 0.0])))
    assert "width:0.0%" in markup
    text = words(markup)
    assert "+25.0 / – N·m|–" in text.replace("||", "|")
    assert "– / 50.0 N·m" in text
    assert "nan" not in text
    assert "inf" not in text


def test_before_the_first_message_nothing_is_claimed():
    """On a busy machine it may take a minute, in which gate and terms are not known."""
    empty = Snapshot(NAMES, LIMITS)
    assert "no joint states have arrived yet" in panel.gate(empty) and "no node reports" not in panel.gate(empty)
    assert "no term is active" not in panel.terms_table(empty)
    assert "no node reports the state" in panel.gate(replace(empty, silent=0.1))


@pytest.mark.parametrize("state", sorted(GATES))
def test_every_state_of_the_gate_has_a_colour_and_a_meaning(state: str):
    markup = panel.gate(Snapshot(NAMES, LIMITS, gate=state, silent=0.0))
    colour, meaning = GATES[state]
    assert f"Torque gate {state.replace('_', ' ')}" in markup
    assert f'class="verdict {VERDICTS[colour]}"' in markup
    assert meaning in markup


def test_missing_joint_states_take_precedence_over_the_gate():
    markup = panel.gate(Snapshot(NAMES, LIMITS, gate="open", silent=3.4))
    assert "no joint states for 3\N{NO-BREAK SPACE}s" in markup
    assert f'class="verdict {VERDICTS[BAD]}"' in markup


def test_the_reason_of_the_gate_is_shown():
    assert "reason: no joint states" in panel.gate(
        Snapshot(NAMES, LIMITS, gate="holding", gate_reason="no joint states")
    )
    for reason in ("", GATES["open"][1]):  # not twice
        assert "reason" not in panel.gate(Snapshot(NAMES, LIMITS, gate="open", gate_reason=reason))


def test_trips_are_counted_by_kind():
    markup = panel.gate(Snapshot(NAMES, LIMITS, gate="open", trips={"rate_limit": 4, "not_finite": 0}))
    assert "rate limit 4" in markup
    assert "not finite" not in markup


def test_the_table_of_terms_sums_up():
    terms = {"gravity": np.array([1.0, -2.0, 0.0]), "motor_inertia": np.array([0.5, 0.5, 0.01])}
    text = words(panel.terms_table(Snapshot(NAMES, LIMITS, terms=terms)))
    assert "motor inertia" in text
    rows = [[cell for cell in row.split("|") if cell] for row in re.split("joint[123]", text)[1:]]
    assert rows == [["+1.0", "+0.5", "+1.5"], ["−2.0", "+0.5", "−1.5"], ["0.0", "0.0", "0.0"]]
    assert "Coriolis" in panel.terms_table(Snapshot(NAMES, LIMITS, terms={"coriolis": np.zeros(3)}))
    assert "no term is active" in panel.terms_table(Snapshot(NAMES, LIMITS, silent=0.0))


def test_the_largest_residual_is_named():
    text = words(panel.residual(Snapshot(NAMES, LIMITS, residual=np.array([1e-14, -3.55e-14, 0.0]))))
    assert "largest 3.5e−14 N·m at joint2" in text or "largest 3.6e−14 N·m at joint2" in text


def test_nothing_from_the_wire_becomes_markup():
    evil = "<img src=x onerror=alert(1)>"
    shot = Snapshot(
        (evil, "b", "c"), LIMITS, torque=LIMITS, torque_source=evil, terms={evil: LIMITS}, residual=LIMITS,
        gate=evil, gate_reason=evil, trips={evil: 1}, statuses=(Status(evil, 7, evil),),
    )  # fmt: skip
    for part in PARTS:
        markup = part(shot)
        assert "<img" not in markup
        assert "&lt;img" in markup


def test_an_empty_snapshot_is_reported_as_empty():
    empty = Snapshot((), np.zeros(0))
    for part in PARTS:
        assert re.search("nothing received yet|no term|no node reports|have arrived yet", part(empty)), part


def test_levels_of_diagnostics_have_their_colours():
    statuses = tuple(Status(f"node{level}", level, "words") for level in range(4))
    markup = panel.diagnostics(Snapshot(NAMES, LIMITS, statuses=statuses))
    assert re.findall(r"background:(#\w+)", markup) == [GOOD, WATCH, BAD, BAD]


@pytest.mark.parametrize(("value", "text"), [(0.04, "0.0"), (-0.04, "0.0"), (-3.14, "−3.1"), (np.inf, "–")])
def test_signed_figures(value: float, text: str):
    assert panel.signed(value) == text


WELL = Snapshot(
    ("joint1", "joint2"),
    np.array([100.0, 50.0]),
    torque=np.array([10.0, -20.0]),
    gate="open",
    statuses=(Status("plant_node: commands", 0, "commands arrive"),),
    silent=0.0,
)


def test_a_sound_snapshot_gives_the_state_of_the_gate():
    assert worst_state(WELL) == GATES["open"]


@pytest.mark.parametrize("gate", sorted(GATES))
@pytest.mark.parametrize("level", [0, 1, 2, 3])
@pytest.mark.parametrize(("share", "of_share"), [(0.1, GOOD), (0.8, WATCH), (1.0, BAD), (np.nan, QUIET)])
@pytest.mark.parametrize("silent", [None, 0.9 * STALE, 1.1 * STALE])
def test_nothing_is_worse_than_the_headline(gate: str, level: int, share: float, of_share: str, silent: float | None):
    shot = replace(
        WELL,
        gate=gate,
        torque=np.array([share * 100.0, 0.0]),
        statuses=(*WELL.statuses, Status("validator_node: residual", level, "models disagree")),
        silent=silent,
    )
    colours = [GATES[gate][0], LEVELS[level], of_share, BAD if silent is not None and silent > STALE else QUIET]
    assert worst_state(shot)[0] == max(colours, key=ORDER.index)


def test_the_headline_names_what_is_wrong():
    fast = replace(WELL, statuses=(Status("feedforward_node: torque", 2, "damping: joint4 moves at 20 rad/s"),))
    assert worst_state(fast) == (BAD, "feedforward_node: torque: damping: joint4 moves at 20 rad/s")
    assert worst_state(replace(WELL, torque=np.array([10.0, -50.0]))) == (
        BAD,
        "joint2 is at 100 % of its maximum torque",
    )
    assert worst_state(replace(fast, silent=3.4))[1] == "no joint states for 3 s; what is shown is old"
    assert worst_state(replace(WELL, gate=""))[1] != worst_state(WELL)[1]
