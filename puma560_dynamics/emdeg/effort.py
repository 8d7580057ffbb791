"""Define the effort and the settings of the search for a program.

Effort is counted in rounds of factoring, so that the result does not depend on the speed of the machine. Cost is the
number of calculations of a program.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from .simplify.search import START

ORDINARY_COST = 300
"""Approximate cost of the inverse dynamics of an arm like the PUMA, after a few rounds."""

SMALL_COST = 240
"""Cost below which several searches are made: two for half this cost, three for a third. Their results differ."""

MAX_SEARCHES = 8
"""Maximum factor by which the number of searches of a small program is increased."""


@dataclass(frozen=True)
class SearchEffort:
    """Effort of a search. Routes and sketches are explained in `derivation`.

    Attributes:
        forms: number of additional starting forms to try, each with a different gauge of one joint (`neighbours`).
        sketch: rounds of factoring for the sketch of a form.
        rounds: rounds of factoring for the best form of a route, if its cost is at most `ORDINARY_COST`. Above this
            cost, the number decreases in proportion and is divided among the routes.
        seeds: number of searches per route, each from a different one of its cheapest sketches; up to `MAX_SEARCHES`
            times as many for small programs. The searches end when two have found the same lowest cost.
    """

    forms: int = 0
    sketch: int = 10
    rounds: int = 1000
    seeds: int = 1

    def for_arms(self, count: int) -> SearchEffort:
        """Return the effort for a chain with several arms: each has forms and rounds like an arm alone.

        Args:
            count: number of arms; 1 returns the same effort.

        Returns:
            The effort.
        """
        return replace(self, forms=self.forms * count, rounds=self.rounds * count)

    def rounds_for(self, cost: int, routes: int) -> int:
        """Compute how often the best form of a route is factored.

        Args:
            cost: cost of the form.
            routes: number of routes that are searched.

        Returns:
            Number of rounds, at least 1.
        """
        return max(
            1, round(self.rounds * min(1.0, ORDINARY_COST / max(cost, 1)) / (routes if cost > ORDINARY_COST else 1))
        )

    def seeds_for(self, cost: int) -> int:
        """Compute how often a route is searched.

        Args:
            cost: cost of the route's best form.

        Returns:
            Number of searches: `seeds`, or more for a small program.
        """
        return self.seeds * max(1, min(MAX_SEARCHES, SMALL_COST // max(cost, 1)))


DEFAULT_EFFORT = SearchEffort(forms=36, rounds=2000, seeds=4)
"""Default effort: one or two seconds per program of an arm like the PUMA."""


@dataclass(frozen=True)
class OwnSearch:
    """Search settings of one task, chosen by measurements on the arms of docs/leaderboard.md.

    Attributes:
        heat: initial temperature (`simplify.search`); lower if there are few rounds for many calculations.
        longer: factor of the number of rounds for costs up to `ORDINARY_COST` (last search: up to `SMALL_COST`).
        ending: fraction of the rounds for the last search, which substitutes outputs.
        least: smallest number of rounds, for programs whose cost is high.
    """

    heat: float = START
    longer: float = 1.0
    ending: float = 1.0
    least: int = 1

    def first(self, effort: SearchEffort, cost: int, routes: int) -> int:
        """Return the rounds of factoring for the best form of a route, given its cost and the number of routes."""
        longer = self.longer if cost <= ORDINARY_COST else 1
        return max(min(self.least, effort.rounds), round(effort.rounds_for(cost, routes) * longer))

    def last(self, effort: SearchEffort, cost: int) -> int:
        """Return the rounds of factoring for the last search, given the cost at its beginning."""
        return max(1, round(effort.rounds_for(cost, 2) * self.ending * (self.longer if cost <= SMALL_COST else 1)))
