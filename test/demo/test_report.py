"""The report: one page that holds together, says the run's figures, and is never half there."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from html import escape, unescape
from pathlib import Path

import pytest
from helpers.html_page import checked

from puma560_dynamics.demo.plant_differences import plant_sentences
from puma560_dynamics.demo.record import SETTINGS, RunRecord, Setting
from puma560_dynamics.demo.report import FIGURES, run_page, write_run_report
from puma560_dynamics.demo.report_files import write_files
from puma560_dynamics.demo.run_formatting import explanation, milliradians
from puma560_dynamics.demo.summary import largest_residual, run_checks, run_summary
from puma560_dynamics.demo.tracking import friction_floor, overall_factor, peak_error, rms_error
from puma560_dynamics.errors import Puma560Error, RunError

FILES = {"report.html", "tracking.png", "summary.json"}


@pytest.fixture(scope="module")
def source(run: RunRecord) -> str:
    return run_page(run)


@pytest.fixture(scope="module")
def text(source: str) -> str:
    return checked(source).text


def test_any_run_gives_a_sound_page(any_run: RunRecord, run: RunRecord, source: str) -> None:
    parsed = checked(source if any_run is run else run_page(any_run))
    assert parsed.tags.count("svg") == len(FIGURES)
    assert "simulated run" in parsed.title


def test_references_lead_somewhere(source: str) -> None:
    wanted = re.findall(r"url\(#([^)]*)\)", source) + re.findall(r'href="#([^"$]*)"', source)  # "$": in the script
    assert wanted
    assert set(wanted) <= set(checked(source).ids)


def test_verdict_and_key_figures(run: RunRecord, text: str) -> None:
    assert "✓ All 8 checks passed" in text
    assert f"{overall_factor(run):.1f} ×" in text
    assert f"{largest_residual(run):.1e} N·m" in text
    assert "249 Hz" in text
    assert f"{run_summary(run)['latency_s']['torque']['p50'] * 1e3:.2f} ms" in text


@pytest.mark.usefixtures("without_figures")
def test_failed_check_is_in_the_headline(run: RunRecord) -> None:
    parsed = checked(run_page(replace(run, rejected={"plant_node": 2})))
    assert "✗ Failed: no message refused" in parsed.text
    assert "checks passed" not in parsed.text


def test_table_holds_every_error(run: RunRecord, source: str) -> None:
    rows = re.findall(r"<tr(?: class=all)?><th>.*?</tr>", source.partition("The simulated arm")[0])[1:]
    assert len(rows) == run.arm.n + 1
    for joint, row in enumerate(rows[:-1]):
        cells = [unescape(re.sub(r"<[^>]*>", "", cell)) for cell in re.findall(r"<t[hd]>(.*?)</t[hd]>", row)]
        expected = [
            f"{milliradians(rms_error(phase)[joint])} ({milliradians(peak_error(phase)[joint])})"
            for phase in run.phases
        ]
        assert cells[:5] == [run.arm.joint_names[joint], *expected]
        assert cells[6] == milliradians(friction_floor(run)[joint])


def test_the_report_states_what_was_run(run: RunRecord, text: str) -> None:
    for words in (
        run.arm.name,
        " ".join(run.arm.source.split()),
        "gravity, inertia, motor_inertia, coriolis, centrifugal",
        "puma560_dynamics: 0.1.0",
        ", ".join(f"{gain:.4g}" for gain in run.proportional),
        "joint_states: 249.8 Hz",
        "19.0 s",
        " ".join(explanation(run).split()),
        *plant_sentences(run),
    ):
        assert words in text
    for setting in SETTINGS:
        assert setting.name in text
    for check in run_checks(run):
        assert check.name in text
        assert check.detail in text
    for title, _, caption in FIGURES:
        assert title in text
        assert caption in text


def test_light_and_dark_and_narrow(source: str) -> None:
    assert "prefers-color-scheme:dark" in source
    assert 'name="viewport"' in source


def test_everything_is_escaped(run: RunRecord) -> None:
    evil = "<script>alert('&')</script>"
    marked = replace(
        run,
        arm=run.arm.with_(name=evil, source=evil),
        model=evil,
        phases=tuple(replace(phase, setting=Setting(evil, (evil,))) for phase in run.phases),
        rates={evil: 1.0},
        rejected={evil: 1},
        worst_diagnostic={evil: (2, evil)},
        versions={evil: evil},
    )
    source = run_page(marked)
    assert checked(source).tags.count("script") == checked(run_page(run)).tags.count("script")
    assert source.count(escape(evil)) > 10


@pytest.mark.usefixtures("without_figures")
def test_a_missing_setting_is_reported_and_the_rest_is_shown(gap: RunRecord) -> None:
    text = checked(run_page(gap)).text
    assert f"Nothing was recorded under {SETTINGS[1].name}." in text
    assert milliradians(rms_error(gap.phases[0])[0]) in text


@pytest.mark.usefixtures("without_figures")
def test_runs_without_data_are_reported(silent: RunRecord, phaseless: RunRecord) -> None:
    text = checked(run_page(silent)).text
    assert f"Nothing was recorded under {', '.join(setting.name for setting in SETTINGS)}." in text
    assert "No motion was recorded." in checked(run_page(phaseless)).text


@pytest.mark.usefixtures("without_figures")
def test_writes_three_files_and_nothing_else(any_run: RunRecord, tmp_path: Path) -> None:
    directory = tmp_path / "new" / "report"
    path = write_run_report(any_run, directory)
    assert path == directory / "report.html"
    assert {each.name for each in directory.iterdir()} == FILES
    assert path.read_text(encoding="utf-8") == run_page(any_run)
    assert (directory / "tracking.png").read_bytes().startswith(b"\x89PNG\r\n")
    figures = json.loads((directory / "summary.json").read_text(encoding="utf-8"), parse_constant=pytest.fail)
    assert figures["ok"] is run_summary(any_run)["ok"]


@pytest.mark.usefixtures("without_figures")
def test_json_without_a_number_holds_null(run: RunRecord, tmp_path: Path) -> None:
    phases = tuple(replace(phase, residual=phase.residual[:0]) for phase in run.phases)
    write_run_report(replace(run, phases=phases), tmp_path)
    figures = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"), parse_constant=pytest.fail)
    assert figures["residual_max_Nm"] is None
    assert figures["factor_overall"] == pytest.approx(overall_factor(run))


@pytest.mark.usefixtures("without_figures")
def test_a_later_run_replaces_the_report(run: RunRecord, tmp_path: Path) -> None:
    write_run_report(run, tmp_path)
    path = write_run_report(replace(run, rejected={"plant_node": 1}), tmp_path)
    assert "Failed" in path.read_text(encoding="utf-8")
    assert {each.name for each in tmp_path.iterdir()} == FILES


@pytest.mark.usefixtures("without_figures")
def test_a_report_without_a_picture_leaves_none_of_an_earlier_run(run: RunRecord, tmp_path: Path) -> None:
    write_run_report(run, tmp_path)
    write_files({"summary.json": b"{}", "report.html": b"<html></html>"}, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.html", "summary.json"]


def test_same_run_same_page(run: RunRecord) -> None:
    """Without figures, of which `plots/test_panels.py` asks the same."""
    assert run_page(run) == run_page(run)


@pytest.mark.usefixtures("without_figures")
def test_disk_that_fails_leaves_the_old_report_whole(
    run: RunRecord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_run_report(run, tmp_path)
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    write = Path.write_bytes

    def full(self: Path, data: bytes) -> int:
        if "report.html" in self.name:
            write(self, data[:100])
            raise OSError(28, "No space left on device")
        return write(self, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(RunError, match="no space left on device"):
        write_run_report(replace(run, rejected={"plant_node": 1}), tmp_path)
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before


@pytest.mark.usefixtures("without_figures")
def test_directory_that_is_a_file(run: RunRecord, tmp_path: Path) -> None:
    path = tmp_path / "taken"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(Puma560Error, match=r"taken: .*name a directory") as caught:
        write_run_report(run, path)
    assert "\n" not in str(caught.value)
    assert path.read_text(encoding="utf-8") == "mine"


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_directory_without_permission(run: RunRecord, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(RunError, match="permission denied"):
        write_run_report(run, tmp_path)
