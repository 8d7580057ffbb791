"""What the leaderboard counts of ours, and how it makes ready."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from helpers.benchmarks import DOCS, started
from helpers.emdeg.written import calculations_of


def test_formulas_of_sums_are_counted_in_forward_dynamics():
    """The PUMA's q2 + q3 has both angles in the program: the kernel writes its formulas, and nothing is left to add."""
    from leaderboard import _forward_count

    from puma560_dynamics import load_arm
    from puma560_dynamics.emdeg import combined_programs
    from puma560_dynamics.emdeg.emitters.c_kernel import kernel
    from puma560_dynamics.models.generated.factored_programs import programs_of

    programs = programs_of(load_arm("akb1986").exact_chain)
    both = programs["kinetic_energy_matrix"], programs["torque"]
    (forward,), _ = combined_programs(both)
    assert _forward_count(*both) == sum(calculations_of(kernel(forward).lines))


def test_what_is_made_ready_is_kept(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    import leaderboard

    monkeypatch.setattr(sys, "argv", ["leaderboard.py", "--build"])
    with pytest.raises(SystemExit, match="2"):
        leaderboard.main()
    assert "--keep FOLDER" in capsys.readouterr().err


def test_the_fastest_peer_is_the_one_that_is_compared():
    from leaderboard import _figure
    from timing import Times

    times = Times({("torque", "plain"): [4.0, 4.0, 9.0], ("torque", "ours"): [2.0, 1.0, 2.0],
                   ("torque", "customised"): [5.0, 5.0, 4.5]})  # fmt: skip
    assert _figure(times, "torque") == {"ours": 2.0, "CasADi": 4.0, "ratio": 0.25, "fastest": "plain",
                                        "ratios": {"plain": 0.25, "customised": 0.4}}  # fmt: skip


def test_missing_peers_and_arms_are_named(tmp_path: Path):
    """Its peers and arms are installed by `make bench` alone."""
    page = Path(shutil.copy(DOCS / "leaderboard.md", tmp_path))
    done = started("leaderboard.py", "--counts", "--arms", "SO-100", "--write", str(tmp_path))
    text = page.read_text(encoding="utf-8")
    assert done.returncode == (1 if "\n- SO-100: " in text else 0), done.stderr
    rows = (tmp_path / "leaderboard.csv").read_text(encoding="utf-8").splitlines()
    assert [row[:9] for row in rows[1:]] == (["SO-100,5,"] if done.returncode == 0 else [])
    for data in (DOCS / f"leaderboard{name}.csv" for name in ("", "_peers", "_goals", "_memory")):
        first = (tmp_path / data.name).read_text(encoding="utf-8").splitlines()[0]
        assert data.read_text(encoding="utf-8").splitlines()[0] == first
