"""The generator, after Burdick's EMDEG: explicit dynamics of any serial chain, derived, simplified, counted, emitted.

After Burdick (1986), "An Algorithm for Generation of Efficient Manipulator Dynamic Equations". This
folder knows neither the PUMA nor ROS.

Other folders import from here alone. A name is looked up when it is asked for: the whole generator takes a while.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .abbreviation.abbreviate import Abbreviated, abbreviate
    from .abbreviation.pareto_front import Point, pareto_front
    from .abbreviation.ranges import Ranges
    from .abbreviation.terms import ChainEquations, ElementTerm, basis, equations_of_motion
    from .algebra.exact import SNAP, checked_snap, exact
    from .algebra.ring import Poly, Ring
    from .algebra.vectors import dot, turned
    from .backends.compile import cache, compile_command, compiled
    from .backends.functions import Functions
    from .backends.numpy_functions import numpy_functions
    from .backends.timed_code import compiler_text
    from .chain.angles import link_angles
    from .chain.chain import REVOLUTE, Body, Chain, ChainJoint, Placement
    from .chain.gauge import regrouped_bodies
    from .chain.inert import checked
    from .chain.link_steps import link_steps
    from .derivation import (
        PROGRAMS,
        Factored,
        Progress,
        derive,
        ends,
        find,
        layout,
        plain_variables,
        program_of,
    )
    from .effort import USUAL, SearchEffort
    from .emitters.c_forward import forward_counts
    from .emitters.code_form import USUAL_FORM, USUAL_UNIT, CodeForm, UnitForm
    from .emitters.emit import KINDS, check_name, emit, suggested
    from .emitters.emit_c import emit_c
    from .emitters.emit_python import emit_python
    from .equations.christoffel import coriolis_and_centrifugal, pairs, symbol
    from .equations.friction import Friction, with_friction
    from .equations.identity import check_identity
    from .equations.inverse_jacobian import inverse_jacobian
    from .equations.kane import gravity, kinetic_energy_matrix, partial_velocities
    from .equations.kinematics import chain_jacobian
    from .equations.proof import prove
    from .program import system_text
    from .program.program import Program
    from .program.provenance import JointFacts, Provenance
    from .program.system import System
    from .program.variables import Variables
    from .readers.dh_file import load_dh
    from .readers.mimic import Mimic
    from .readers.read_dh import DhRow, read_dh
    from .readers.read_urdf import load_urdf, read_urdf
    from .readers.reading import DOWN, Reading, naming
    from .readers.urdf_file import UrdfJoint, parse_urdf
    from .rules.reduction import Reduction
    from .rules.rule_savings import Step, rule_savings
    from .rules.rules import RULES, Rule
    from .simplify.long_search import long_search
    from .simplify.search import improve
    from .sources import generator_digest
    from .starting_forms import longer_than
    from .tuning import tuned, tuned_lanes
    from .urdf_hold import holding

_HOMES = {
    ".abbreviation.abbreviate": (
        "Abbreviated",
        "abbreviate",
    ),
    ".abbreviation.pareto_front": (
        "Point",
        "pareto_front",
    ),
    ".abbreviation.ranges": ("Ranges",),
    ".abbreviation.terms": (
        "ChainEquations",
        "ElementTerm",
        "basis",
        "equations_of_motion",
    ),
    ".algebra.exact": (
        "SNAP",
        "checked_snap",
        "exact",
    ),
    ".algebra.ring": (
        "Poly",
        "Ring",
    ),
    ".algebra.vectors": (
        "dot",
        "turned",
    ),
    ".backends.compile": (
        "cache",
        "compile_command",
        "compiled",
    ),
    ".backends.functions": ("Functions",),
    ".backends.numpy_functions": ("numpy_functions",),
    ".chain.angles": ("link_angles",),
    ".chain.chain": (
        "Body",
        "Chain",
        "ChainJoint",
        "Placement",
        "REVOLUTE",
    ),
    ".chain.gauge": ("regrouped_bodies",),
    ".chain.inert": ("checked",),
    ".chain.link_steps": ("link_steps",),
    ".derivation": (
        "Factored",
        "PROGRAMS",
        "Progress",
        "derive",
        "ends",
        "find",
        "layout",
        "plain_variables",
        "program_of",
    ),
    ".effort": (
        "SearchEffort",
        "USUAL",
    ),
    ".backends.timed_code": ("compiler_text",),
    ".emitters.c_forward": ("forward_counts",),
    ".emitters.code_form": (
        "CodeForm",
        "USUAL_FORM",
        "USUAL_UNIT",
        "UnitForm",
    ),
    ".emitters.emit": (
        "KINDS",
        "check_name",
        "emit",
        "suggested",
    ),
    ".emitters.emit_c": ("emit_c",),
    ".emitters.emit_python": ("emit_python",),
    ".equations.christoffel": (
        "coriolis_and_centrifugal",
        "pairs",
        "symbol",
    ),
    ".equations.friction": (
        "Friction",
        "with_friction",
    ),
    ".equations.identity": ("check_identity",),
    ".equations.inverse_jacobian": ("inverse_jacobian",),
    ".equations.kane": (
        "gravity",
        "kinetic_energy_matrix",
        "partial_velocities",
    ),
    ".equations.kinematics": ("chain_jacobian",),
    ".equations.proof": ("prove",),
    ".sources": ("generator_digest",),
    ".program": ("system_text",),
    ".program.program": ("Program",),
    ".program.provenance": (
        "JointFacts",
        "Provenance",
    ),
    ".program.system": ("System",),
    ".program.variables": ("Variables",),
    ".readers.dh_file": ("load_dh",),
    ".readers.mimic": ("Mimic",),
    ".readers.read_dh": (
        "DhRow",
        "read_dh",
    ),
    ".readers.read_urdf": (
        "load_urdf",
        "read_urdf",
    ),
    ".readers.reading": (
        "DOWN",
        "Reading",
        "naming",
    ),
    ".readers.urdf_file": (
        "UrdfJoint",
        "parse_urdf",
    ),
    ".rules.reduction": ("Reduction",),
    ".rules.rule_savings": (
        "Step",
        "rule_savings",
    ),
    ".rules.rules": (
        "RULES",
        "Rule",
    ),
    ".simplify.long_search": ("long_search",),
    ".simplify.search": ("improve",),
    ".starting_forms": ("longer_than",),
    ".tuning": (
        "tuned",
        "tuned_lanes",
    ),
    ".urdf_hold": ("holding",),
}
"""Module -> the names that it gives."""

_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Abbreviated",
    "Body",
    "Chain",
    "ChainJoint",
    "DOWN",
    "Factored",
    "SearchEffort",
    "ChainEquations",
    "Friction",
    "Functions",
    "JointFacts",
    "Mimic",
    "KINDS",
    "PROGRAMS",
    "Placement",
    "Point",
    "Poly",
    "Program",
    "Progress",
    "Provenance",
    "REVOLUTE",
    "RULES",
    "Ranges",
    "Reading",
    "Reduction",
    "Ring",
    "DhRow",
    "Rule",
    "SNAP",
    "Step",
    "System",
    "ElementTerm",
    "CodeForm",
    "USUAL",
    "USUAL_FORM",
    "USUAL_UNIT",
    "UnitForm",
    "UrdfJoint",
    "Variables",
    "abbreviate",
    "basis",
    "cache",
    "check_identity",
    "check_name",
    "checked",
    "checked_snap",
    "compile_command",
    "compiled",
    "coriolis_and_centrifugal",
    "compiler_text",
    "derive",
    "dot",
    "emit",
    "emit_c",
    "emit_python",
    "ends",
    "equations_of_motion",
    "exact",
    "find",
    "forward_counts",
    "generator_digest",
    "pareto_front",
    "gravity",
    "holding",
    "improve",
    "inverse_jacobian",
    "chain_jacobian",
    "kinetic_energy_matrix",
    "layout",
    "link_angles",
    "load_dh",
    "load_urdf",
    "long_search",
    "longer_than",
    "naming",
    "numpy_functions",
    "pairs",
    "parse_urdf",
    "partial_velocities",
    "plain_variables",
    "program_of",
    "prove",
    "read_dh",
    "read_urdf",
    "regrouped_bodies",
    "link_steps",
    "suggested",
    "symbol",
    "system_text",
    "rule_savings",
    "tuned",
    "tuned_lanes",
    "turned",
    "with_friction",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = import_module(_HOME[name], __name__)
    return getattr(home, name) if hasattr(home, name) else import_module(f"{_HOME[name]}.{name}", __name__)
