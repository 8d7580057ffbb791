"""`load_model`, which makes a model by its name."""

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
    from .generated.generated_model import GeneratedModel


@overload
def load_model(
    kind: Literal["generated", "generated_abbreviated"] = ...,
    arm: Arm | str | None = None,
    payload: None = None,
    *,
    gyroscopic: Literal[False] = False,
) -> GeneratedModel: ...


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
            ``"generated"`` (derived for this arm and compiled; the default), ``"generated_abbreviated"`` (the same
            with a bounded error), ``"newton_euler"`` (our recursion) or ``"pinocchio"``; for comparison
            ``"walker_orin"`` (A by repeated recursion, forward dynamics from it), and for the Stanford Arm
            ``"kane_levinson"``.
        arm: an arm, or a name or path for `load_arm`; ``"akb1986"`` by default, for ``"kane_levinson"``
            ``"stanford1983"``.
        payload: a body on the last link. Newton-Euler and Pinocchio merge it into that link. So do the explicit
            tables if it is symmetric about the last axis, as the paper's link 6 is. In all other cases its terms are
            added to those of the arm (`WithPayload`). Both ways are exact.
        gyroscopic: add the cross terms of the motors' spinning rotors (`rotors`), which the paper neglects.
        options: passed to the model, e.g. ``constants_from="table_a3"`` for the explicit ones.

    A generated model of an arm other than ``"akb1986"`` is derived and compiled when it is first made (seconds, with
    a warning in the log) and read from the user's cache afterwards. Without a C compiler numpy evaluates the same
    programs.

    The coupling of an arm with a `transmission` is added to any model. The position of a joint that follows another is
    computed from its leader (`FollowingModel`).

    Returns:
        The model, with the interface of `DynamicModel`.

    Raises:
        UnknownModelError: there is no such kind.
        UnsupportedArmError: the explicit tables do not fit this arm, or it does not define how its rotors lie.
        MissingDependencyError: the model needs a package that is not installed, or has to be derived for this arm and
            the generator's search was not compiled at installation; ``"newton_euler"`` derives nothing.
        StateError: `payload` is not a `Payload`.
        TypeError: this kind does not have one of the options.
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
        GyroscopicModel(arm)  # refuses an arm before its model is derived
    payload = payload and placed_payload(arm, payload)
    if payload is None or payload.mass == 0.0:
        model: DynamicModel = make(arm, **options)
    elif model_kind.takes_payload == "all" or (model_kind.takes_payload == "symmetric" and payload.symmetric):
        model = make(attached(arm, payload), **options)
    else:
        model = WithPayload(make(arm, **options), payload)
    model = Coupled(model) if arm.coupled else model
    return WithRotors(model) if gyroscopic else model


def _following(
    kind: str, arm: Arm, payload: Payload | None, gyroscopic: bool, options: Mapping[str, Any]
) -> DynamicModel:
    """Return the model of an arm some joints of which follow others.

    Raises:
        UnsupportedArmError: a kind whose bounds of error or rotors are those of joints with motors alone.
    """
    if gyroscopic or kind == "generated_abbreviated":
        what = "gyroscopic terms" if gyroscopic else f"model {kind!r}"
        raise UnsupportedArmError(
            f"{what}: not possible where joints follow others, as {follower_names(arm)} of {arm.name}; take 'generated'"
        )
    model: DynamicModel = FollowingModel(load_model(kind, arm.chain, payload, **options), arm)
    return Coupled(model) if arm.coupled else model
