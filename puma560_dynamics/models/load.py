"""Create models by name (`load_model`)."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Any, Literal, overload

from ..arm import Arm, arm_names, load_arm
from ..arm.with_followers import follower_names
from ..errors import StateError, UnknownModelError, UnsupportedArmError
from .following import FollowingModel
from .gyroscopic import GyroscopicModel, WithRotors
from .interface import DynamicModel
from .kinds import DEFAULT_MODEL, MODELS
from .model_sum import Coupled
from .payload.payload import Payload, attached, placed_payload
from .payload.with_payload import WithPayload

if TYPE_CHECKING:
    from ..emdeg import Criterion
    from .generated.generated_model import GeneratedAbbreviatedModel, GeneratedModel


@overload
def load_model(
    kind: Literal["generated"] = ...,
    arm: Arm | str | None = None,
    payload: None = None,
    *,
    gyroscopic: Literal[False] = False,
) -> GeneratedModel: ...


@overload
def load_model(
    kind: Literal["generated_abbreviated"],
    arm: Arm | str | None = None,
    payload: None = None,
    *,
    gyroscopic: Literal[False] = False,
    criterion: Criterion | str = ...,
) -> GeneratedAbbreviatedModel: ...


@overload
def load_model(
    kind: str = ...,
    arm: Arm | str | None = None,
    payload: Payload | None = None,
    *,
    gyroscopic: bool = False,
    **options: Any,
) -> DynamicModel: ...


def load_model(
    kind: str = DEFAULT_MODEL,
    arm: Arm | str | None = None,
    payload: Payload | None = None,
    *,
    gyroscopic: bool = False,
    **options: Any,
) -> DynamicModel:
    """Return a dynamic model of an arm.

    Args:
        kind: ``"full"`` (tables A2, A4 to A7), ``"abbreviated"`` (the paper's ≈ expressions),
            ``"generated"`` (derived for this arm and compiled; the default), ``"generated_abbreviated"`` (derived
            without small terms, with a bounded error), ``"newton_euler"`` (our recursion) or ``"pinocchio"``. For
            comparison with papers: ``"walker_orin"`` (A by repeated recursion) and, for the Stanford Arm,
            ``"kane_levinson"``.
        arm: an arm, or a name or path for `load_arm`; by default ``"akb1986"``, for ``"kane_levinson"``
            ``"stanford1983"``.
        payload: a body on the last link. Generated models take it as an input (`GeneratedWithPayload`). Newton-Euler
            and Pinocchio merge it into this link, as do the explicit tables if it is symmetric about the last axis like
            the paper's link 6; otherwise, they add its terms to those of the arm (`WithPayload`). All are exact.
        gyroscopic: whether to add the gyroscopic terms of the motors' rotors (`rotors`), which the paper neglects.
        options: options of the kind of model, e.g. ``constants_from="table_a3"`` for the explicit tables, or
            ``criterion="paper"`` (the paper's significance rule) for ``"generated_abbreviated"``.

    A generated model of an arm other than ``"akb1986"`` is derived and compiled when it is created for the first time
    (seconds, with a warning in the log), and then read from the user's cache. Without a C compiler, numpy evaluates the
    same programs.

    All kinds support coupled motors (`transmission`) and mimic joints (`FollowingModel`).

    Returns:
        The model, with the interface of `DynamicModel`.

    Raises:
        UnknownModelError: the kind is unknown.
        UnsupportedArmError: the explicit tables do not support this arm, or gyroscopic terms need `rotors`.
        MissingDependencyError: the model needs a package that is not installed, or must be derived and the generator's
            search was not compiled at installation (``"newton_euler"`` needs no derivation).
        StateError: `payload` is not a `Payload`.
        TypeError: the kind does not have one of the options.
    """
    if not isinstance(kind, str) or kind not in MODELS:
        hint = "; an arm is given as load_model(arm=...)" if isinstance(kind, Arm) or kind in arm_names() else ""
        raise UnknownModelError(f"model {kind!r:.80} is not known; use one of {', '.join(MODELS)}{hint}")
    model_kind = MODELS[kind]
    make = getattr(import_module(model_kind.module, __package__), model_kind.name)
    known = list(signature(make.__init__).parameters)[2:]  # after self and arm; of the class, 3.10 reports __new__
    if unknown := sorted(options.keys() - set(known)):
        takes = f"it takes {', '.join(known)}" if known else "it takes none"
        raise TypeError(f"model {kind!r} has no option {', '.join(unknown)}; {takes}")
    if payload is not None and not isinstance(payload, Payload):
        raise StateError(f"payload: expected a Payload, as Payload(mass=2.0), got {payload!r:.80}")
    arm = arm if isinstance(arm, Arm) else load_arm(model_kind.arm if arm is None else arm)
    if arm.followers:
        return _following(kind, arm, payload, gyroscopic, options)
    if gyroscopic:
        GyroscopicModel(arm)  # raises for unsupported arms before a model is derived
    payload = payload and placed_payload(arm, payload)
    if payload is None or payload.mass == 0.0:
        model: DynamicModel = make(arm, **options)
    elif model_kind.takes_payload == "input":
        model = make(arm, **options).with_payload(payload)
    elif model_kind.takes_payload == "all" or (model_kind.takes_payload == "symmetric" and payload.symmetric):
        model = make(attached(arm, payload), **options)
    else:
        model = WithPayload(make(arm, **options), payload)
    model = Coupled(model) if arm.coupled else model
    return WithRotors(model) if gyroscopic else model


def _following(
    kind: str, arm: Arm, payload: Payload | None, gyroscopic: bool, options: Mapping[str, Any]
) -> DynamicModel:
    """Return the model of an arm with mimic joints.

    Raises:
        UnsupportedArmError: gyroscopic terms or the kind ``"generated_abbreviated"`` are requested.
    """
    if gyroscopic or kind == "generated_abbreviated":
        what = "gyroscopic terms" if gyroscopic else f"model {kind!r}"
        raise UnsupportedArmError(
            f"{what}: not possible for {arm.name}, because {follower_names(arm)} are mimic joints; use 'generated'"
        )
    model: DynamicModel = FollowingModel(load_model(kind, arm.chain, payload, **options), arm)
    return Coupled(model) if arm.coupled else model
