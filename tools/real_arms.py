"""Judges identification on published recordings of real arms, and keeps the figures in docs/real_arms.md.

``python -m tools.real_arms FOLDER`` reads FOLDER/ur10e and FOLDER/tx40 (docs/real_arms.md says where they come from),
prints every table, writes the pictures to docs/images and the tables between the markers of docs/real_arms.md. The
recordings are not part of the package.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.figure import Figure

from puma560_dynamics import ReplaySettings, load_arm
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.identification.band import outside
from puma560_dynamics.identification.from_bags import read_motion
from puma560_dynamics.identification.gains import identify_gains
from puma560_dynamics.identification.identify import Identified, identify
from puma560_dynamics.identification.load_friction import with_load_friction
from puma560_dynamics.identification.predict import smoothed
from puma560_dynamics.identification.unknowns import FRICTION, Unknowns
from puma560_dynamics.identification.validate import Validated, validate
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.report.colours import AFTER, BEFORE, MEASURED, QUIET
from puma560_dynamics.report.plot_style import STYLE
from puma560_dynamics.report.svg import drawn

PAGE = Path(__file__).parents[1] / "docs" / "real_arms.md"
BEGIN, END = "<!-- measured by tools/real_arms.py -->", "<!-- end of what tools/real_arms.py measured -->"

LITERATURE = np.array([14.87, 13.26, 11.13, 10.62, 11.03, 11.47])
"""N·m/A, gains of the UR10e that its data set quotes."""

LOAD_MASS = 2.805
"""kg, of the load of the UR10e."""

UR10E = "t=0 q=1:7 qd=7:13 effort=13:19 effort.unit=A effort.gain=14.87,13.26,11.13,10.62,11.03,11.47"
UR10E_CUT_OFF, TX40_CUT_OFF = 10.0, 100.0
"""Hz; those of the plain calculation."""

PLAIN = {
    "ur10e": (0.092, 0.040, 0.038, 0.101, 0.274, 0.526),
    "tx40 first": (0.056, 0.058, 0.088, 0.112, 0.124, 0.111),
    "tx40 second": (0.158, 0.172, 0.355, 0.265, 0.491, 0.379),
}
"""Relative errors of ordinary least squares over base parameters, effort filtered as the positions."""

TX40_MATRIX = np.diag([32.0, 32.0, 45.0, -48.0, 45.0, 32.0])
TX40_MATRIX[5, 4] = 32.0
TX40_COLUMNS = {
    "time": {"rate": 5000},
    "position": "0:6",
    "effort": {"columns": "0:6", "file": "motor_torques.csv.gz"},
    "motor": {"matrix": TX40_MATRIX},
    "offset": [0.0, -np.pi / 2.0, np.pi / 2.0, 0.0, 0.0, 0.0],
}
TX40_HALF = 22500
"""Rows of half the motion."""

PUBLISHED = {  # Janot, Gautier and Vandanjon: at the joints; those of motor 6 act on q5 + q6
    "rotor inertia": (0.362, 0.362, 0.0988, 0.0313, 0.0468, 0.0105),
    "viscous": (8.05, 5.53, 1.97, 1.11, 1.86, 0.65),
    "Coulomb": (7.14, 8.26, 6.34, 2.48, 3.03, 0.282),
}
MOTOR_6 = {"rotor inertia": 0.00964, "viscous": 0.616, "Coulomb": 1.95}


@dataclass(frozen=True)
class Section:
    """A part of the page.

    Attributes:
        title: heading.
        table: Markdown.
        words: what the table says, by its numbers.
        figures: by the name of their file.
    """

    title: str
    table: str
    words: str
    figures: dict[str, Figure]


def fitted(
    arm: str | Path,
    recordings: Sequence[Path],
    columns: object,
    cut_off: float,
    *,
    full: bool = True,
    loaded: Sequence[Path] = (),
) -> tuple[Identified, ReplaySettings]:
    """An arm as identified from tables, and the settings."""
    settings = ReplaySettings(arm=str(arm), cut_off=cut_off, columns=columns)  # type: ignore[arg-type]
    unknowns = Unknowns(load_arm(arm), load=bool(loaded), load_friction=full, bend=full)
    pairs = [*((path, Payload()) for path in recordings), *((path, None) for path in loaded)]
    train = [read_motion(path, unknowns, settings, Findings(), payload=payload, keep=True) for path, payload in pairs]
    return identify(unknowns, train), settings


def ur10e_motion(folder: Path) -> Section:
    """The exciting motion fitted, a point-to-point motion predicted."""
    exciting, points = (folder / f"ur-{name}.csv.gz" for name in ("20_02_10-30sec_12harm", "20_01_17-ptp_10_points"))
    found, settings = fitted(folder / "ur10e.urdf", [exciting], f"{UR10E} rows=635:3510", UR10E_CUT_OFF)
    fit = validate(exciting, found, settings)
    held = validate(points, found, _with(settings, f"{UR10E} rows=700:4200"))
    names = found.unknowns.arm.joint_names
    table = _table(
        ("joint", "fitted, filtered", "held out, filtered", "plain calculation", "held out, as measured", "standing"),
        zip(names, _three(fit.filtered), _three(held.filtered), _three(PLAIN["ur10e"]), _three(held.raw),
            (f"{share:.0%}" for share in held.still), strict=True),
    )  # fmt: skip
    lower = int((held.filtered < PLAIN["ur10e"]).sum())
    words = (
        f"Lower than the plain calculation in {lower} of {len(names)} joints; wrists 2 and 3 {held.filtered[4]:.3f} "
        f"and {held.filtered[5]:.3f}. {_prior_words(found)} "
        f"{_band_words(found, points, _with(settings, f'{UR10E} rows=700:4200'))}"
    )
    return Section(
        "UR10e: a motion that was not fitted", table, words,
        {"real_ur10e": _torques(held, names, UR10E_CUT_OFF, "UR10e, point-to-point motion: measured and predicted")},
    )  # fmt: skip


def ur10e_gains(folder: Path) -> Section:
    """Gains from motion without and with a load."""
    empty, full = (folder / f"ur-20_02_19_14harm50sec{name}.csv.gz" for name in ("", "Load"))
    settings = ReplaySettings(
        arm=str(folder / "ur10e.urdf"), cut_off=UR10E_CUT_OFF, columns="t=0 q=1:7 qd=7:13 effort=13:19"
    )
    unknowns = Unknowns(load_arm(settings.arm), load=True, load_friction=True, bend=True)
    recordings = [
        read_motion(path, unknowns, settings, Findings(), payload=payload, keep=True)
        for path, payload in ((empty, Payload()), (full, None))
    ]
    found = identify_gains(unknowns, recordings, LOAD_MASS)
    rows = zip(
        found.joints,
        (f"{value:.2f} ± {value * error:.2f}" for value, error in zip(found.values, found.errors, strict=True)),
        ("yes" if determined else "**refused**" for determined in found.determined),
        _three(LITERATURE, 2),
        (f"{ratio:.2f}" for ratio in found.values / LITERATURE),
        (f"{share:.1%}" for share in found.by_load),
        (f"{share:.1%}" for share in found.unexplained),
        strict=True,
    )
    table = _table(
        ("joint", "gain, N·m/A", "determined", "literature", "ratio", "effort by the load", "unexplained"), rows
    )
    within = int((np.abs(found.values / LITERATURE - 1.0) < 0.15)[found.determined].sum())
    words = (
        f"{within} of the {int(found.determined.sum())} gains that are determined are within 15 % of the literature's. "
    )
    words += f"{found.refusal[:1].upper()}{found.refusal[1:]}." if found.refusal else ""
    return Section("UR10e: torque gains from a known load", table, words, {"real_ur10e_gains": _gains(found)})


def ur10e_load(folder: Path) -> Section:
    """The load weighed with the literature's gains."""
    empty, full = (folder / f"ur-20_02_19_14harm50sec{name}.csv.gz" for name in ("", "Load"))
    found, _ = fitted(folder / "ur10e.urdf", [empty], UR10E, UR10E_CUT_OFF, loaded=[full])
    values, errors = found.body(-1)
    ratio, error = LOAD_MASS / values[0], LOAD_MASS / values[0] * errors[0] / values[0]
    table = _table(
        ("", "found", "true"),
        [("mass, kg", f"{values[0]:.3f} ± {errors[0]:.3f}", f"{LOAD_MASS}"),
         ("gains over the literature's, for the true mass", f"{ratio:.3f} ± {error:.3f}", "1")],
    )  # fmt: skip
    words = (
        f"The mass is {values[0] / LOAD_MASS - 1.0:+.0%} off, {abs(values[0] - LOAD_MASS) / errors[0]:.0f} standard "
        f"errors: the gains, as far as they act alike, are {1.0 - ratio:.0%} below the literature's, which is what the "
        "gains above say joint by joint."
    )
    return Section("UR10e: the mass of the load with the literature's gains", table, words, {})


