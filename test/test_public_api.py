"""The public names of the package: all there, typed, and imported when they are used."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

import numpy as np
import pytest

import puma560_dynamics
from puma560_dynamics import (
    Payload,
    Puma560Error,
    TorqueLoop,
    compare_recording,
    derive,
    errors,
    friction_torque,
    load_arm,
    load_model,
    read_bag,
    simulate,
)


@pytest.mark.parametrize("name", puma560_dynamics.__all__)
def test_every_public_name_is_there(name: str):
    assert getattr(puma560_dynamics, name) is not None
    assert name in dir(puma560_dynamics)


def test_every_public_function_documents_arguments_and_result():
    functions = {
        name: value for name in puma560_dynamics.__all__ if inspect.isfunction(value := getattr(puma560_dynamics, name))
    }
    assert len(functions) > 10
    for name, function in functions.items():
        text = inspect.getdoc(function) or ""
        parameters = inspect.signature(function).parameters
        assert not parameters or "\nArgs:\n" in text, name
        for parameter in parameters:
            assert listed(parameter, text), f"{name}: {parameter}"
        assert "\nReturns:\n" in text, name


def test_every_public_method_documents_arguments_result_and_errors():
    checked = 0
    for name, kind in public_classes().items():
        for method_name, method in own_methods(kind).items():
            place, text = f"{name}.{method_name}", inspect.getdoc(method) or ""
            signature, checked = inspect.signature(method), checked + 1
            for parameter in signature.parameters:
                if parameter not in ("self", "cls"):
                    assert "\nArgs:\n" in text and listed(parameter, text), f"{place}: {parameter}"
            if signature.return_annotation not in (None, "None"):
                assert "\nReturns:\n" in text, place
            if re.search(r"^ +raise\b", inspect.getsource(method), re.M):
                assert "\nRaises:\n" in text, place
    assert checked > 50


def test_every_public_class_documents_its_fields():
    for name, kind in public_classes().items():
        text = inspect.getdoc(kind) or ""
        for parameter in inspect.signature(kind).parameters.values():
            if parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                assert listed(parameter.name, text), f"{name}: {parameter.name}"
        for member, value in vars(kind).items():
            if isinstance(value, (property, cached_property)) and not member.startswith("_"):
                assert value.__doc__, f"{name}.{member}"


def public_classes() -> dict[str, type]:
    """Every public class but the errors."""
    values = {name: getattr(puma560_dynamics, name) for name in puma560_dynamics.__all__}
    kinds = {name: value for name, value in values.items() if inspect.isclass(value)}
    return {name: kind for name, kind in kinds.items() if not issubclass(kind, Exception)}


def own_methods(kind: type) -> dict[str, Callable[..., object]]:
    """Public methods that are defined in this package, inherited ones too."""
    return {
        name: value
        for name, value in inspect.getmembers(kind, inspect.isroutine)  # of these a cached_property is one
        if not (name.startswith("_") or isinstance(value, cached_property))
        and getattr(value, "__module__", "").startswith("puma560_dynamics")
    }


def listed(name: str, text: str) -> bool:
    """Whether a docstring says in a separate line what `name` is."""
    return re.search(rf"^    (\w+, )*{name}(, \w+)*: ", text, re.M) is not None


def test_every_error_is_public():
    """Wherever it is defined."""
    package = Path(puma560_dynamics.__file__).parent
    bases: dict[str, set[str]] = {}
    for path in package.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if re.search(r"\bclass\s+\w+\s*\(", text) else ():
            if isinstance(node, ast.ClassDef):
                bases.setdefault(node.name, set()).update(ast.unparse(base).split(".")[-1] for base in node.bases)
    found = {errors.Puma560Error.__name__}
    while more := {name for name, of in bases.items() if of & found} - found:
        found |= more
    assert len(found) > 20
    assert found <= set(puma560_dynamics.__all__)


def test_another_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        puma560_dynamics.nothing  # type: ignore[attr-defined]  # noqa: B018


def test_the_import_of_the_package_imports_nothing_large():
    code = "import sys; import puma560_dynamics; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert not {"numpy", "scipy", "yaml", "rclpy", "puma560_dynamics.arm"} & set(done.stdout.split())


def test_type_checkers_may_use_the_types():
    assert (Path(puma560_dynamics.__file__).parent / "py.typed").is_file()


@pytest.mark.parametrize(
    ("call", "kind", "words"),
    [
        (lambda: load_arm(None), Puma560Error, "expected an arm's name, .*got None; the known arms are akb1986, "),  # type: ignore[arg-type]
        (lambda: load_model("generated", foo=3), TypeError, "model 'generated' has no option foo; it takes none"),
        (lambda: load_model("full", foo=3), TypeError, "it takes constants_from, changes"),
        (lambda: load_model("full", payload=2.0), Puma560Error, r"expected a Payload, as .*, got 2\.0"),  # type: ignore[call-overload]
        (lambda: Payload(mass="1"), Puma560Error, "payload mass: expected a finite number .*got '1'"),  # type: ignore[arg-type]
        (lambda: Payload(1.0, "abc"), Puma560Error, "center of mass: expected three finite numbers in m, got 'abc'"),
        (lambda: Payload.of(1.0, inertia="abc"), Puma560Error, r"expected \[Ixx, .*got 'abc'"),
        (lambda: derive("x"), Puma560Error, "expected a Chain, got 'x'; `load_urdf` reads one"),  # type: ignore[arg-type]
        (lambda: load_arm().with_(foo=3), TypeError, "no foo to be changed; it has name, source, gravity"),
        (lambda: TorqueLoop.from_settings("full"), Puma560Error, "model: expected a DynamicModel, got 'full'"),  # type: ignore[arg-type]
        (
            lambda: friction_torque([0.5] * 6, np.zeros(6)),  # type: ignore[list-item]
            TypeError,
            r"or one JointFriction per joint, got \[0\.5",
        ),
        (lambda: friction_torque("akb", np.zeros(6)), TypeError, "an Arm, or one JointFriction per joint, got 'akb'"),  # type: ignore[arg-type]
    ],
)
def test_another_kind_of_value_is_answered_by_what_was_expected(
    call: Callable[[], object], kind: type[Exception], words: str
):
    with pytest.raises(kind, match=words):
        call()


def test_the_representation_of_results_is_short():
    pytest.importorskip("rosbags")
    model = load_model()
    for result in (
        read_bag("example"),
        read_bag("example").states,
        compare_recording("example"),
        simulate(model, np.zeros(6), 0.01),
        model,
    ):
        assert type(result).__name__ in repr(result) and len(repr(result)) < 240 and "\n" not in repr(result)


def test_a_model_knows_its_number_of_joints():
    assert load_model().n == 6
