"""Run emitted MATLAB without MATLAB: an interpreter of the few forms of lines that the printer writes."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np

from puma560_dynamics.arrays import FloatArray

HEAD = re.compile(r"function (?P<result>\w+) = (?P<name>\w+)\((?P<inputs>[\w, ]*)\)")
ASSIGNMENT = re.compile(r"(?P<name>[A-Za-z]\w*) = (?P<value>[^;=]+);")
MATRIX = re.compile(r"(?P<name>[A-Za-z]\w*) = \[(?P<rows>[^\]]*)\];")


def evaluate(text: str, *inputs: FloatArray) -> FloatArray:
    """Return the result, as a matrix, of an emitted function's file.

    An index in parentheses is a call of Python; all other operators mean the same in both languages.
    """
    lines = re.sub(r" \.\.\.\n\s*", " ", "\n".join(line for line in text.splitlines() if not line.startswith("%")))
    first, *body, last = lines.splitlines()
    head = HEAD.fullmatch(first)
    assert head and last == "end", (first, last)
    scope: dict[str, Any] = {"cos": math.cos, "sin": math.sin, "sign": np.sign}
    for name, given in zip(head["inputs"].split(", "), inputs, strict=True):
        scope[name] = lambda index, given=given: float(given[index - 1])
    found = None
    for line in body:
        matrix = MATRIX.fullmatch(line)
        if matrix:
            rows = [row.split(", ") for row in matrix["rows"].strip().removesuffix(";").split(";")]
            assert matrix["name"] == head["result"]
            found = np.array([[eval(each, {}, scope) for each in row] for row in rows])
        else:
            assignment = ASSIGNMENT.fullmatch(line)
            assert assignment, line
            scope[assignment["name"]] = eval(assignment["value"], {"__builtins__": {}}, scope)
    assert found is not None
    return found