def tx40_arm(folder: Path, where: Path) -> Path:
    """An arm file on the description: coupled wrist, and the inertia of link 6, which the description rounds to 0."""
    rows = ", ".join(str(row) for row in TX40_MATRIX.tolist())
    path = where / "tx40.yaml"
    path.write_text(
        f"description: {folder.resolve() / 'tx40_mdh_modified.urdf'}\nname: tx40\n"
        f"links: {{link_6: {{inertia: [3.0e-4, 3.0e-4, 3.0e-4]}}}}\ntransmission: [{rows}]\n",
        encoding="utf-8",
    )
    return path


def tx40_halves(folder: Path, arm: Path) -> Section:
    """The first half of the motion fitted, the second predicted."""
    path = folder / "motor_positions.csv.gz"
    found, settings = fitted(arm, [path], {**TX40_COLUMNS, "rows": f":{TX40_HALF}"}, TX40_CUT_OFF)
    first = validate(path, found, settings)
    second = validate(path, found, _with(settings, {**TX40_COLUMNS, "rows": f"{TX40_HALF}:"}))
    whole, _ = fitted(arm, [path], TX40_COLUMNS, TX40_CUT_OFF)
    bound = validate(path, whole, _with(settings, {**TX40_COLUMNS, "rows": f"{TX40_HALF}:"}))
    names = found.unknowns.arm.joint_names
    table = _table(
        ("joint", "first half", "plain", "second half", "plain", "second half, moving", "over the first, moving",
         "moving, fitted too", "standing"),
        zip(names, _three(first.filtered), _three(PLAIN["tx40 first"]), _three(second.filtered),
            _three(PLAIN["tx40 second"]), _three(second.moving),
            (f"{ratio:.1f}" for ratio in second.moving / first.moving), _three(bound.moving),
            (f"{share:.0%}" for share in second.still), strict=True),
    )  # fmt: skip
    good = (second.filtered <= np.minimum(0.20, 1.5 * first.filtered)).sum()
    good_moving = (second.moving <= np.minimum(0.20, 1.5 * first.moving)).sum()
    words = (
        f"At most 1.5 times the first half's error and at most 0.20 in {good} of 6 joints over all samples, and in "
        f"{good_moving} of 6 while the joint moves. {_prior_words(found)} "
        + _band_words(found, path, _with(settings, {**TX40_COLUMNS, "rows": f"{TX40_HALF}:"}))
    )
    return Section(
        "TX40: the second half of the motion from the first", table, words,
        {"real_tx40": _torques(second, names, TX40_CUT_OFF, "TX40, second half of the motion: measured and predicted")},
    )  # fmt: skip


