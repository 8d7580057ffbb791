"""Burdick's appendix II: the legible parts of the long expressions in T, V, D and K.

If the scan has lost signs of a line, all combinations of signs are tried. The line counts only if exactly one
combination fits, and agrees with all legible signs.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

from ...emdeg import Poly
from ...models.tables.table import evaluate, parse
from ..bench import Bench
from ..corrections import of_place
from ..entry import EXACTLY, Chapter, EntryResult, EntryRow, Paper
from .appendix import CENTRIPETAL, CONSTANTS, ELEMENTS, IDENTITY, NOT_ZERO, N, derived_coefficients, pairs_of
from .errata import APPENDIX, ERRATA

CHAPTER = Chapter(Paper.BURDICK)

LONGER_CONSTANTS = """
K111 = -Ixx2 + Iyy2 + m2*rx2*rx2 + (m3 + m4 + m5 + m6)*a2*a2
K113 = Ixx3 - Iyy3 + m3*ry3*ry3 + Ixx4 - Izz4 + m4*d4*d4 - m4*a3*a3 + m5*d4*d4 - m5*a3*a3 + m5*ry5*ry5 \
  + Ixx6 - Izz6 + m6*d4*d4 - m6*a3*a3 + m6*rz6*rz6
K115 = Ixy3 + m4*a3*d4 + m5*a3*d4 + m6*a3*d4
K117 = -m3*a2*ry3 + m4*a2*d4 + m5*a2*d4 + m6*a2*d4
K1111 = m4*a2*a3 + m5*a2*a3 + m6*a2*a3
K1113 = m5*d2*ry5 + m5*d3*ry5 - m6*d2*rz6 - m6*d3*rz6
K123 = -Ixz3 + (m4 + m5 + m6)*a3*(d2 + d3)
K125 = Iyz3 - m3*d2*ry3 - m3*d3*ry3 + (m4 + m5 + m6)*d4*(d2 + d3)
K11 = m6*a3*a3 + m6*d3*d3 + 2*m6*d2*d3 + m6*d2*d2 + Ixx5 + m6*a2*a2 \
  + m5*a2*a2 + m5*d2*d2 + 2*m5*d2*d3 + Izz4 + m5*d3*d3 + m5*a3*a3 \
  + m4*a3*a3 + m4*d3*d3 + 2*m4*d2*d3 + m4*d2*d2 + m4*a2*a2 + Iyy3 \
  + m3*d3*d3 + 2*m3*d2*d3 + m3*d2*d2 + m3*a2*a2 + Iyy2 + m2*d2*d2 \
  + Izz6 + m2*rx2*rx2 + m1*ry1*ry1 + Izz1
K22 = m6*a2*a2 + m6*d4*d4 + Izz5 + m6*a3*a3 + m5*ry5*ry5 \
  + m5*a3*a3 + m6*rz6*rz6 + m5*d4*d4 + m5*a2*a2 + Ixx6 \
  + Iyy4 + m4*d4*d4 + m4*a3*a3 + m4*a2*a2 + m3*ry3*ry3 \
  + m3*a2*a2 + Izz3 + m2*rx2*rx2 + Izz2
