"""Stand-ins of tests follow the class that they stand in for, or are refused."""

from __future__ import annotations

import pytest
from helpers.stand_in import stands_in_for


class Watch:
    """A class of the package."""

    def __init__(self, node: object, steady: object = None) -> None:
        self.node = node

    @property
    def problem(self) -> str:
        return ""

    def search(self, now: float, topic: str, *, latched: bool = False) -> None: ...

    def _private(self) -> None: ...


def stand_in(**methods: object) -> type:
    """A stand-in for `Watch` with some methods changed; `None` for one that it lacks."""
    plain: dict[str, object] = {
        "__init__": lambda self, node: None,
        "problem": "",
        "search": lambda self, now, topic: None,
    }
    return type("StandIn", (), {name: value for name, value in {**plain, **methods}.items() if value is not None})


@pytest.mark.parametrize(
    "methods",
    [
        {},
        {"search": lambda self, now, *rest: None},
        {"search": lambda self, now, topic, *, latched=True: None},
        {"more": lambda self: None},
    ],
)
def test_a_stand_in_with_the_methods_of_the_class_is_accepted(methods: dict):
    made = stand_in(**methods)
    assert stands_in_for(Watch)(made) is made


@pytest.mark.parametrize(
    ("methods", "words"),
    [
        ({"search": None, "look": lambda self, now, topic: None}, "StandIn has no search"),
        ({"problem": None}, "StandIn has no problem"),
        ({"__init__": lambda self, node, other: None}, "expected the parameters node, steady, got node, other"),
        ({"search": lambda self, now: None}, "StandIn.search: expected the parameters now, topic, latched, got now"),
        ({"search": lambda self, topic, now: None}, "got topic, now"),
        ({"search": lambda self, now, topic, latched: None}, "got now, topic, latched"),
        ({"search": lambda self, now, name: None}, "got now, name"),
    ],
)
def test_a_stand_in_that_differs_is_refused(methods: dict, words: str):
    with pytest.raises(TypeError, match=words):
        stands_in_for(Watch)(stand_in(**methods))


def test_a_method_that_the_class_no_longer_has_is_refused():
    with pytest.raises(TypeError, match="Watch has no look"):
        stands_in_for(Watch, "look")(stand_in(look=lambda self: None))
    stands_in_for(Watch, "search")(stand_in(problem=None))