def tx40_numbers(folder: Path, arm: Path) -> Section:
    """Friction and rotor inertia of the whole motion, next to the published ones."""
    found, _ = fitted(arm, [folder / "motor_positions.csv.gz"], TX40_COLUMNS, TX40_CUT_OFF, full=False)
    unknowns, x, cover = found.unknowns, found.estimate.x, found.estimate.covariance
    friction = np.arange(unknowns.friction.start, unknowns.friction.stop).reshape(-1, len(FRICTION))
    unit = np.eye(unknowns.size)
    sums = {
        "rotor inertia": unit[unknowns.motors],
        "viscous": unit[friction[:, 2]],
        "Coulomb": 0.5 * (unit[friction[:, 0]] + unit[friction[:, 1]]),
    }
    rows, off, errors, hidden = [], [], [], []
    for kind, sought in sums.items():
        for motor, name in enumerate(unknowns.arm.joint_names):
            row, published = sought[motor], PUBLISHED[kind][motor]
            if motor == 4 and kind != "Coulomb":  # published for joint 5: motors 5 and 6 together
                row = row + sought[5]
            if motor == 5 and kind == "Coulomb":
                published = MOTOR_6[kind]
            if not _seen(found, row):
                hidden.append(name)
                rows.append((f"{kind}, {name}", f"{row @ x:.4g}", "not seen by itself", f"{published:g}", ""))
                continue
            value, error = float(row @ x), float(np.sqrt(row @ cover @ row))
            off.append((value - published) / error)
            errors.append(error / abs(published))
            rows.append(
                (f"{kind}, {name}", f"{value:.4g} ± {error:.2g}", f"{error / abs(value):.0%}", f"{published:g}",
                 f"{off[-1]:+.1f}")
            )  # fmt: skip
    table = _table(("", "found ± standard error", "relative", "published", "apart, standard errors"), rows)
    words = (
        f"{int((np.array(errors) <= 0.1).sum())} of {len(errors)} standard errors are at most 10 % of the value, "
        f"{int((np.abs(off) <= 2.0).sum())} of {len(off)} numbers within 2 of them of the published ones. Condition "
        f"number {found.estimate.condition:.0f}; {', '.join(f'{rows:.0f}' for rows in found.estimate.effective)} "
        f"independent windows. The rotors of {' and '.join(hidden)} add to the inertia of the links about "
        "the same axes in every motion, so no motion distinguishes them."
    )
    return Section(
        "TX40: friction and rotor inertia",
        table,
        words,
        {"real_tx40_numbers": _apart([row[0] for row in rows if row[-1]], off)},
    )


