"""Measure the speed-up of the replay of many bags by workers: `python benchmarks/many_bags.py`.

Copies of the example bag are analysed by one worker, by two, and so on up to one per core. The start of the workers and
their first bag, which loads the libraries, are not timed. In the last round, one worker is killed; even so, every bag
must have its row.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import statistics
import tempfile
import time
from pathlib import Path

from puma560_dynamics.replay.many.cluster import workers
from puma560_dynamics.replay.many.gather import gather
from puma560_dynamics.replay.many.rows import BagRow, RowFile
from puma560_dynamics.replay.settings import ReplaySettings

EXAMPLE = Path(__file__).parent.parent / "examples" / "pick_and_place"


def bags_a_minute(bags: list[Path], count: int, place: Path, kill: bool = False) -> float:
    """Return the rate of `count` workers; if `kill`, one of them is killed when a third of the bags is done."""
    with workers(None, count) as client:
        client.gather(client.map(_warm, range(count), pure=False, workers=list(client.scheduler_info()["workers"])))
        began = time.perf_counter()

        def report(done: int, total: int, row: BagRow) -> None:
            if kill and done == total // 3:
                victim = next(iter(client.run(os.getpid).values()))
                os.kill(victim, signal.SIGKILL)

        with RowFile(place / f"rows_{time.monotonic_ns()}.jsonl") as kept:
            rows = gather(bags, ReplaySettings(), kept, client, report)
        took = time.perf_counter() - began
    failed = [row for row in rows if row.error is not None]
    assert len(rows) == len(bags) and not failed, failed
    return 60.0 * len(bags) / took


def _warm(number: int) -> None:
    """Analyse a bag, so that a worker loads the modules and the model."""
    from puma560_dynamics.replay.many.gather import analyse_bag

    analyse_bag(str(EXAMPLE), "", ReplaySettings())


def main() -> None:
    """Measure in turns, and print medians and ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bags", type=int, default=40, help="how many (default: 40)")
    parser.add_argument("--rounds", type=int, default=3, help="(default: 3)")
    arguments = parser.parse_args()
    counts = range(1, (os.cpu_count() or 1) + 1)
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        bags = [Path(shutil.copytree(EXAMPLE, place / f"bag{index}")) for index in range(arguments.bags)]
        rates: dict[int, list[float]] = {count: [] for count in counts}
        for _ in range(arguments.rounds):
            for count in counts:
                rates[count].append(bags_a_minute(bags, count, place))
        one = statistics.median(rates[1])
        for count in counts:
            rate = statistics.median(rates[count])
            print(f"{count} workers: {rate:.0f} bags a minute, {rate / one:.2f} times one worker's rate")
        if len(counts) > 1:
            rate = bags_a_minute(bags, counts[-1], place, kill=True)
            print(f"{counts[-1]} workers, one killed on the way: {rate:.0f} bags a minute, every bag has its row")


if __name__ == "__main__":
    main()
