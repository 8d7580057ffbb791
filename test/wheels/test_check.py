"""A wheel that lacks a file, or whose modules are for another Python or processor, is refused."""

from __future__ import annotations

import struct
import tarfile
import zipfile
from pathlib import Path

import pytest

from tools.wheels import check
from tools.wheels.cross import BuildError

NAME = "puma560_dynamics-1.2.3-cp312-abi3-manylinux_2_28_x86_64.whl"
SOURCES = [
    "puma560_dynamics/__init__.py",
    "puma560_dynamics/models/tables/text/a2.txt",
    "config/arm.yaml",
    "examples/pick/metadata.yaml",
    "package.xml",
    "test/test_any.py",
]
SHARE = "puma560_dynamics-1.2.3.data/data/share/puma560_dynamics"
FILES = {
    *SOURCES[:2],
    f"{SHARE}/config/arm.yaml",
    f"{SHARE}/examples/pick/metadata.yaml",
    f"{SHARE}/package.xml",
    "puma560_dynamics-1.2.3.dist-info/METADATA",
}
MODULES = {f"{module}.abi3.so" for module in check.MODULES}


def elf(machine: int) -> bytes:
    """Beginning of a shared library, 20 bytes."""
    return b"\x7fELF\x02\x01\x01".ljust(16, b"\0") + struct.pack("<HH", 3, machine)


def modules(machine: int = 0x3E) -> dict[str, bytes]:
    return dict.fromkeys(MODULES, elf(machine))


def test_a_complete_wheel_has_nothing_wrong():
    assert check.wrong_files(FILES | MODULES, SOURCES) == []
    assert check.wrong_modules(NAME, modules()) == []
    assert check.wrong_modules(NAME.replace("x86_64", "aarch64"), modules(0xB7)) == []


@pytest.mark.parametrize("lost", sorted(FILES - {"puma560_dynamics-1.2.3.dist-info/METADATA"}))
def test_a_missing_file_is_named(lost: str):
    (wrong,) = check.wrong_files((FILES | MODULES) - {lost}, SOURCES)
    assert wrong == f"it lacks {lost.removeprefix(f'{SHARE}/')}"


def test_a_file_that_no_source_has_is_named():
    assert check.wrong_files(FILES | {"test/test_any.py"}, SOURCES) == ["it also has test/test_any.py"]


@pytest.mark.parametrize("lost", sorted(MODULES))
def test_a_module_that_did_not_compile_is_named(lost: str):
    packed = modules()
    del packed[lost]
    assert check.wrong_modules(NAME, packed) == [f"{lost} was not compiled"]


def test_modules_for_another_processor_are_refused():
    wrong = check.wrong_modules(NAME, modules(0xB7))
    assert len(wrong) == 3 and wrong[0].endswith(".abi3.so is for aarch64, expected x86_64")


def test_modules_for_another_python_are_refused():
    """What was compiled for one version does not run with others, whatever the name of the wheel says."""
    packed = {name.replace("abi3", "cpython-312-x86_64-linux-gnu"): elf(0x3E) for name in MODULES}
    assert sum("is for another Python, expected .abi3.so" in text for text in check.wrong_modules(NAME, packed)) == 3
    assert check.wrong_modules(NAME.replace("abi3", "cp312"), packed) == []


def test_a_platform_that_is_not_promised_is_refused():
    (wrong,) = check.wrong_modules(NAME.replace("manylinux_2_28", "linux"), modules())
    assert wrong.startswith("its platform is linux_x86_64, expected one of manylinux_2_28_x86_64, ")


@pytest.mark.parametrize(
    ("report", "accepted"),
    [
        ('is consistent with\nthe following platform tag: "manylinux_2_17_x86_64".', True),
        ('is consistent with the following platform\ntag: "manylinux_2_28_x86_64".', True),
        ('the following platform tag: "manylinux_2_35_x86_64".', False),  # a newer C library
        ('the following platform tag: "manylinux_2_17_aarch64".', False),
        ('the following platform tag: "linux_x86_64".', False),  # a library that only this machine has
        ("the wheel is pure", False),
    ],
)
def test_what_auditwheel_reports_is_compared_with_the_name(report: str, accepted: bool):
    assert check.within(check.oldest_platform(report), NAME) == accepted


def test_an_incomplete_wheel_is_refused_in_one_sentence(tmp_path: Path):
    sdist = tmp_path / "puma560_dynamics-1.2.3.tar.gz"
    (tmp_path / "file").touch()
    with tarfile.open(sdist, "w:gz") as files:
        for name in SOURCES:
            files.add(tmp_path / "file", f"puma560_dynamics-1.2.3/{name}")
    with zipfile.ZipFile(tmp_path / NAME, "w") as wheel:
        for name in FILES - {SOURCES[1]}:
            wheel.writestr(name, "")
    with pytest.raises(BuildError, match=rf"^{NAME}: it lacks {SOURCES[1]}; .*_search\.abi3\.so was not compiled"):
        check.check_wheel(tmp_path / NAME, sdist)
