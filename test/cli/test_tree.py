"""The commands of `puma560`, as words."""

from __future__ import annotations

import pytest

from puma560_dynamics.cli.tree import TREE, CommandGroup, command_words, leaves


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ([], ()),
        (["nonsense"], ()),
        (["--help"], ()),
        (["replay", "bag", "--json"], ("replay",)),
        (["arm"], ("arm",)),
        (["arm", "nonsense"], ("arm",)),
        (["arm", "check", "mine.yaml"], ("arm", "check")),
        (["replay", "check"], ("replay",)),  # a bag of that name
    ],
)
def test_words_of_the_command_at_the_beginning(given: list[str], found: tuple[str, ...]):
    assert command_words(given) == found


def test_every_leaf_is_a_command_or_one_of_a_group():
    found = leaves()
    assert len(found) == len(set(found))
    groups = {name for name, entry in TREE.items() if isinstance(entry, CommandGroup)}
    assert {leaf[0] for leaf in found} == set(TREE)
    assert {leaf[0] for leaf in found if len(leaf) == 2} == groups
    assert all(command_words(list(leaf)) == leaf for leaf in found)


def test_there_are_few_commands_at_the_top():
    assert len(TREE) <= 13
