"""Whatever a person types: one sentence that states what was expected, exit code 2, and no traceback.

Where a file is to be written, that is checked before the work; the work is replaced by one that fails.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from puma560_dynamics.cli import command
from puma560_dynamics.cli.command import TRACEBACK, main

MEASURE = "measure two-wire --mass 1 --distance 0.4 --length 1.5"
SPRING = "measure torsional-spring --joint joint2 --pose 0,0,0,0,0,0 --stiffness 300"

WRONG = (
    ("", "arguments are required: COMMAND; see `puma560 --help`"),
    ("nonsense", "invalid choice: 'nonsense'"),
    ("--versoin", "expected a command before --versoin; see `puma560 --help`"),
    ("torque robot.urdf", "unrecognized arguments: robot.urdf; did you mean `--arm robot.urdf`?"),
    ("replya", "did you mean `puma560 replay`?"),
    ("errata", "did you mean `puma560 paper errata`?"),
    ("arm chek", "did you mean `puma560 arm check`?"),
    ("arm", "arguments are required: COMMAND: import, check, compare, urdf, payload; see `puma560 arm --help`"),
    ("torque --pose 0 -30 60 10 40 0 mm", "'mm' is no unit for joint6"),
    ("arm check a b", "unrecognized arguments: b; see `puma560 arm check --help`"),
    ("arm check empty.yaml", "expected a mapping"),
    ("arm check junk", "arm 'junk' is not known"),
    ("arm check words.txt", "words.txt is text, and no arm file, robot description or Denavit-Hartenberg table"),
    ("arm check junk.bin", "junk.bin cannot be read: it is not a text in UTF-8; give a YAML file"),
    ("arm import akb1986 -o x.yaml", "akb1986 has an arm file already; to change its numbers, write an arm file with"),
    ("replay -", "a recording is not read from standard input; write it to a file"),
    ("arm check akb1968", "arm 'akb1968' is not known; did you mean akb1986? Otherwise give the path"),
    ("simulate --payload-mass 2kg", "expected a number from 0 to 1000 kg without a unit, got '2kg'"),
    ("simulate --duration .5s", "at most 3600 s without a unit, got '.5s'"),
    ("arm check --payload-mass 2 --payload-center 0,0.1", "expected 3 arguments, separated by spaces or commas; see"),
    ("torque --model generatd", "'pinocchio'); did you mean generated?; see"),
    ("torque --model x", "'pinocchio'); see"),
    ("torque -json", "unrecognized arguments: -json; did you mean `--json`?; see"),
    ("arm payload --payload-mass 2", "unrecognized arguments: --payload-mass; give KG alone, without --payload-mass"),
    (
        "arm check --hold elbow arm.urdf",
        "--hold takes all words after it, and arm.urdf is no joint; write the arm before",
    ),
    ("replay --hold elbow example", "required: RECORDING, before --hold, which takes all words after it; see"),
    ("replay", "required: RECORDING; see"),
    ("arm import --hold elbow arm.urdf -o x.yaml", "is required, before --hold, which takes all words after it; see"),
    (
        "arm compare --pose 0 0 akb1986 akb1986",
        "required: FIRST, SECOND, before --pose, which takes all words after it",
    ),
    ("replay example --fail-above 5%", "expected [JOINT.]MEASURE=LIMIT, such as rms=2.0, got '5%'"),
    ("replay example --fail-above rms=5%", "limit 'rms=5%': expected a limit of 0 or more N·m, got '5%'"),
    ("torque --pose 1,2,3,4,5,6degs", "'degs' is no unit for joint1; use one of rad, deg, °"),
    ("arm check junk.yaml", "cannot be read"),
    ("arm check --paylod-mass 3", "--paylod-mass; did you mean `--payload-mass`?"),
    ("torque --xyzzy", "unrecognized arguments: --xyzzy; see"),
    ("arm check folder", "folder is a folder; give the path"),
    ("arm check -", "an arm is not read from standard input; write the description to a file"),
    ("arm check fifo", "fifo is not a regular file; write the description to a file"),
    ("arm check folder.urdf", "since it is a folder"),
    ("torque --arm=", "the name of the arm is empty"),
    ("torque --velocity 1", "'0, -30, 60, 10, 40, 0 deg/s'; got 1 in '1'"),
    ("torque --pose 1 --arm stanford1983", "'0 deg, -30 deg, 0.3 m, 10 deg, 40 deg, 0 deg'; got 1"),
    ("excite --pose 1", "unrecognized arguments: --pose 1; see"),
    ("excite --duration 5", "unrecognized arguments: --duration 5; see"),
    ("arm check akb1986 akb1986", "unrecognized arguments: akb1986; see"),
    ("arm compare a b c.urdf", "unrecognized arguments: c.urdf; see"),
    ("derive --output=", "argument -o/--output: expected the path of a file or folder, got an empty name"),
    ("identify example example", "pick_and_place is given 2 times; name each recording once"),
    ("arm check folder.yaml", "folder.yaml"),
    ("arm urdf -o arm.png", "ends in .urdf, .xacro, .xml, .mjcf"),
    ("arm urdf -o folder.xml", "it is a folder"),
    ("arm urdf -o loop/arm.urdf", "cannot be written"),
    ("run --domain 102", "Linux may assign the ports of higher domains to other programs"),
    ("run --domain -1", "expected a whole number from 0 to 101, got '-1'"),
    ("run --view-port 99999", "expected a whole number from 0 to 65535"),
    ("replay nothere", "nothere does not exist"),
    ("replay folder --no-report", "folder has no file of a bag"),
    ("replay junk.yaml --no-report", "is neither an MCAP nor a SQLite file"),
    ("replay empty.mcap --no-report", "is empty"),
    ("replay example --no-report --joint-map a=b", "the joint map names b, which the arm does not have"),
    ("replay example --no-report --joint-map a=joint1", "the joint map names a, which the recording does not have"),
    ("replay example --no-report --joint-map a=joint1,b=joint1", "expected each joint once"),
    ("replay example --no-report --payload-mass 1e300", "expected a number from 0 to 1000 kg"),
    ("replay example --no-report --payload-center nan 0 0", "expected a number from -10 to 10 m"),
    ("replay example --report page.pdf", "ends in .html or .htm"),
    ("replay example --report page.html --no-report", "argument --no-report: not allowed with argument --report"),
    ("replay example --parquet samples.csv", "ends in .parquet"),
    ("replay example --workers 0", "expected a whole number from 1"),
    ("replay example --scheduler tcp://127.0.0.1:1", "--scheduler is for a folder of bags"),
    ("replay example --workers 3 --no-report", "--workers is for a folder of bags"),
    ("replay example --results /nope/x --no-report", "--results is for a folder of bags"),
    ("replay example --payload-center 1 0 0", "--payload-center has no effect without a load"),
    ("replay example --payload-link tool", "--payload-link has no effect without a load"),
    ("replay example --arm stanford1983", "most positions of joint2 are beyond what it can reach"),
    ("identify example --payload-center 1 0 0", "--payload-center has no effect without a load"),
    ("identify x --loaded y --load-mass 1 --unknown-gains --report x.html", "and writes no file; leave out"),
    ("identify x --loaded y --load-mass 1 --unknown-gains -o x.yaml", "leave out --held-out, --report and --output"),
    ("identify example --held-out-columns rows=1:9", "--held-out-columns is only for the tables of --held-out"),
    ("run --view-port 8090", "--view-port is only for the page of --view"),
    ("identify nothere", "nothere does not exist"),
    ("identify example --joint-map a=b", "the joint map names b"),
    ("identify example -o /root", "ends in .yaml or .yml"),
    ("identify example -o /proc/arm.yaml", "nothing can be written to /proc"),
    ("excite -o motion.txt", "ends in .yaml or .yml"),
    ("excite --seed -1", "expected a whole number of 0 or more"),
    ("excite --period nan", "expected a number from 0.5 to 600 s"),
    ("excite --within joint1=5:1", "FROM below TO"),
    ("simulate -o swing.doc", "ends in .csv"),
    ("simulate --report swing.doc", "ends in .html or .htm"),
    ("simulate --pose 1 2", "--pose: expected 6 numbers, one for each of joint1, joint2"),
    ("simulate --to 1", "--to: expected 6 numbers"),
    ("simulate --to 0 0 0 0 0 900", "joint6 at 900 rad is 51566°; if degrees are meant, write the unit"),
    ("torque --pose 0,-30,60,10,40,0", "joint2 at -30 rad is -1719°; if degrees are meant, write the unit"),
    ("simulate --torque 1 2 3", "--torque: expected 6 numbers"),
    ("simulate --torque 1e9 0 0 0 0 0", "is beyond 976 N·m, 10 times its maximum torque"),
    ("simulate --pose nan 0 0 0 0 0", "--pose: 'nan' is not a finite number; write values as"),
    ("simulate --duration 3600 --rate 10000", "give a lower --rate"),
    ("simulate --rate 0", "expected a number from 0.1 to 10000 Hz"),
    ("derive --snap -1", "expected a number from 0 to 0.1 rad, got '-1'"),
    ("derive --seed abc", "expected a whole number of 0 or more, got 'abc'"),
    ("derive --name mine", "--name is only for written files"),
    ("derive --firmware", "--firmware is only for C"),
    ("derive --firmware --emit latex", "--firmware is only for C"),
    ("derive --scalar float --emit casadi", "--scalar is only for C"),
    ("derive --scalar half", "invalid choice: 'half'"),
    ("derive --emit numba", "expected some of c, python, numpy, jax, casadi, matlab, latex, table"),
    ("derive --snap nan", "expected a number from 0 to 0.1 rad, got 'nan'"),
    ("derive --arm folder", "folder"),
    ("derive --arm junk.yaml", "junk.yaml"),
    ("derive --programs gravity --emit c -o empty.yaml", "empty.yaml cannot be created"),
    ("derive --programs gravity --emit c -o /proc/here", "/proc/here"),
    ("derive --plot front.png", "give --abbreviate too"),
    ("derive --abbreviate --search 3 --rules", "leave out --search, --rules"),
    (f"{MEASURE} --time 3 --swings 0", "expected a whole number of 1 or more"),
    (f"{MEASURE} --period nan", "--period"),
    ("measure knife-edge --balance x", "expected a direction, a colon and a distance"),
    ("measure balance --scale x", "'x' is not a reading"),
    ("measure shapes nothere.yaml", "nothere.yaml cannot be read"),
    ("measure shapes folder", "folder cannot be read"),
    ("measure shapes empty.yaml", "empty.yaml: expected entries"),
    (f"{SPRING} --csv folder", "folder"),
    (f"{SPRING} --csv empty.yaml", "empty.yaml"),
    (f"{SPRING} --bag nothere", "nothere does not exist"),
    ("paper claims --report papers.pdf", "ends in .html or .htm"),
    ("paper stanford -o figure.svg", "give one of these, or leave -o out"),
    ("paper stanford --figure 2", "invalid choice: 2"),
    ("paper multirate --rate 0", "expected a number from 10 to 10000 Hz, got '0'"),
    ("paper multirate --rate nan", "got 'nan'"),
    ("paper multirate --rate -5", "got '-5'"),
    ("paper multirate --plot error.doc", "ends in .png, .svg, .pdf"),
    ("paper claims --arm stanford1983", "use an arm whose joints all turn"),
    (f"{MEASURE} --period 1e300", "no finite"),
)


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with what is no arm, no recording and no place to write; a traceback is an error of the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(TRACEBACK, "1")
    os.mkfifo("fifo")
    for name in ("folder", "folder.yaml", "folder.xml", "folder.urdf"):
        Path(name).mkdir()
    Path("empty.yaml").touch()
    Path("empty.mcap").touch()
    Path("junk.yaml").write_bytes(bytes(range(256)) * 9)
    Path("junk.bin").write_bytes(b"\xff\xfe\x80")
    Path("words.txt").write_text("no arm", encoding="utf-8")
    Path("loop").symlink_to("loop")


@pytest.mark.parametrize(("words", "expected"), WRONG, ids=[words or "nothing" for words, _ in WRONG])
def test_one_sentence(words: str, expected: str, capsys: pytest.CaptureFixture[str]):
    assert main(words.split()) == 2
    out, err = capsys.readouterr()
    sentence = err.splitlines()[-1]
    assert out == ""
    assert sentence.startswith("puma560: error: ")
    assert expected in sentence
    assert "shape (" not in sentence and "Traceback" not in err
    assert not any(sentence.count(f"{word}: {word}:") for word in ("torque", "pose", "target", "argument"))


def test_an_unexpected_error_is_one_sentence_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    def fails(words: list[str]) -> tuple[str, ...]:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(command, "command_words", fails)
    monkeypatch.delenv(TRACEBACK)
    assert main(["arm", "--json"]) == 2
    out, err = capsys.readouterr()
    assert '"ok": false' in out
    assert "this is a defect of the program (ZeroDivisionError: by zero); please report it" in err
    monkeypatch.setenv(TRACEBACK, "1")
    with pytest.raises(ZeroDivisionError):
        main(["arm"])


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (MemoryError(), "not enough memory"),
        (FileNotFoundError(2, "No such file or directory", "x.csv"), "x.csv: no such file or directory"),
    ],
)
def test_errors_of_the_machine(
    error: Exception, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def fails(given: list[str]) -> tuple[str, ...]:
        raise error

    monkeypatch.setattr(command, "command_words", fails)
    assert main(["arm"]) == 2
    assert words in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_to_needs_no_page(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir("/proc")
    assert main(["replay", "example"]) == 2
    assert "replay.html cannot be written" in (err := capsys.readouterr().err) and ", or give --no-report; see" in err
