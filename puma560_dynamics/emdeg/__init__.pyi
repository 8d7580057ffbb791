from .abbreviated_program import (
    abbreviated_names as abbreviated_names,
    abbreviated_system as abbreviated_system,
    check_exact_terms as check_exact_terms,
    recovered as recovered,
)
from .abbreviation.abbreviate import Abbreviated as Abbreviated, abbreviate as abbreviate
from .abbreviation.bounds import guaranteed_shares as guaranteed_shares
from .abbreviation.criterion import (
    PAPERS_ERROR as PAPERS_ERROR,
    Criterion as Criterion,
    criterion_of as criterion_of,
    criterion_text as criterion_text,
    is_criterion as is_criterion,
)
from .abbreviation.omitted_terms import OmittedTerm as OmittedTerm, omitted_terms as omitted_terms
from .abbreviation.pareto_front import ParetoPoint as ParetoPoint, pareto_front as pareto_front
from .abbreviation.ranges import Ranges as Ranges
from .abbreviation.significance_rule import (
    PAPER_RULE as PAPER_RULE,
    RelativeSize as RelativeSize,
    SignificanceRule as SignificanceRule,
)
from .abbreviation.terms import (
    ChainEquations as ChainEquations,
    ElementTerm as ElementTerm,
    equations_of_motion as equations_of_motion,
)
from .algebra.exact import SNAP as SNAP, WIDEST_SNAP as WIDEST_SNAP, rational_cos_sin as rational_cos_sin
from .algebra.ring import Poly as Poly, Ring as Ring
from .backends.compile import (
    cache_folder as cache_folder,
    compile_command as compile_command,
    compiled_at_hand as compiled_at_hand,
    compiled_functions as compiled_functions,
)
from .backends.functions import Functions as Functions
from .backends.numpy_functions import numpy_functions as numpy_functions
from .backends.timed_code import (
    CompileTime as CompileTime,
    compile_time as compile_time,
    compiler_text as compiler_text,
)
from .chain.angles import angle_values as angle_values
from .chain.branch import Branch as Branch
from .chain.chain import (
    Body as Body,
    CarriedLink as CarriedLink,
    Chain as Chain,
    ChainJoint as ChainJoint,
    LinkFrames as LinkFrames,
    Placement as Placement,
)
from .chain.gauge import combined_offsets as combined_offsets, regrouped_bodies as regrouped_bodies
from .derivation import (
    SearchProgress as SearchProgress,
    cheapest_system as cheapest_system,
    derive as derive,
    factored_systems as factored_systems,
    long_search as long_search,
    program_of as program_of,
    system_from_text as system_from_text,
)
from .effort import DEFAULT_EFFORT as DEFAULT_EFFORT, SearchEffort as SearchEffort
from .emitters import FILE_KINDS as FILE_KINDS, SCALARS as SCALARS, USUAL_KINDS as USUAL_KINDS
from .emitters.code_form import CodeForm as CodeForm, UnitForm as UnitForm
from .emitters.emit import check_name as check_name, emit as emit, suggested_name as suggested_name
from .emitters.emit_latex import base_parameters_latex as base_parameters_latex
from .emitters.fewer_angles import fewer_angles as fewer_angles
from .emitters.omitted import OMITTED_HEADINGS as OMITTED_HEADINGS, omitted_row as omitted_row
from .equations.base_columns import BaseColumns as BaseColumns, base_columns as base_columns
from .equations.kane import (
    angular_velocity_components as angular_velocity_components,
    christoffel_symbol as christoffel_symbol,
    coriolis_and_centrifugal as coriolis_and_centrifugal,
    gravity_torque as gravity_torque,
    kinetic_energy_matrix as kinetic_energy_matrix,
)
from .equations.kinematics import (
    chain_jacobian as chain_jacobian,
    has_spherical_wrist as has_spherical_wrist,
    inverse_jacobian as inverse_jacobian,
)
from .inert import checked_inertia as checked_inertia
from .program.program import Program as Program
from .program.provenance import JointFacts as JointFacts, Provenance as Provenance, generator_digest as generator_digest
from .program.specialise import Friction as Friction, summed as summed, with_friction as with_friction
from .program.system import System as System, system_as_text as system_as_text
from .program.variables import Variables as Variables
from .proof import check_identity as check_identity, prove as prove
from .readers.description import DescribedJoint as DescribedJoint
from .readers.formats import (
    description_name as description_name,
    description_source as description_source,
    is_description as is_description,
    is_dh_table as is_dh_table,
    load_dh as load_dh,
    load_urdf as load_urdf,
    parse_description as parse_description,
    read_description as read_description,
)
from .readers.held_joints import hold_joints as hold_joints
from .readers.read_dh import DhRow as DhRow, read_dh as read_dh
from .readers.reading import Mimic as Mimic, Reading as Reading
from .readers.selection import Selection as Selection
from .rules.reduction import Reduction as Reduction, RuleSaving as RuleSaving, rule_savings as rule_savings
from .rules.rules import RULES as RULES, Rule as Rule
from .simplify.search import simplify_system as simplify_system
from .tasks import (
    COMBINED_NAMES as COMBINED_NAMES,
    DEFAULT_NAMES as DEFAULT_NAMES,
    PAYLOAD_NAMES as PAYLOAD_NAMES,
    TASK_NAMES as TASK_NAMES,
    checked_names as checked_names,
    combined_programs as combined_programs,
    functions_with as functions_with,
    model_names as model_names,
    task_of as task_of,
    with_preparations as with_preparations,
)
from .tasks.element_forms import has_more_terms as has_more_terms
from .tuning import tuned_lanes as tuned_lanes, tuned_program as tuned_program

__all__: list[str]
