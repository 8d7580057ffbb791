"""Layouts for RViz, PlotJuggler and Foxglove: they read, and name topics that there are."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import yaml

from puma560_dynamics import load_arm

CONFIG = Path(__file__).resolve().parent.parent / "config"
JOINTS = load_arm().joint_names
TERMS = ("gravity", "inertia", "velocity", "friction", "total")
TORQUES = {f"/feedforward_node/{term}" for term in TERMS}
RESIDUAL = "/validator_node/residual"


def test_rviz_shows_the_robot_its_frames_and_our_markers():
    layout = yaml.safe_load((CONFIG / "puma560.rviz").read_text(encoding="utf-8"))["Visualization Manager"]
    displays = {display["Class"].split("/")[1]: display for display in layout["Displays"]}
    assert set(displays) == {"Grid", "RobotModel", "TF", "MarkerArray"}
    assert all(display["Enabled"] for display in displays.values())
    robot = displays["RobotModel"]
    assert robot["Description Source"] == "Topic"
    assert robot["Description Topic"]["Value"] == "robot_description"
    assert robot["Description Topic"]["Durability Policy"] == "Transient Local"  # it is published once
    assert displays["MarkerArray"]["Topic"]["Value"] == "marker_node/markers"
    assert layout["Global Options"]["Fixed Frame"] == "world"  # the root of puma560.urdf.xacro


def test_plotjuggler_plots_each_term_of_each_joint():
    root = ElementTree.parse(CONFIG / "plotjuggler.xml").getroot()
    curves = {str(curve.get("name")) for curve in root.iter("curve")}
    expected = {f"{topic}/{joint}/effort" for topic in {*TORQUES, "/joint_states", RESIDUAL} for joint in JOINTS}
    assert curves == expected
    plots = [area for area in root.iter("DockArea") if area.get("name") in JOINTS]
    assert len(plots) == len(JOINTS)
    for area in plots:
        assert all(f"/{area.get('name')}/" in str(curve.get("name")) for curve in area.iter("curve"))
    streamer = root.find("previouslyLoaded_Streamer")
    topics = root.find("Plugins/plugin/selected_topics")
    assert streamer is not None and streamer.get("name") == "ROS2 Topic Subscriber"
    assert topics is not None
    assert set(str(topics.get("value")).split(";")) == {*TORQUES, "/joint_states", RESIDUAL}


def test_foxglove_plots_each_term_of_each_joint():
    layout = json.loads((CONFIG / "foxglove.json").read_text(encoding="utf-8"))
    panels = layout["configById"]
    paths = {path["value"] for panel in panels.values() for path in panel.get("paths", [])}
    # feedforward_node and validator_node publish in the arm's order.
    assert paths == {f"{topic}.effort[{i}]" for topic in {*TORQUES, RESIDUAL} for i in range(len(JOINTS))}
    for i, joint in enumerate(JOINTS):
        assert all(path["value"].endswith(f"[{i}]") for path in panels[f"Plot!{joint}"]["paths"])
    placed = re.findall(r'"((?:Plot|3D|DiagnosticSummary)![\w]+)"', json.dumps(layout["layout"]))
    assert sorted(placed) == sorted(panels)
