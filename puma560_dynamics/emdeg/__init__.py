"""Generate the explicit dynamics of any chain, serial or with branches: derive, simplify, count and emit the equations.

The generator is named EMDEG after Burdick (1986), "An Algorithm for Generation of Efficient Manipulator Dynamic
Equations". This folder depends neither on the PUMA nor on ROS.

Other folders import only from this module. The subfolders follow the steps from an arm to its code:

- readers: read an arm from a robot description or a table of Denavit-Hartenberg parameters;
- chain: joints and bodies of the arm, angles of its links, base parameters;
- equations: equations of motion as exact polynomials, with structural rules in `rules`;
- program: sequences of calculations, with their counts;
- simplify: search for programs with few calculations;
- tasks: functions that can be derived, each with its equations and its proof;
- abbreviation: models without small terms;
- emitters: convert programs to files of C, Python, NumPy, JAX, CasADi, MATLAB, LaTeX or text;
- backends: compile programs and call them on this machine.

Names are imported when they are first used, because importing the whole generator takes a while.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .abbreviated_program import abbreviated_names, abbreviated_system, check_exact_terms, recovered
    from .abbreviation.abbreviate import Abbreviated, abbreviate
    from .abbreviation.bounds import guaranteed_shares
    from .abbreviation.criterion import (
        PAPERS_ERROR,
        Criterion,
        criterion_of,
        criterion_text,
        is_criterion,
    )
    from .abbreviation.omitted_terms import OmittedTerm, omitted_terms
    from .abbreviation.pareto_front import ParetoPoint, pareto_front
    from .abbreviation.ranges import Ranges
    from .abbreviation.significance_rule import PAPER_RULE, RelativeSize, SignificanceRule
    from .abbreviation.terms import ChainEquations, ElementTerm, equations_of_motion
    from .algebra.exact import SNAP, WIDEST_SNAP, rational_cos_sin
    from .algebra.ring import Poly, Ring
    from .backends.compile import cache_folder, compile_command, compiled_at_hand, compiled_functions
    from .backends.functions import Functions
    from .backends.numpy_functions import numpy_functions
    from .backends.timed_code import CompileTime, compile_time, compiler_text
    from .chain.angles import angle_values
    from .chain.branch import Branch
    from .chain.chain import Body, CarriedLink, Chain, ChainJoint, LinkFrames, Placement
    from .chain.gauge import combined_offsets, regrouped_bodies
    from .chain.inputs import WRENCH
    from .derivation import (
        SearchProgress,
        cheapest_system,
        derive,
        factored_systems,
        long_search,
        program_of,
        system_from_text,
    )
    from .effort import DEFAULT_EFFORT, SearchEffort
    from .emitters import FILE_KINDS, SCALARS, USUAL_KINDS
    from .emitters.code_form import CodeForm, UnitForm
    from .emitters.emit import check_name, emit, suggested_name
    from .emitters.emit_latex import base_parameters_latex
    from .emitters.fewer_angles import fewer_angles
    from .emitters.omitted import OMITTED_HEADINGS, omitted_row
    from .equations.base_columns import BaseColumns, base_columns
    from .equations.kane import (
        angular_velocity_components,
        christoffel_symbol,
        coriolis_and_centrifugal,
        gravity_torque,
        kinetic_energy_matrix,
    )
    from .equations.kinematics import chain_jacobian, has_spherical_wrist, inverse_jacobian
    from .inert import checked_inertia
    from .program.program import Program
    from .program.provenance import JointFacts, Provenance, generator_digest
    from .program.specialise import Friction, summed, with_friction
    from .program.system import System, system_as_text
    from .program.variables import Variables
    from .proof import check_identity, prove
    from .readers.description import DescribedJoint
    from .readers.formats import (
        description_name,
        description_source,
        is_description,
        is_dh_table,
        load_dh,
        load_urdf,
        parse_description,
        read_description,
    )
    from .readers.held_joints import hold_joints
    from .readers.read_dh import DhRow, read_dh
    from .readers.reading import Mimic, Reading
    from .readers.selection import Selection
    from .rules.reduction import Reduction, RuleSaving, rule_savings
    from .rules.rules import RULES, Rule
    from .simplify.search import simplify_system
    from .tasks import (
        COMBINED_NAMES,
        DEFAULT_NAMES,
        PAYLOAD_NAMES,
        TASK_NAMES,
        checked_names,
        combined_programs,
        model_names,
        task_of,
        with_preparations,
    )
    from .tasks.element_forms import has_more_terms
    from .tasks.with_inputs import TAKEN_BY
    from .tuning import tuned_lanes, tuned_program

__all__ = [
    # readers
    "load_dh",
    "DhRow",
    "read_dh",
    "load_urdf",
    "Selection",
    "is_description",
    "is_dh_table",
    "description_name",
    "description_source",
    "read_description",
    "parse_description",
    "DescribedJoint",
    "hold_joints",
    "Mimic",
    "Reading",
    "JointFacts",
    "checked_inertia",
    # chain
    "Body",
    "Branch",
    "CarriedLink",
    "Chain",
    "ChainJoint",
    "LinkFrames",
    "Placement",
    "angle_values",
    "SNAP",
    "WIDEST_SNAP",
    "rational_cos_sin",
    "combined_offsets",
    "regrouped_bodies",
    # equations
    "Poly",
    "Ring",
    "angular_velocity_components",
    "gravity_torque",
    "kinetic_energy_matrix",
    "christoffel_symbol",
    "coriolis_and_centrifugal",
    "chain_jacobian",
    "has_spherical_wrist",
    "inverse_jacobian",
    "BaseColumns",
    "base_columns",
    "RULES",
    "Rule",
    "Reduction",
    "RuleSaving",
    "rule_savings",
    # program
    "Program",
    "Provenance",
    "System",
    "system_as_text",
    "Variables",
    "program_of",
    "system_from_text",
    "Friction",
    "summed",
    "with_friction",
    # simplify
    "COMBINED_NAMES",
    "DEFAULT_NAMES",
    "PAYLOAD_NAMES",
    "TASK_NAMES",
    "TAKEN_BY",
    "WRENCH",
    "with_preparations",
    "checked_names",
    "combined_programs",
    "model_names",
    "task_of",
    "SearchProgress",
    "cheapest_system",
    "derive",
    "factored_systems",
    "DEFAULT_EFFORT",
    "SearchEffort",
    "simplify_system",
    "long_search",
    "has_more_terms",
    "prove",
    "check_identity",
    "generator_digest",
    # abbreviation
    "Abbreviated",
    "abbreviate",
    "abbreviated_names",
    "abbreviated_system",
    "check_exact_terms",
    "recovered",
    "Criterion",
    "PAPERS_ERROR",
    "criterion_of",
    "criterion_text",
    "is_criterion",
    "PAPER_RULE",
    "RelativeSize",
    "SignificanceRule",
    "OmittedTerm",
    "omitted_terms",
    "guaranteed_shares",
    "ParetoPoint",
    "pareto_front",
    "Ranges",
    "ChainEquations",
    "ElementTerm",
    "equations_of_motion",
    # emitters
    "FILE_KINDS",
    "SCALARS",
    "USUAL_KINDS",
    "check_name",
    "emit",
    "suggested_name",
    "OMITTED_HEADINGS",
    "omitted_row",
    "base_parameters_latex",
    "fewer_angles",
    "CodeForm",
    "UnitForm",
    # backends
    "Functions",
    "CompileTime",
    "cache_folder",
    "compile_command",
    "compiled_at_hand",
    "compile_time",
    "compiled_functions",
    "numpy_functions",
    "compiler_text",
    "tuned_lanes",
    "tuned_program",
]

_HOMES = {
    ".abbreviated_program": (
        "abbreviated_names",
        "abbreviated_system",
        "check_exact_terms",
        "recovered",
    ),
    ".abbreviation.abbreviate": (
        "Abbreviated",
        "abbreviate",
    ),
    ".abbreviation.bounds": ("guaranteed_shares",),
    ".abbreviation.criterion": (
        "PAPERS_ERROR",
        "Criterion",
        "criterion_of",
        "criterion_text",
        "is_criterion",
    ),
    ".abbreviation.omitted_terms": (
        "OmittedTerm",
        "omitted_terms",
    ),
    ".abbreviation.pareto_front": (
        "ParetoPoint",
        "pareto_front",
    ),
    ".abbreviation.ranges": ("Ranges",),
    ".abbreviation.significance_rule": (
        "PAPER_RULE",
        "RelativeSize",
        "SignificanceRule",
    ),
    ".abbreviation.terms": (
        "ChainEquations",
        "ElementTerm",
        "equations_of_motion",
    ),
    ".algebra.exact": (
        "SNAP",
        "WIDEST_SNAP",
        "rational_cos_sin",
    ),
    ".algebra.ring": (
        "Poly",
        "Ring",
    ),
    ".backends.compile": (
        "cache_folder",
        "compile_command",
        "compiled_at_hand",
        "compiled_functions",
    ),
    ".backends.functions": ("Functions",),
    ".backends.numpy_functions": ("numpy_functions",),
    ".backends.timed_code": (
        "CompileTime",
        "compile_time",
        "compiler_text",
    ),
    ".chain.angles": ("angle_values",),
    ".chain.branch": ("Branch",),
    ".chain.chain": (
        "Body",
        "CarriedLink",
        "Chain",
        "ChainJoint",
        "LinkFrames",
        "Placement",
    ),
    ".chain.gauge": (
        "combined_offsets",
        "regrouped_bodies",
    ),
    ".chain.inputs": ("WRENCH",),
    ".derivation": (
        "SearchProgress",
        "cheapest_system",
        "derive",
        "factored_systems",
        "long_search",
        "program_of",
        "system_from_text",
    ),
    ".effort": (
        "DEFAULT_EFFORT",
        "SearchEffort",
    ),
    ".emitters": (
        "FILE_KINDS",
        "SCALARS",
        "USUAL_KINDS",
    ),
    ".emitters.code_form": (
        "CodeForm",
        "UnitForm",
    ),
    ".emitters.emit": (
        "check_name",
        "emit",
        "suggested_name",
    ),
    ".emitters.omitted": (
        "OMITTED_HEADINGS",
        "omitted_row",
    ),
    ".emitters.fewer_angles": ("fewer_angles",),
    ".emitters.emit_latex": ("base_parameters_latex",),
    ".equations.base_columns": (
        "BaseColumns",
        "base_columns",
    ),
    ".equations.kane": (
        "angular_velocity_components",
        "christoffel_symbol",
        "coriolis_and_centrifugal",
        "gravity_torque",
        "kinetic_energy_matrix",
    ),
    ".equations.kinematics": (
        "chain_jacobian",
        "has_spherical_wrist",
        "inverse_jacobian",
    ),
    ".inert": ("checked_inertia",),
    ".program.program": ("Program",),
    ".program.provenance": (
        "JointFacts",
        "Provenance",
        "generator_digest",
    ),
    ".program.specialise": (
        "Friction",
        "summed",
        "with_friction",
    ),
    ".program.system": (
        "System",
        "system_as_text",
    ),
    ".program.variables": ("Variables",),
    ".proof": (
        "check_identity",
        "prove",
    ),
    ".readers.description": ("DescribedJoint",),
    ".readers.formats": (
        "description_name",
        "description_source",
        "is_description",
        "is_dh_table",
        "load_dh",
        "load_urdf",
        "parse_description",
        "read_description",
    ),
    ".readers.held_joints": ("hold_joints",),
    ".readers.read_dh": ("DhRow", "read_dh"),
    ".readers.reading": ("Mimic", "Reading"),
    ".readers.selection": ("Selection",),
    ".rules.reduction": (
        "Reduction",
        "RuleSaving",
        "rule_savings",
    ),
    ".rules.rules": (
        "RULES",
        "Rule",
    ),
    ".simplify.search": ("simplify_system",),
    ".tasks": (
        "COMBINED_NAMES",
        "DEFAULT_NAMES",
        "PAYLOAD_NAMES",
        "TASK_NAMES",
        "with_preparations",
        "checked_names",
        "combined_programs",
        "model_names",
        "task_of",
    ),
    ".tasks.with_inputs": ("TAKEN_BY",),
    ".tasks.element_forms": ("has_more_terms",),
    ".tuning": (
        "tuned_lanes",
        "tuned_program",
    ),
}
"""Public names of each module."""

_HOME = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name], __name__), name)
