"""One version everywhere, complete metadata, and a source distribution that leaves nothing out."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

import puma560_dynamics
from tools.wheels.check import PACKAGE, SHARED, wrong_files

ROOT = Path(__file__).parent.parent


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_one_version_everywhere():
    version = puma560_dynamics.__version__
    assert re.fullmatch(r"\d+\.\d+\.\d+", version)
    assert ElementTree.fromstring(read("package.xml")).findtext("version") == version
    # catkin_prepare_release changes setup.py by this form alone
    assert re.findall(r"version=([\'\"])(\d+\.\d+\.\d+)\1,", read("setup.py")) == [('"', version)]
    assert yaml.safe_load(read("CITATION.cff"))["version"] == version


def test_the_version_was_released_in_the_changelog():
    changes = read("CHANGELOG.rst")
    released = re.findall(r"^(\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)\n-+$", changes, re.M)
    assert released[0][0] == puma560_dynamics.__version__
    assert changes.index("Forthcoming\n-----------") < changes.index(released[0][0])
    assert str(yaml.safe_load(read("CITATION.cff"))["date-released"]) == released[0][1]


def test_without_package_xml_the_version_is_that_of_the_installation(tmp_path: Path):
    """As in site-packages: the file alone, and metadata of the distribution on the path."""
    (tmp_path / "puma560_dynamics").mkdir()
    (tmp_path / "puma560_dynamics" / "version.py").write_text(read("puma560_dynamics/version.py"), encoding="utf-8")
    (tmp_path / "puma560_dynamics" / "__init__.py").touch()
    information = tmp_path / "puma560_dynamics-7.8.9.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: puma560_dynamics\nVersion: 7.8.9\n")
    code = (
        f"import sys; sys.path[:0] = [{str(tmp_path)!r}]; from puma560_dynamics import version as v; print(v.version())"
    )
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "7.8.9"


def test_the_citation_has_the_three_papers():
    citation = yaml.safe_load(read("CITATION.cff"))
    assert citation["license"] == "BSD-3-Clause"
    papers = {(paper["authors"][0]["family-names"], paper["year"]) for paper in citation["references"]}
    assert papers == {("Armstrong", 1986), ("Burdick", 1986), ("Kane", 1983)}


@pytest.mark.tools
def test_the_source_distribution_is_the_repository(tmp_path: Path):
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    if listed.returncode:
        pytest.skip("not a git checkout")
    code = f"from setuptools import build_meta; print(build_meta.build_sdist({str(tmp_path)!r}))"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=300)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        packed = {name.partition("/")[2] for name in files.getnames()}
    assert sorted(set(listed.stdout.splitlines()) - packed) == []


@pytest.mark.tools
def test_an_installation_has_every_file_of_the_package(tmp_path: Path):
    """Also sources of the search, which its digest needs, stubs, templates, and what is installed as shared data."""
    files = [path for name in (PACKAGE, *SHARED) for path in (ROOT / name).rglob("*") if path.is_file()]
    sources = [
        path.relative_to(ROOT).as_posix()
        for path in files
        if path.suffix not in (".so", ".pyc") and path.parent.name != "__pycache__"
    ]
    built, data = tmp_path / "built", tmp_path / "data"
    code = ["setup.py", "-q", "egg_info", "-e", str(tmp_path), "build_py", "--build-lib", str(built)]
    code += ["install_data", "--install-dir", str(data)]
    subprocess.run([sys.executable, *code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=300)
    packed = {path.relative_to(built).as_posix() for path in built.rglob("*") if path.is_file()}
    packed |= {f"x.data/data/{path.relative_to(data).as_posix()}" for path in data.rglob("*") if path.is_file()}
    assert wrong_files(packed, sources) == []
    assert f"{PACKAGE}/emdeg/simplify/compiled/search.hpp" in packed and f"{PACKAGE}/__init__.pyi" in packed


def test_the_package_imports_what_it_requires():
    (required,) = re.findall(r"install_requires=\[(.*?)\]", read("setup.py"), re.S)
    names = {"pyyaml": "yaml"}
    modules = {names.get(name, name) for name in re.findall(r'"([\w-]+)', required)}
    assert {"numpy", "yaml"} <= modules
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "puma560_dynamics").rglob("*.py"))
    imported = set(re.findall(r"^\s*(?:import|from) (\w+)", sources, re.M))
    assert modules - imported == set()