def _seen(found: Identified, row: np.ndarray) -> bool:
    """Whether torque shows a number (a row over the unknowns) apart from all others."""
    inertial = row[found.unknowns.inertial]
    left = inertial - np.linalg.lstsq(found.base.map.T, inertial, rcond=None)[0] @ found.base.map
    return bool(np.linalg.norm(left) < 1e-6)


def _band_words(found: Identified, path: Path, settings: ReplaySettings) -> str:
    held = read_motion(path, found.unknowns, settings, Findings(), payload=Payload(), keep=True)
    if found.unknowns.load_friction.stop > found.unknowns.load_friction.start:
        held = replace(held, rows=tuple(with_load_friction(held.rows, found.estimate.x, found.unknowns)))
    shares = outside([held], found.estimate, found.noise)
    return (
        "Windows of the held-out motion outside the arm's own band, which normal noise leaves at 5 %: "
        f"{', '.join(f'{share:.0%}' for share in shares)}."
    )


def _with(settings: ReplaySettings, columns: object) -> ReplaySettings:
    return ReplaySettings(arm=settings.arm, cut_off=settings.cut_off, columns=columns)  # type: ignore[arg-type]


def _prior_words(found: Identified) -> str:
    assert found.guess is not None
    tried = ", ".join(f"{0.5 * width:.0%}: {score:.3f}" for width, score in found.guess.tried)
    return (
        f"The description's masses and moments count with a standard deviation of {0.5 * found.guess.width:.0%}, by "
        f"cross-validation within the fitted motion (mean weighted square of what was left out, by width: {tried})."
    )


def _three(values: Iterable[float], digits: int = 3) -> list[str]:
    return [f"{value:.{digits}f}" for value in values]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _torques(found: Validated, names: Sequence[str], cut_off: float, label: str) -> Figure:
    """Measured (filtered), predicted, and the difference of every joint."""
    low = smoothed(found.predicted, cut_off)
    step = max(1, len(low.time) // 700)
    time = low.time[::step] - low.time[0]
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(10.0, 1.5 * len(names) + 0.5), layout="constrained")
        for axes, joint in zip(figure.subplots(len(names), 1, sharex=True), range(len(names)), strict=True):
            axes.axhline(0.0, color=QUIET, lw=0.6)
            axes.plot(time, low.effort[::step, joint], color=MEASURED, lw=2.2, label="measured")
            axes.plot(time, low.torque[::step, joint], color=AFTER, lw=1.1, label="predicted")
            left = (low.effort - low.torque)[::step, joint]
            axes.plot(time, left, color=BEFORE, lw=0.9, label="measured less predicted")
            axes.set_ylabel("N·m")
            axes.set_title(f"{names[joint]}: {found.filtered[joint]:.3f}", fontweight="bold")
        axes.set_xlabel("time, s")
        figure.legend(*axes.get_legend_handles_labels(), loc="outside upper left", ncol=3)
    figure.set_label(label)
    return figure


