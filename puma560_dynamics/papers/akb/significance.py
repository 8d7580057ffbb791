"""The paper's significance rule (section 3), applied to every expression and compared with its ≈ forms.

`emdeg.SignificanceRule` quotes the rule and states how it is read. Here, a term is a constant (or sum of constants)
times trigonometric factors in the factored full expression of the paper, and not in a derived element.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from ...emdeg import PAPER_RULE, RelativeSize
from ...models.tables.abbreviation import printed_terms
from ...models.tables.polynomial import expand
from ...models.tables.table import TableEntry, evaluate, is_trigonometric, names_in, parse, read_table


@dataclass(frozen=True)
class RuleAgreement:
    """Result of the rule for one entry, compared with the print.

    Attributes:
        entry: name of the entry.
        kept_by_rule: terms (constant · trigonometric part) that the rule keeps.
        kept_in_print: terms of the printed ≈ expression.
        reason: terms that differ, with their relative magnitudes; empty if both agree.
        joint: constant of the joint with which the terms are compared.
        inserted: whether the ≈ expression is not in the scan and was made by this rule, so that it is no test of it.
    """

    entry: str
    kept_by_rule: frozenset[str]
    kept_in_print: frozenset[str]
    reason: str
    joint: float
    inserted: bool = False

    @property
    def agrees(self) -> bool:
        """Return whether print and rule keep the same terms."""
        return self.kept_by_rule == self.kept_in_print


def verdicts(constants: Mapping[str, float], shared: str = "") -> list[RuleAgreement]:
    """Return the result of the rule for every entry that is not an alias of another, in the order of the tables.

    Args:
        constants: values of I1 … g5.
        shared: letters of the tables whose entries count at each joint on which they act (`acting_joints`), so that the
            smallest constant of these joints decides; others count at the joint of their first index.
    """
    result = []
    largest = largest_of_joint(constants)
    acting = acting_joints()
    for table in ("a4", "a5", "a6", "a7"):
        for name, entry in read_table(table).items():
            if _is_alias(entry.tree):
                continue
            joints = acting[name] if name[0] in shared else {int(name[2])}
            result.append(_verdict(entry, constants, min(largest[name[0] == "g", joint] for joint in joints)))
    return result


def acting_joints() -> dict[str, set[int]]:
    """Return the joints on which each element acts: those of its first index and of entries defined by it.

    An element of A acts on the joints of both indices.
    """
    entries = {name: entry for table in ("a4", "a5", "a6", "a7") for name, entry in read_table(table).items()}
    found: dict[str, set[int]] = {}
    for name in entries:
        source, others = name, [name]
        while others:
            source = others[0]
            others = [other for other in names_in(entries[source].tree) if "_" in other]
        found.setdefault(source, set()).update({int(name[2]), *([int(name[3])] if name[0] == "a" else [])})
    return found


def _verdict(entry: TableEntry, constants: Mapping[str, float], joint: float) -> RuleAgreement:
    terms = factored_terms(entry.tree, constants)
    greatest = max(terms.values(), default=0.0)
    kept = {
        key
        for key, size in terms.items()
        if size and PAPER_RULE.keeps(RelativeSize(size / greatest, size / joint if joint else None))
    }
    printed = _printed_keys(entry, terms)
    reasons = [
        f"{key}: {100 * (size / greatest):.2f} % of the equation, {100 * (size / joint):.3f} % of the joint, "
        + ("dropped in print" if key in kept else "kept in print")
        for key, size in terms.items()
        if (key in kept) != (key in printed)
    ]
    return RuleAgreement(entry.name, frozenset(kept), frozenset(printed), "; ".join(reasons), joint, entry.inserted)


def factored_terms(tree: ast.expr, constants: Mapping[str, float]) -> dict[str, float]:
    """Return the terms of an expression with their magnitudes; all plain constants together are the term ``const``.

    A constant that appears in several places of an entry (I15 in a_12) gives several terms.
    """
    terms: dict[str, float] = {}
    fixed = 0.0
    for factor, summand in _summands(tree, 1.0):
        names = [name for name in names_in(summand) if not is_trigonometric(name)]
        scale, text = _coefficient(summand, constants)
        if not any(is_trigonometric(name) for name in names_in(summand)):
            fixed += factor * scale
        elif names:
            key = f"{'+'.join(names)}·{text}"
            terms[key] = terms.get(key, 0.0) + abs(factor * scale)
    return ({"const": abs(fixed)} if fixed else {}) | terms


def _summands(tree: ast.expr, factor: float) -> list[tuple[float, ast.expr]]:
    if isinstance(tree, ast.BinOp) and isinstance(tree.op, (ast.Add, ast.Sub)):
        sign = 1.0 if isinstance(tree.op, ast.Add) else -1.0
        return _summands(tree.left, factor) + _summands(tree.right, sign * factor)
    if isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Mult) and isinstance(tree.left, ast.Constant):
        inner = _summands(tree.right, factor * float(evaluate(tree.left, {})))  # 2*{…}
        return inner if len(inner) > 1 else [(factor, tree)]
    return [(factor, tree)]


def _coefficient(tree: ast.expr, constants: Mapping[str, float]) -> tuple[float, str]:
    """Return the magnitude of the constant factors of a product, and the text of the other factors."""
    size, rest = 1.0, []
    for part in _factors(tree):
        if any(is_trigonometric(name) for name in names_in(part)):
            text = ast.unparse(part).replace(" ", "")
            rest.append(text if isinstance(part, ast.Name) else f"({text})")
        else:
            size *= float(evaluate(part, constants))
    return size, "*".join(rest)


def _factors(tree: ast.expr) -> list[ast.expr]:
    if isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Mult):
        return [*_factors(tree.left), *_factors(tree.right)]
    if isinstance(tree, ast.UnaryOp):
        return [ast.Constant(-1), *_factors(tree.operand)]
    return [tree]


def _printed_keys(entry: TableEntry, terms: Mapping[str, float]) -> set[str]:
    """Return the factored terms that the printed abbreviation keeps, completely or in part."""
    if entry.abbreviated is None:
        return set(terms)
    alias = parse(entry.abbreviated)
    if isinstance(alias, ast.Name):  # c_35 ≈ c_34
        other = read_table({"a": "a4", "b": "a5", "c": "a6"}[alias.id[0]])[alias.id]
        entry = TableEntry(entry.name, entry.text, other.abbreviated)
    keys = set()
    for term in printed_terms(entry):
        if term.factor == "1":
            keys.add("const")
            continue
        wanted = set(expand(parse(term.factor)))
        for key in terms:
            if key == "const":
                continue
            name, _, text = key.partition("·")
            if name in term.coefficient and wanted & set(expand(parse(text))):
                keys.add(key)
    return keys


def _is_alias(tree: ast.expr) -> bool:
    return not names_in(tree) or any("_" in name for name in names_in(tree))


def terms_of(name: str, constants: Mapping[str, float], joint: float | None = None) -> dict[str, tuple[float, float]]:
    """Return the terms of an entry with their sizes, relative to its largest term and to the joint's constant.

    Args:
        name: name of an entry that is not an alias.
        constants: values of I1 … g5.
        joint: largest constant of the joint; by default that of the entry's row.
    """
    entry = read_table({"a": "a4", "b": "a5", "c": "a6", "g": "a7"}[name[0]])[name]
    terms = {key: size for key, size in factored_terms(entry.tree, constants).items() if size}
    joint = largest_of_joint(constants)[name[0] == "g", int(name[2])] if joint is None else joint
    greatest = max(terms.values(), default=0.0)
    return {key: (size / greatest, size / joint) for key, size in terms.items()}


def largest_of_joint(constants: Mapping[str, float]) -> dict[tuple[bool, int], float]:
    """Return the largest constant term of each joint, for gravity (True, joint) and for A, B and C (False, joint)."""
    largest: dict[tuple[bool, int], float] = {}
    for i in range(1, 7):
        diagonal = read_table("a4")[f"a_{i}{i}"].tree
        largest[False, i] = factored_terms(diagonal, constants).get("const", 0.0)
        row = read_table("a7")[f"g_{i}"].tree
        largest[True, i] = max((abs(constants[name]) for name in names_in(row) if name in constants), default=0.0)
    return largest
