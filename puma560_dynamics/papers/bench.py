"""Arms and models that the entries use, each made once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from ..arm import Arm, load_arm
from ..emdeg import Chain, RuleSaving, rule_savings
from ..models.interface import DynamicModel
from ..models.load import load_model
from ..models.recursive.newton_euler import NewtonEulerModel
from ..models.tables import AbbreviatedModel, FullModel
from ..models.tables.table import TableEntry
from .akb import izaguirre_paul
from .akb.errata import akb_errata, uncorrected_tables, with_tables
from .akb.paper_tables import CountRow, GeneratedRow, count_rows, generated_rows
from .akb.rederived import Rederivation, rederivation
from .erratum import Erratum
from .kane_levinson.claims import StanfordClaim
from .kane_levinson.claims import claims as stanford_claims
from .kane_levinson.equation_code import equation_functions
from .kane_levinson.equations import texts
from .kane_levinson.errata import stanford_errata, uncorrected_equations
from .kane_levinson.feedback import Controlled, simulate_figure3
from .kane_levinson.model import KaneLevinsonModel
from .walker_orin import printed_count


class Bench:
    """Arms and models of one page.

    Args:
        arm: PUMA 560 that is compared with the papers; ``akb1986`` by default.
        stanford: Stanford Arm that is compared with Kane and Levinson's paper; ``stanford1983`` by default.
        equations: equations of Kane and Levinson; the corrected ones by default.
        tables: entries of tables A2 and A4 to A7 together; the corrected ones by default.
    """

    def __init__(
        self,
        arm: Arm | None = None,
        stanford: Arm | None = None,
        equations: Mapping[str, str] | None = None,
        tables: Mapping[str, TableEntry] | None = None,
    ) -> None:
        self.arm = load_arm("akb1986") if arm is None else arm
        self.stanford = load_arm("stanford1983") if stanford is None else stanford
        self.tables = tables
        self.equations = texts() if equations is None else equations

    @cached_property
    def full(self) -> FullModel:
        """Model of tables A2 and A4 to A7."""
        return self.full_of(self.arm)

    def full_of(self, arm: Arm) -> FullModel:
        """Return the model of tables A2 and A4 to A7 for another arm."""
        return FullModel(arm) if self.tables is None else with_tables(arm, self.tables)

    @cached_property
    def abbreviated(self) -> AbbreviatedModel:
        """Model of the paper's abbreviated (≈) expressions."""
        return AbbreviatedModel(self.arm)

    @cached_property
    def recursive(self) -> NewtonEulerModel:
        """Recursive Newton-Euler model, which is independent of the tables."""
        return NewtonEulerModel(self.arm)

    @cached_property
    def motorless(self) -> Arm:
        """PUMA 560 without motor inertia."""
        return self.arm.with_(motors=tuple(replace(motor, inertia=0.0) for motor in self.arm.motors))

    @cached_property
    def motor_calculations(self) -> int:
        """Calculations of motor inertia in our recursion."""
        models = (self.recursive, NewtonEulerModel(self.motorless))
        ours, without = (model.general_counts()["torque"].total for model in models)
        return ours - without

    @cached_property
    def generated(self) -> DynamicModel:
        """Model that was derived for this arm and compiled."""
        return load_model("generated", self.arm)

    @cached_property
    def chain(self) -> Chain:
        """Exact chain of the PUMA for the generator."""
        return self.arm.exact_chain

    @cached_property
    def rederivation(self) -> Rederivation:
        """Exact elements of the generator for any parameters of the paper's structure, to compare with the tables."""
        return rederivation()

    @cached_property
    def steps(self) -> tuple[RuleSaving, ...]:
        """Numbers of Christoffel symbols that remain after each rule."""
        return rule_savings(self.chain)

    @cached_property
    def count_rows(self) -> dict[tuple[str, str], CountRow]:
        """Rows of tables 1 and 3, by table and method; the computation takes a second."""
        found = count_rows(
            self.full.operation_counts(),
            self.abbreviated.operation_counts(),
            self.recursive.operation_counts(),
            self.recursive.general_counts(),
            printed_count.explained_recursion(self.arm),
            izaguirre_paul.explained_reconstruction(izaguirre_paul.simplified(self.arm)),
        )
        return {(row.table, row.method): row for row in found}

    @cached_property
    def generated_rows(self) -> dict[str, GeneratedRow]:
        """Counts of the generated programs by quantity."""
        return {row.published.quantity: row for row in generated_rows()}

    @cached_property
    def kane(self) -> KaneLevinsonModel:
        """Model of Kane and Levinson's equations."""
        if self.equations is texts():
            return KaneLevinsonModel(self.stanford)
        return KaneLevinsonModel(self.stanford, equation_functions(self.equations))

    @cached_property
    def uncorrected(self) -> Mapping[str, tuple[tuple[Erratum, tuple[Bench, ...]], ...]]:
        """Errata of equations that may be errors of the print, by paper, each with all uncorrected readings."""
        found: dict[str, list[tuple[Erratum, tuple[Bench, ...]]]] = {"akb": [], "kane_levinson": []}
        for erratum in akb_errata():
            found["akb"].append(
                (
                    erratum,
                    tuple(Bench(self.arm, self.stanford, tables=tables) for tables in uncorrected_tables(erratum)),
                )
            )
        for erratum in stanford_errata():
            found["kane_levinson"].append(
                (
                    erratum,
                    tuple(Bench(self.arm, self.stanford, equations=texts) for texts in uncorrected_equations(erratum)),
                )
            )
        return {
            paper: tuple(pair for pair in pairs if pair[0].fault != "scan" and pair[1])
            for paper, pairs in found.items()
        }

    @cached_property
    def stanford_claims(self) -> dict[str, StanfordClaim]:
        """Claims of `kane_levinson.claims`, by their text; the computation takes some seconds."""
        return {claim.claim: claim for claim in stanford_claims(self.kane)}

    @cached_property
    def controlled(self) -> Controlled:
        """Motion of Kane and Levinson's figure 3; the computation takes seconds."""
        return simulate_figure3(self.kane)