def _gains(found: object) -> Figure:
    values, errors, determined = found.values, found.errors, found.determined  # type: ignore[attr-defined]
    names = found.joints  # type: ignore[attr-defined]
    places = np.arange(len(names))
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(10.0, 3.0), layout="constrained")
        axes = figure.subplots()
        axes.plot(places - 0.1, LITERATURE, "s", color=BEFORE, ms=7, label="literature")
        for some, colour, words in ((determined, AFTER, "found"), (~determined, QUIET, "found, but refused")):
            if some.any():
                axes.errorbar(places[some] + 0.1, values[some], 2.0 * (values * errors)[some], fmt="o", color=colour,
                              capsize=3, label=f"{words}, 2 standard errors")  # fmt: skip
        axes.set_xticks(places, names)
        axes.set_ylim(bottom=0.0)
        axes.set_ylabel("N·m/A")
        figure.legend(*axes.get_legend_handles_labels(), loc="outside upper left", ncol=3)
    figure.set_label("UR10e: torque gains found from a known load, next to the literature's")
    return figure


def _apart(names: Sequence[str], off: Sequence[float]) -> Figure:
    places = np.arange(len(names))
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(10.0, 3.6), layout="constrained")
        axes = figure.subplots()
        axes.axhspan(-2.0, 2.0, color=QUIET, alpha=0.2, lw=0)
        axes.plot(places, off, "o", color=AFTER)
        axes.set_xticks(places, names, rotation=90, fontsize=8)
        axes.set_ylabel("found less published,\nin standard errors")
    figure.set_label("TX40: friction and rotor inertia found, less the published ones, in standard errors")
    return figure


def _alone(drawing: str) -> str:
    """A drawing as a file of its own, on white ground: in a dark page it could not be read."""
    head, end, rest = drawing.partition(">")
    return f'{head}{end}<rect width="100%" height="100%" fill="white"/>{rest}\n'


def sections(folder: Path) -> list[Section]:
    """Everything that the recordings in `folder` can show."""
    with tempfile.TemporaryDirectory() as scratch:
        arm = tx40_arm(folder / "tx40", Path(scratch))
        return [
            ur10e_motion(folder / "ur10e"),
            ur10e_gains(folder / "ur10e"),
            ur10e_load(folder / "ur10e"),
            tx40_halves(folder / "tx40", arm),
            tx40_numbers(folder / "tx40", arm),
        ]


def main(arguments: Sequence[str]) -> int:
    """Print the tables, write the page and its pictures."""
    if len(arguments) != 1 or not all((Path(arguments[0]) / name).is_dir() for name in ("ur10e", "tx40")):
        print("usage: python -m tools.real_arms FOLDER, with folders ur10e and tx40 in it", file=sys.stderr)
        return 2
    parts = []
    for section in sections(Path(arguments[0])):
        pictures = "\n\n".join(
            f"![{figure.get_label()}](images/{name}.svg)" for name, figure in section.figures.items()
        )
        parts.append(
            "\n\n".join(part for part in (f"### {section.title}", section.table, section.words, pictures) if part)
        )
        print(f"{section.title}\n\n{section.table}\n\n{section.words}\n")
        for name, figure in section.figures.items():
            (PAGE.parent / "images" / f"{name}.svg").write_text(_alone(drawn(figure)), encoding="utf-8")
    text = PAGE.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    PAGE.write_text(head + BEGIN + "\n\n" + "\n\n".join(parts) + "\n\n" + END + tail, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
