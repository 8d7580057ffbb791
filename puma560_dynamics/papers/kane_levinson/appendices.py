"""Kane and Levinson: appendix 3; the others stand with the equations that use them."""

from __future__ import annotations

from ...models.kane_levinson.parameters import stanford_parameters
from ..bench import Bench
from ..entry import Chapter, EntryKind, EntryResult, EntryRow, Paper

CHAPTER = Chapter(Paper.KANE_LEVINSON)

APPENDIX_3 = {
    "L1": 0.1, "L2": 0.6, "L3": 0.2, "L4": 0.1, "L5": 0.7, "L6": 0.06,
    "mA": 9, "mB": 6, "mC": 4, "mD": 1, "mE": 0.6, "mF": 0.5,
    "A1": 0.01, "A2": 0.02, "A3": 0.01, "B1": 0.06, "B2": 0.01, "B3": 0.05, "C1": 0.4, "C2": 0.01, "C3": 0.4,
    "D1": 0.0005, "D2": 0.001, "D3": 0.001, "E1": 0.0005, "E2": 0.0002, "E3": 0.0005,
    "F1": 0.001, "F2": 0.002, "F3": 0.003,
}  # fmt: skip
"""As printed: m, kg, kg·m²."""


@CHAPTER.entry(
    "appendix 3",
    "parameters of the arm",
    "puma560 arm check stanford1983",
    criterion="every printed number against the arm file, to 1e-12; g is not in the scan, the file has 9.81 m/s²",
    kind=EntryKind.TRANSCRIPTION,
)
def appendix_3(bench: Bench) -> EntryResult:
    ours = {**stanford_parameters(bench.stanford), "mA": bench.stanford.links[0].mass}
    rows = tuple(
        EntryRow(name, value, ours[name], {"L": "m", "m": "kg"}.get(name[0], "kg·m²"), abs(ours[name] - value) < 1e-12)
        for name, value in APPENDIX_3.items()
    )
    agree = sum(row.agrees for row in rows)
    return EntryResult(f"{len(rows)} numbers", f"{agree} agree", agree == len(rows), rows=rows)
