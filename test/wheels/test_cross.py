"""A wheel is compiled with the headers of its Python, for its processor, and in levels of x86-64."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.wheels import build, cross

HERE = Path(cross.__file__).parent
OWN = cross.interpreter(sys.executable)

SUM = """
CLONES double sum(double a, double c);
CLONES double sum(double a, double c) { return a * a + c; }
"""
"""Rounded once where the processor has FMA and the copy for it is called, and twice elsewhere."""


def a_python(folder: Path, version: tuple[int, int] = (3, 12), **variables: object) -> cross.Interpreter:
    """An interpreter with headers in a folder, as Debian places them for two processors."""
    headers = folder / "include" / "python3.12"
    headers.mkdir(parents=True)
    (headers / "Python.h").touch()
    (headers / "pyconfig.h").write_text("#include <x86_64-linux-gnu/python3.12/pyconfig.h>\n")
    own = folder / "include" / "x86_64-linux-gnu" / "python3.12"
    own.mkdir(parents=True)
    (own / "pyconfig.h").write_text("#define SIZEOF_VOID_P 8\n")
    known = {"SIZEOF_VOID_P": 8, "SIZEOF_LONG": 8, "SIZEOF_WCHAR_T": 4, "MULTIARCH": "x86_64-linux-gnu"}
    return cross.Interpreter("python3.12", version, headers, {**known, **variables})


def test_the_interpreter_that_runs_is_found():
    assert OWN is not None and OWN.version == sys.version_info[:2]
    assert cross.interpreter("no_such_python_anywhere") is None


@pytest.mark.parametrize(
    ("version", "tag"),
    [((3, 10), "cp310-cp310"), ((3, 11), "cp311-cp311"), ((3, 12), "cp312-abi3"), ((3, 15), "cp312-abi3")],
)
def test_newer_pythons_share_a_wheel(version: tuple[int, int], tag: str, tmp_path: Path):
    assert a_python(tmp_path, version).tag == tag


def test_one_interpreter_is_chosen_for_each_wheel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    found = {f"python3.{minor}": a_python(tmp_path / str(minor), (3, minor)) for minor in (9, 11, 13, 12)}
    monkeypatch.setattr(build, "interpreter", found.get)
    chosen, missing = build.needed([*found, "python3.14"])
    assert [each.version for each in chosen] == [(3, 11), (3, 12)] and missing == ["3.10"]
    chosen, missing = build.needed(["python3.9"])
    assert chosen == [] and missing == ["3.10", "3.11", "3.12 or newer"]
    (found["python3.12"].headers / "Python.h").unlink()
    with pytest.raises(cross.BuildError, match=r"has no .*Python\.h; install its headers"):
        build.needed(["python3.12"])


def test_headers_are_the_same_for_each_processor(tmp_path: Path):
    headers = cross.copy_headers(a_python(tmp_path / "python"), tmp_path)
    assert (headers / "pyconfig.h").read_text() == "#define SIZEOF_VOID_P 8\n"
    assert (headers / "Python.h").is_file()


def test_headers_of_other_sizes_are_refused(tmp_path: Path):
    with pytest.raises(cross.BuildError, match=r"sizes \[4, 8, 4\]"):
        cross.copy_headers(a_python(tmp_path / "python", SIZEOF_VOID_P=4), tmp_path)


def test_incomplete_headers_are_refused(tmp_path: Path):
    """The file that only includes another would give a module for the processor of this machine, or none."""
    python = a_python(tmp_path / "python", MULTIARCH="")
    with pytest.raises(cross.BuildError, match=r"no complete pyconfig\.h"):
        cross.copy_headers(python, tmp_path)


@pytest.mark.parametrize("processor", cross.PROCESSORS)
def test_setuptools_takes_the_compiler_of_the_wheel(processor: str, tmp_path: Path):
    pytest.importorskip("ziglang", reason="needs ziglang (pip install '.[test]')")
    assert OWN is not None
    environment = cross.build_environment(OWN, processor, tmp_path)
    code = (
        "import json, sysconfig;"
        "names = ['CC', 'LDSHARED', 'CFLAGS', 'EXT_SUFFIX', 'INCLUDEPY', 'Py_ENABLE_SHARED'];"
        "print(json.dumps([sysconfig.get_platform(), *map(sysconfig.get_config_var, names)]))"
    )
    done = subprocess.run(
        [sys.executable, "-s", "-c", code], env=environment, capture_output=True, text=True, check=True, timeout=60
    )
    platform, compiler, linker, options, suffix, include, shared = json.loads(done.stdout)
    assert platform == f"linux-{processor}" and f"-{processor}-linux-gnu.so" in suffix and not shared
    assert f"-target {processor}-linux-gnu.2.28" in compiler and compiler in linker
    assert Path(include, "Python.h").is_file() and Path(include).is_relative_to(tmp_path)
    assert ("clones.h" in options) == (processor == "x86_64")
    assert ("STABLE_ABI" in environment) == (OWN.version >= (3, 12))


@pytest.mark.skipif(os.uname().machine != "x86_64" or sys.platform != "linux", reason="runs code of x86-64 Linux")
def test_functions_take_the_widest_registers_that_there_are(tmp_path: Path):
    pytest.importorskip("ziglang", reason="needs ziglang (pip install '.[test]')")
    (tmp_path / "sum.c").write_text(SUM)
    library = tmp_path / "sum.so"
    command = [*cross.compiler("cc", "x86_64"), "-O2", "-shared", "-fPIC", "-ffp-contract=fast"]
    clones = ["-include", str(HERE / "clones.h"), "sum.c", str(HERE / "x86_level.c")]
    subprocess.run([*command, *clones, "-o", str(library)], cwd=tmp_path, check=True, timeout=120)
    flags = next(line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("flags")).split()
    wide = {"avx2", "fma", "bmi1", "bmi2", "f16c", "movbe", "abm"} <= set(flags)
    compiled = ctypes.CDLL(str(library)).sum
    compiled.restype, compiled.argtypes = ctypes.c_double, [ctypes.c_double, ctypes.c_double]
    assert compiled(1 + 2.0**-30, -(1 + 2.0**-29)) == (2.0**-60 if wide else 0.0)
