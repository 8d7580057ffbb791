"""The controller's header of driver presets, and the page on drivers, agree with `control.drivers`."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from puma560_dynamics.control.drivers import DRIVERS
from puma560_dynamics.controller.parameter_file import ascii_units, parameters
from tools.generate.driver_presets import HEADER, source

PAGE = Path(__file__).parents[2] / "docs" / "drivers.md"


def test_the_header_is_up_to_date():
    assert HEADER.read_text(encoding="utf-8") == source(), "run `make generate`"
    assert source().isascii()


def test_the_header_has_every_rule_of_the_controller():
    names = {spec.name for spec in parameters()}
    for driver in DRIVERS.values():
        rules = [rule for rule in driver.rules if rule.parameter in names]
        wanted = {"terms.gravity", "hardware_compensates_gravity", "payload.mass", "effort_unit"}
        assert wanted <= {rule.parameter for rule in rules}
        assert all(ascii_units(rule.reason) in source() for rule in rules)


def test_the_examples_of_the_page_name_parameters_of_the_controller():
    names = {spec.name for spec in parameters()}
    shown = set()
    for code in re.findall(r"^```yaml\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S):
        for node, given in yaml.safe_load(code).items():
            if node != "/**/controller_manager":
                assert given["ros__parameters"].keys() <= names
                shown.add(given["ros__parameters"]["driver"])
    assert shown == set(DRIVERS)
