"""`puma560 derive --tune`: the files say with which compiler; without it nothing is measured and nothing is said."""

from __future__ import annotations

from pathlib import Path

from helpers.derive_inputs import ROOT
from helpers.emdeg.c_library import needs_compiler

from puma560_dynamics.emdeg.backends.timed_code import compiler_text

ARM = str(ROOT / "test" / "emdeg" / "arms" / "planar_2r.urdf")


@needs_compiler
def test_the_files_name_the_compiler_that_was_measured_with(derive, tmp_path: Path):
    arguments = ("--arm", ARM, "--programs", "kinetic_energy_matrix", "--emit", "c", "-o", str(tmp_path))
    usual = derive(*arguments)["programs"]["kinetic_energy_matrix"]
    text = (tmp_path / "planar_2r.c").read_text(encoding="utf-8")
    assert usual["variants_measured"] == 0
    assert "Tuned" not in text
    tuned = derive(*arguments, "--tune")["programs"]["kinetic_energy_matrix"]
    header = " ".join((tmp_path / "planar_2r.h").read_text(encoding="utf-8").replace("\n *", " ").split())
    assert tuned["variants_measured"] >= 2
    assert tuned["proven"]
    measured = f"(kinetic_energy_matrix of {tuned['variants_measured']}), measured with {compiler_text()} on "
    assert "Tuned: of programs that compute the same" in header
    assert measured in header
    derive(*arguments)
    assert (tmp_path / "planar_2r.c").read_text(encoding="utf-8") == text
