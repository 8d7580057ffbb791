"""What cannot be computed says why, and what can is computed."""

from __future__ import annotations

from puma560_dynamics.papers.akb import open_data
from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.claim import ClaimVerdict, judge_entry


def test_what_is_not_printed_is_not_called_reproduced():
    bench = Bench()
    for entry in (open_data.thin_shells, open_data.knife_edge):
        found = entry(bench)
        assert found.obstacle
        assert judge_entry(found)[0] is ClaimVerdict.NOT_REPRODUCIBLE


def test_link_1_and_the_resolution_are_computed():
    bench = Bench()
    for entry in (open_data.link_1, open_data.total_of_link_1, open_data.resolution):
        assert judge_entry(entry(bench))[0] is ClaimVerdict.REPRODUCED