"""
"""Constants of the long expressions in addition to `appendix.CONSTANTS`."""

PRODUCTS = """
T1 = s2*s2
T2 = c2*c2
T3 = s2*c2
T4 = s23*s23
T5 = c23*c23
T6 = s23*c23
T7 = s4*s4
T8 = c4*c4
T9 = s4*c4
T10 = s5*s5
T11 = c5*c5
T12 = s5*c5
T13 = s4*s5
T14 = c4*s5
T15 = s4*c5
T16 = c4*c5
T17 = s23*c4
T18 = s23*s4
T19 = s23*c5
T20 = c23*s5
T21 = c2*s23
T22 = c2*c23
V1 = K119 - K112*T10
V2 = K112*T12 - K1116*s5
V3 = M55 - K1116*c5
V4 = K1110*c23 + K1115*c2
V5 = V2*c4 + K115 - K1110*c5
V6 = 2*K112*T10 + 2*K1116*c5 - K112*T7*T10 - K113 - 2*K1110*T14 + K119*T7
V7 = K1111 - K1115*T14
V8 = K117 - K1115*c5
V9 = K1116 - K112*c5
V10 = K1110*s4 + K1113*c4
V11 = K1110*s4 - K1113*c4
V12 = (K1116*s23 + K1115*c2)*T13
V13 = V1*c4 + K1110*s5
V14 = K112*T7*c5 - K1116
DV25 = K112*(T11 - T10) - K1116*c5
DV35 = DV25*c4 + K1110*s5
eta = V8*s3 + V7*c3
"""
"""T, V and DV of appendix II, and η of M22 and M23. Where the scan has lost an index or an argument (T3, T11, T15, T16,
s4 in V10 and V11, a sign in V6), the text is chosen so that all lines below that use it are identities."""

LINES = """
M11: + K11 - K111*T1 + 2*Ixy2*T3 + 2*V5*T6 - V6*T4 + 2*V8*T21 + 2*V7*T22 + K112*T10 - 2*K1110*T14 - 2*K1113*T13
M12: + M13 - K1115*s2*T13 + K121*s2 - Iyz2*c2
M13: + V9*c23*T13 ? V1*s23*T9 - V10*s23*s5 + K1113*c23*c5 + K123*s23 - K125*c23
M14: + V2*T17 ? V4*T14 - K1113*c23*T13 + M44*c23
M15: - V4*T15 + K1113*c23*T16 - K1113*s23*s5 + V3*T18
M23: + M33 + eta
M25: + M35 - K1115*s3*T16 ? K1115*c3*s5
c133: - V9*s23*T13 + K125*s23 - V1*c23*T9 + K123*c23 - V10*T20 - K1113*T19
c144: - K112*T18*T12 + V12 + V11*T20
c155: + V11*T20 + V12 - K1113*T19
c233: + V8*c3 - V7*s3
c311: + V5*T4 ? V5*T5 + V6*T6 + V7*T21 - V8*T22
c344: + V9*T14
c411: + V2*T6*s4 ? K1115*T22*T13 - V11*s5 + V13*T4*s4
c533: + V14*s5 + K1110*T16
D143: + V2*c23*c4 + K1110*s23*T14 + K1113*s23*T13 - M44*s23
D154: - V4*T16 - K1113*c23*T15 + V3*T17
D345: - DV25*s4
D354: - V3*s4
"""
"""Lines as in the scan, with ``?`` before a term whose sign is lost. D_ijk = ∂M_ij/∂q_k."""

CORRECTED = """
c211 = c311 + K111*T3 + Ixy2*(T1 - T2) - K1115*s2*c23*T14 + V8*s2*s23 + K1111*s2*c23
c511 = (-K1116*s5 - K112*T7*T12 + 2*K112*T12 - K1110*T16)*T4 - DV35*T6 - K112*T12 + K1115*T22*T16 - K1115*T21*s5 \
  + (K1110*c4 + K1113*s4)*c5
"""
"""Two lines whose legible last factors are wrong: T21 at K1111 in c211, and V10 at c5 in c511. The product before K1111
in c211 has lost its indices."""

UNCORRECTED = {"c211": ("K1111*s2*c23", "K1111*T21"), "c511": ("(K1110*c4 + K1113*s4)", "V10")}
"""Parts of `CORRECTED`, and the text of the scan in their place."""

SignedTerms = tuple[str, tuple[tuple[str, str], ...]]
"""Name of a line, and sign (``+``, ``-`` or ``?``) and text of each term."""


def lines() -> tuple[SignedTerms, ...]:
    """Return `LINES`, split into terms."""
    found = []
    for text in LINES.strip().splitlines():
        name, _, rest = text.partition(": ")
        words = rest.split()
        found.append((name, tuple(zip(words[::2], words[1::2], strict=True))))
    return tuple(found)


@cache
def known() -> dict[str, Any]:
    """Return the derived coefficients, their derivatives D, and T, V and K as read, as polynomials."""
    found: dict[str, Any] = dict(derived_coefficients())
    ring = found["M11"].ring
    for i, j, k in product(range(1, N + 1), repeat=3):
        if i <= j:
            found[f"D{i}{j}{k}"] = found[f"M{i}{j}"].derivative(k - 1)
    for name, text in pairs_of(CONSTANTS + LONGER_CONSTANTS + PRODUCTS):
        found[name] = evaluate(parse(text), found) + ring.constant(0)
    return found


def fitting(line: SignedTerms) -> list[tuple[str, ...]]:
    """Return all combinations of signs of a printed line's terms for which both sides of the line are equal."""
    name, terms = line
    target: Poly = known()[name]
    values = [evaluate(parse(text), known()) + target.ring.constant(0) for _, text in terms]
    found = []
    for signs in product("+-", repeat=len(values)):
        rest = target
        for sign, value in zip(signs, values, strict=True):
            rest = rest - value if sign == "+" else rest + value
        if not rest:
            found.append(signs)
    return found


