"""`puma560 run --view`: the page ends with a run that is ended, and what cannot be served is refused.

That the page is there from the motion to Ctrl-C is part of the whole run of `test_run.py`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from helpers.ros.run_command import COMMAND, Run, page_status, relatives

from puma560_dynamics.bags.metadata import written_counts

pytest.importorskip("viser", reason="needs viser (pip install '.[view]')")
pytest.importorskip("yourdfpy", reason="needs yourdfpy (pip install '.[view]')")


def test_sigterm_in_motion_ends_all_of_it_and_the_page(domain: int, tmp_path: Path):
    bag = tmp_path / "bag"
    run = Run(domain, tmp_path / "report", bag)
    host, port = run.page()
    deadline = time.monotonic() + 120
    while not any(file.stat().st_size > 120_000 for file in bag.glob("*.mcap")):
        assert time.monotonic() < deadline, run.log
        time.sleep(0.02)
    assert run.process.poll() is None
    run.process.terminate()
    out = run.output(10)
    assert run.process.returncode == 143
    assert json.loads(out) == {"ok": False, "error": "terminated; every process of the run has ended"}
    assert "Traceback" not in run.log
    assert not (tmp_path / "report").exists()
    assert written_counts(bag)["/joint_states"] > 100  # closed, as far as the run went
    with pytest.raises(OSError):
        page_status(host, port)
    assert relatives(domain) == []


def test_what_cannot_be_served_is_refused_in_words():
    done = subprocess.run(
        [sys.executable, "-c", "import sys; sys.modules['viser'] = None\n"
         "from puma560_dynamics.nodes.view_node import main; sys.exit(main())"],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("error: the live page needs viser")
    done = subprocess.run([*COMMAND, "--view-port", "70000"], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "from 0 to 65535" in done.stderr
