"""The generated header of the C++ core has the constants of the modules that explain them."""

from __future__ import annotations

import re

from puma560_dynamics.controller import core_files
from puma560_dynamics.controller.package_files import TEMPLATES
from tools.generate.core_constants import CONSTANTS, HEADER, source


def test_the_header_is_up_to_date():
    assert HEADER.read_text(encoding="utf-8") == source(), "run `make generate`"


def test_every_constant_is_used():
    texts = [*core_files().values(), *(path.read_text(encoding="utf-8") for path in TEMPLATES.rglob("*.hpp"))]
    used = {each for text in texts for each in re.findall(r"\b(\w+)::([A-Z_]+)\b", text)}
    for text in texts:
        for space in re.findall(r"using namespace (\w+);", text):
            used |= {(space, name) for name in re.findall(r"\b[A-Z_]+\b", text)}
    for module, names in CONSTANTS.items():
        space = module.__name__.rpartition(".")[2]
        for name in names:
            assert any(found.startswith(name) for each, found in used if each == space), f"{space}::{name}"
