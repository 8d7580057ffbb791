"""The header says what the arm is, in a form that compilers read."""

from __future__ import annotations

import subprocess
from pathlib import Path

from helpers.emdeg.c_library import COMPILERS, WARNINGS, compiled, needs_compiler, write

from puma560_dynamics.emdeg.emitters.emit_c import emit_c
from puma560_dynamics.emdeg.program.program import Program
from puma560_dynamics.emdeg.program.provenance import JointFacts, Provenance

ODD = 'tricky "name" \\ ??/ é'
FACTS = (JointFacts(ODD, True, -1.5, 2.0, 3.25, None), JointFacts("slide", False, None, None, 0.5, 100.0))
FROM = Provenance("arm", "0123456789abcdef", joints=FACTS, generator="puma560_dynamics 9.9")
NOTHING = Program("gravity", 2, ("q",), (), (), (), (2,))

MAIN = """\
#include <stdio.h>
#include "arm.h"

int main(void)
{
    const char *const names[ARM_JOINTS] = ARM_JOINT_NAMES, *const units[ARM_JOINTS] = ARM_POSITION_UNITS;
    const char *const efforts[] = ARM_EFFORT_UNITS;
    const double lower[] = ARM_LOWER, upper[] = ARM_UPPER, velocity[] = ARM_VELOCITY, effort[] = ARM_EFFORT;
    for (int j = 0; j < ARM_JOINTS; j++)
        printf("%s|%s|%s|%.17g|%.17g|%.17g|%.17g\\n", names[j], units[j], efforts[j], lower[j], upper[j], velocity[j],
               effort[j]);
    printf("%s %s\\n", ARM_DIGEST, ARM_GENERATOR);
    return arm_selftest() > 0.0;
}
"""


@needs_compiler
def test_a_program_reads_the_constants(tmp_path: Path):
    write({**emit_c("arm", [NOTHING], FROM), "main.c": MAIN}, tmp_path)
    compiled(COMPILERS[0], tmp_path, "-std=c99", *WARNINGS, "arm.c", "main.c", "-o", "main", "-lm")
    first, second, last = subprocess.run(
        [str(tmp_path / "main")], capture_output=True, text=True, check=True, encoding="utf-8"
    ).stdout.splitlines()
    assert first.split("|")[:3] == [ODD, "rad", "N m"]
    assert [float(x) for x in first.split("|")[3:]] == [-1.5, 2.0, 3.25, 1.7976931348623157e308]
    assert second.split("|")[:3] == ["slide", "m", "N"]
    assert [float(x) for x in second.split("|")[3:]] == [-1.7976931348623157e308, 1.7976931348623157e308, 0.5, 100.0]
    assert last == "0123456789abcdef puma560_dynamics 9.9"


def test_without_facts_there_are_no_names():
    text = emit_c("arm", [NOTHING], Provenance("arm", "0"))["arm.h"]
    assert "ARM_JOINTS 2" in text
    assert "ARM_JOINT_NAMES" not in text


def test_an_effort_or_velocity_of_zero_is_no_limit():
    """Descriptions write 0 where they know none; as a limit it would stop the arm."""
    facts = (JointFacts("a", True, -1.0, 0.0, 0.0, 0.0), JointFacts("b", True, -1.0, 1.0, 0.0, 7.0))
    text = emit_c("arm", [NOTHING], Provenance("arm", "0", joints=facts))["arm.h"]
    assert "ARM_EFFORT {1.7976931348623157e308, 7.0}" in text
    assert "ARM_VELOCITY" not in text
    assert "ARM_UPPER {0.0, 1.0}" in text


def test_a_batch_is_declared_only_where_there_is_one():
    assert "arm_gravity_batch" in emit_c("arm", [NOTHING], FROM)["arm.h"]
    assert "batch" not in emit_c("arm", [NOTHING], FROM, batch=False)["arm.h"]
