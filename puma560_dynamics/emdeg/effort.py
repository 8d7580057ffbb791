"""The length of the search for a program, and its settings.

Counted in rounds of factoring, so that what is found does not depend on the machine.
"""

from __future__ import annotations

from dataclasses import dataclass

from .simplify.search import START

ORDINARY_COST = 300
"""Calculations of inverse dynamics of an arm like the PUMA, after a few rounds."""

SMALL_COST = 240
"""Calculations: a program of half as many is searched for twice, of a third three times; its end differs each time."""

MAX_SEARCHES = 8
"""Most times that a small program is searched for."""


@dataclass(frozen=True)
class SearchEffort:
    """Length of a search in steps, so that the result does not depend on the machine.

    Attributes:
        forms: forms to try in addition to the usual ones, each with another gauge of one joint (`neighbours`).
        sketch: rounds of factoring for each form.
        rounds: rounds of factoring for the best form of each route, while it costs at most `ORDINARY_COST`; a larger
            one gets fewer, so that the time does not grow with its square, and its routes share them.
        seeds: how many searches each route gets, beginning with as many of its forms, those with the cheapest sketches;
            a small program gets up to `MAX_SEARCHES` times as many. It ends once two have found the same lowest cost.
    """

    forms: int = 0
    sketch: int = 10
    rounds: int = 1000
    seeds: int = 1

    def rounds_for(self, cost: int, routes: int) -> int:
        """Return the rounds of factoring for the best form of a route.

        Args:
            cost: its calculations.
            routes: how many routes are searched.

        Returns:
            At least one round.
        """
        return max(
            1, round(self.rounds * min(1.0, ORDINARY_COST / max(cost, 1)) / (routes if cost > ORDINARY_COST else 1))
        )

    def seeds_for(self, cost: int) -> int:
        """Return the number of searches of a route.

        Args:
            cost: calculations of its best form.

        Returns:
            At least `seeds`, more for a small program.
        """
        return self.seeds * max(1, min(MAX_SEARCHES, SMALL_COST // max(cost, 1)))


DEFAULT_EFFORT = SearchEffort(forms=36, rounds=2000, seeds=4)
"""A second or two for each program of an arm like the PUMA."""


@dataclass(frozen=True)
class OwnSearch:
    """Search settings of one task, measured over the arms of docs/leaderboard.md.

    Attributes:
        heat: temperature at first (`simplify.search`). Few rounds for many calculations must begin colder.
        longer: times as many rounds while it is ordinary, in the last search while it is small.
        ending: share of the rounds for the last search, which writes outputs out.
    """

    heat: float = START
    longer: float = 1.0
    ending: float = 1.0

    def first(self, effort: SearchEffort, cost: int, routes: int) -> int:
        """Return the rounds for the best form of a route, which has `cost` calculations."""
        return round(effort.rounds_for(cost, routes) * (self.longer if cost <= ORDINARY_COST else 1))

    def last(self, effort: SearchEffort, cost: int) -> int:
        """Return the rounds for the last search, which begins with `cost` calculations."""
        return max(1, round(effort.rounds_for(cost, 2) * self.ending * (self.longer if cost <= SMALL_COST else 1)))