def legible(line: SignedTerms, signs: tuple[str, ...]) -> bool:
    """Return whether a combination of signs agrees with all legible signs."""
    return all(said in ("?", sign) for (said, _), sign in zip(line[1], signs, strict=True))


@CHAPTER.entry(
    "appendix II",
    "the long expressions of M and c, and derivatives D, by T, V and K",
    "puma560 derive",
    criterion=f"{IDENTITY}. Every pattern of signs is tried: exactly one may fit, and it must agree with each sign "
    "that is "
    "legible",
)
def long_expressions(bench: Bench) -> EntryResult:
    rows = []
    for line in lines():
        patterns = fitting(line)
        text = " ".join(f"{sign} {term}" for sign, term in line[1])
        agrees = len(patterns) == 1 and legible(line, patterns[0])
        words = "identical" if agrees else f"{len(patterns)} patterns of signs fit"
        rows.append(EntryRow(line[0], text, words, "", agrees))
    agree = sum(row.agrees for row in rows)
    return EntryResult(
        f"{len(rows)} lines",
        f"{agree} identical",
        agree == len(rows),
        corrected=of_place(ERRATA, APPENDIX, entries=lambda name: name in ("M11", "T and V")).sentences,
        rows=tuple(rows),
    )


@CHAPTER.entry(
    "appendix II",
    "M22 = K22 + M23 + η",
    "puma560 derive",
    criterion=f"the line with K22 as it is listed against what the generator derives, {EXACTLY}",
)
def m22(bench: Bench) -> EntryResult:
    own = known()
    excess = own["K22"] + own["M23"] + own["eta"] - own["M22"]
    return EntryResult(
        "M22",
        "M22" if not excess else "M22 + K33" if excess == own["K33"] else f"{len(excess)} terms more",
        not excess,
        contradiction="K22 as listed holds all of K33 once more: with (25) the constant in its place is z·K·z = K22 "
        "- K33",
        shown=excess == own["K33"],
    )


def identical(name: str, text: str) -> bool:
    """Return whether an expression is identical to the element `name` from the generator."""
    return not known()[name] - evaluate(parse(text), known())


@CHAPTER.entry(
    "appendix II",
    "the long expressions of c211 and c511",
    "puma560 derive",
    criterion=f"{IDENTITY}, as corrected; with a factor as the scan has it, it is none",
)
def corrected_expressions(bench: Bench) -> EntryResult:
    rows = tuple(
        EntryRow(name, text, "identical" if agrees else "another polynomial", "", agrees)
        for name, text in pairs_of(CORRECTED)
        for agrees in [identical(name, text) and not identical(name, text.replace(*UNCORRECTED[name]))]
    )
    agree = sum(row.agrees for row in rows)
    return EntryResult(
        f"{len(rows)} lines",
        f"{agree} identical",
        agree == len(rows),
        corrected=of_place(ERRATA, APPENDIX, entries=lambda name: name in UNCORRECTED).sentences,
        rows=rows,
    )


@CHAPTER.entry(
    "appendix II",
    "the other long expressions",
    "puma560 derive",
    criterion="none: indices and whole terms of these lines are lost in the scan, so more than one text could "
    "complete them",
)
def other_expressions(bench: Bench) -> EntryResult:
    checked = (
        {name for text in (ELEMENTS, CENTRIPETAL, CORRECTED) for name, _ in pairs_of(text)}
        | {line[0] for line in lines()}
        | {"M22"}
    )
    left = [name for name in derived_coefficients() if name in NOT_ZERO.split() or (name[0] == "M" and len(name) == 3)]
    left = [name for name in left if name not in checked]
    more = ["D134", "D135", "D145", "D153"]
    return EntryResult(", ".join([*left, *more]), "nothing to compare them with", None,
                   absent="the scan has lost indices or whole terms of these lines")  # fmt: skip
