"""Fit of an arm to tables, and sentences about cross-validation and about the arm's torque band."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from puma560_dynamics import ReplaySettings, load_arm
from puma560_dynamics.arm.friction_terms import FULL
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.identification.from_bags import read_motion
from puma560_dynamics.identification.identify import Identified, fit_unknowns
from puma560_dynamics.identification.prediction_band import windows_outside
from puma560_dynamics.identification.unknowns import Unknowns
from puma560_dynamics.models.payload.payload import Payload


def fitted(
    arm: str | Path,
    recordings: Sequence[Path],
    columns: object,
    cut_off: float,
    *,
    full: bool = True,
    lead: float | None = None,
    loaded: Sequence[Path] = (),
) -> tuple[Identified, ReplaySettings]:
    """Identify an arm from tables, and return the result and the settings."""
    settings = ReplaySettings(arm=str(arm), cut_off=cut_off, columns=columns)  # type: ignore[arg-type]
    unknowns = Unknowns(load_arm(arm), load=bool(loaded), friction=FULL if full else ())
    pairs = [*((path, Payload()) for path in recordings), *((path, None) for path in loaded)]
    train = [read_motion(path, unknowns, settings, Findings(), payload=payload) for path, payload in pairs]
    return fit_unknowns(unknowns, train, lead=lead), settings


def with_columns(settings: ReplaySettings, columns: object) -> ReplaySettings:
    """Return the settings with another column map."""
    return ReplaySettings(arm=settings.arm, cut_off=settings.cut_off, columns=columns)  # type: ignore[arg-type]


def prior_words(found: Identified) -> str:
    """Return a sentence about the width of the prior and its choice."""
    assert found.guess is not None
    tried = ", ".join(f"{score:.3f} with {50 * width:.0f} %" for width, score in found.guess.tried)
    return (
        f"Cross-validation within the fitted motion chose a standard deviation of "
        f"{50 * found.guess.width:.0f} % for "
        f"the description's masses and moments (mean weighted squared error of the left-out stretches: {tried})."
    )


def band_words(found: Identified, path: Path, settings: ReplaySettings) -> str:
    """Return a sentence about the fraction of a held-out recording that is outside the arm's torque band."""
    held = read_motion(path, found.unknowns, settings, Findings(), payload=Payload())
    shares = windows_outside([found.complete(held)], found.estimate, found.noise)
    return (
        f"For the joints in order, {', '.join(f'{100 * share:.0f} %' for share in shares)} of the windows of the "
        "held-out motion are outside the arm's band (with normal noise: 5 %)."
    )
