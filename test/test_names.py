"""Test files are known by their names alone: two of one name cannot be collected together."""

from collections import Counter
from pathlib import Path


def test_every_test_file_has_a_name_of_its_own():
    names = Counter(path.name for path in Path(__file__).parent.rglob("*.py") if path.name != "conftest.py")
    assert [name for name, count in names.items() if count > 1] == []
