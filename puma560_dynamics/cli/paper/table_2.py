"""Table 2 of the paper, for `puma560 paper tables`: computation, and output as text and JSON."""

from __future__ import annotations

from rich.console import Console

from ...arm import load_arm
from ...models.load import load_model
from ...models.recursive.newton_euler import NewtonEulerModel
from ...models.tables import FullModel
from ...papers.decomposition.table_2 import (
    DIVIDER,
    PRINTED,
    Rates,
    Split,
    Table2Reading,
    implied,
    recursive_rates,
    splits,
    table_2_readings,
)
from ...report.text_table import TextTable

OTHERS = ("abbreviated", "generated", "generated_abbreviated")
"""Models that the paper's table 2 does not have."""


def computed() -> tuple[list[Table2Reading], list[Split], dict[str, float]]:
    """Compute table 2 (Hz) for each interpretation of its counts, for other models of the arm, and for recursions."""
    arm = load_arm("akb1986")
    recursion = NewtonEulerModel(arm)
    general, customised = recursion.general_counts()["torque"].total, recursion.operation_counts()["torque"].total
    others = splits([load_model(kind, arm) for kind in OTHERS])
    return table_2_readings(FullModel(arm)), others, recursive_rates(general, customised)


def show_table_2(out: Console, found: list[Table2Reading], others: list[Split], recursions: dict[str, float]) -> None:
    """Print table 2."""
    table = TextTable(
        "Table 2: rates attainable with 100,000 operations per second, Hz",
        "count", ">calcul.\nof q", ">of\nq̇, q̈", ">all each\ntime", f">q once\nin {DIVIDER}", ">torque", "as\nprinted",
    )  # fmt: skip
    table.add_row("paper", "–", "–", *_cells(PRINTED), "")
    for one in found:
        calculations = (f"{one.parts.configuration:.0f}", f"{one.parts.motion:.0f}")
        table.add_row(one.name, *calculations, *_cells(one.rates), "yes" if one.agrees else "no")
    table.add_section()
    for split in others:
        calculations = (f"{split.parts.configuration:.0f}", f"{split.parts.motion:.0f}")
        table.add_row(split.parts.name, *calculations, *_cells(split.rates), "")
    for name, rate in recursions.items():
        table.add_row(name, "–", "–", f"{rate:.1f}", "–", "–", "")
    out.print(table)
    means = implied()
    out.print(
        f"  The printed rates imply {means.whole[0]:.0f} to {means.whole[1]:.0f} calculations in total, "
        f"{means.configuration[0]:.0f} to {means.configuration[1]:.0f} of them for q and {means.motion[0]:.0f} to "
        f"{means.motion[1]:.0f} for q̇, q̈: more than the 1165 of table 1, which do not include sines and cosines. "
        "The cost of a sine or cosine is chosen here so that the first rate is 78 Hz; the 50 Hz are then a check. As "
        "printed: 78, 50 and four times 50 Hz, if the rate for q is rounded to whole hertz."
    )
    faster = [split.parts.name for split in others if split.rates[DIVIDER].torque > split.rates[1].torque]
    slower = [split.parts.name for split in others if split.parts.name not in faster]
    out.print(f"  The split makes {', '.join(faster) or 'none'} faster, and {', '.join(slower) or 'none'} slower.")


def table_2_json(found: list[Table2Reading], others: list[Split], recursions: dict[str, float]) -> dict[str, object]:
    """Return table 2 for ``--json``: rates in Hz, by divider."""
    means = implied()
    return {
        "paper": _rates(PRINTED),
        "implied": {"whole": means.whole, "configuration": means.configuration, "motion": means.motion},
        "readings": [
            {
                "count": one.name,
                "calculations": {"configuration": one.parts.configuration, "motion": one.parts.motion},
                "rates_Hz": _rates(one.rates),
                "agrees": one.agrees,
            }
            for one in found
        ],
        "others": [
            {
                "model": split.parts.name,
                "calculations": {
                    "configuration": split.parts.configuration,
                    "motion": split.parts.motion,
                    "whole": split.parts.whole,
                },
                "rates_Hz": _rates(split.rates),
            }
            for split in others
        ],
        "recursions_Hz": recursions,
    }


def _cells(rates: dict[int, Rates]) -> tuple[str, str, str]:
    once, split = rates[1], rates[DIVIDER]
    return f"{once.torque:.1f}", f"{split.configuration:.1f}", f"{split.torque:.1f}"


def _rates(rates: dict[int, Rates]) -> dict[str, dict[str, float]]:
    return {
        str(divider): {"configuration": rate.configuration, "torque": rate.torque} for divider, rate in rates.items()
    }
