"""Options and results of an experiment with the simulated arm, and the call of an experiment by its name."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from matplotlib.figure import Figure

from ...arm import Arm
from ...check import Check
from ...models.kinds import DEFAULT_MODEL
from ...simulation.plant_errors import PlantErrors

Progress = Callable[[float, str], None]
"""Function that receives the completed fraction of an experiment (0 to 1) and the name of the current step."""


@dataclass(frozen=True, eq=False)
class ExperimentOptions:
    """Options of an experiment.

    Attributes:
        arm: arm of the model; its limits are not zero.
        model: kind of the model.
        rate: rate of the joint states, Hz.
        errors: errors of the simulated arm's numbers; its seed is also the seed of the experiment.
        friction: whether the simulated joints have friction.
    """

    arm: Arm
    model: str = DEFAULT_MODEL
    rate: float = 250.0
    errors: PlantErrors = field(default_factory=PlantErrors)
    friction: bool = True


@dataclass(frozen=True, eq=False)
class ExperimentTable:
    """A table of the report.

    Attributes:
        title: title of its section.
        headings: headings of the columns.
        rows: cells of each row; the first is the name of the row.
        caption: one or two sentences.
    """

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""


@dataclass(frozen=True, eq=False)
class ExperimentFigure:
    """A figure of the report.

    Attributes:
        title: title of its section.
        figure: the figure.
        caption: one or two sentences.
    """

    title: str
    figure: Figure
    caption: str = ""


@dataclass(frozen=True, eq=False)
class Experiment:
    """Result of an experiment.

    Attributes:
        title: one line, such as ``Pushes on the simulated arm``.
        headline: result in one line.
        sentences: conditions of the experiment, such as the differences of plant and model.
        cards: main numbers, each with its description.
        tables: tables.
        figures: figures.
        checks: properties that must hold; the exit code depends on them.
        data: all numbers, for JSON.
    """

    title: str
    headline: str
    sentences: tuple[str, ...]
    cards: tuple[tuple[str, str], ...]
    tables: tuple[ExperimentTable, ...]
    figures: tuple[ExperimentFigure, ...]
    checks: tuple[Check, ...]
    data: Mapping[str, Any]

    @property
    def ok(self) -> bool:
        """Whether every check passed."""
        return all(check.ok for check in self.checks)


def run_experiment(name: str, options: ExperimentOptions, progress: Progress) -> Experiment:
    """Run an experiment.

    Args:
        name: one of `demo.experiments.EXPERIMENTS`.
        options: its options.
        progress: receives the progress several times per second.

    Returns:
        The result.

    Raises:
        Puma560Error: the experiment cannot be made with this arm.
    """
    module = importlib.import_module(f".{name}", __package__)
    result: Experiment = module.run(options, progress)
    return result
