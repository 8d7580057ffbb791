"""Read a CSV recording in degrees and with motor currents by a column map, compare it, and write it as a bag.

This needs the extra `replay`. The CSV file is made here from the bag that comes with the package.
"""

import sys
import tempfile
from pathlib import Path

import numpy as np

from puma560_dynamics import ReplaySettings, compare_recording, read_bag, read_recording, recording_to_bag

temporary = tempfile.TemporaryDirectory()
folder = Path(temporary.name)
gains = [40.0, 60.0, 30.0, 8.0, 7.0, 6.0]  # N·m at the joint for 1 A of its motor
try:
    bag = read_bag(Path(__file__).with_name("pick_and_place")).states
except ImportError as error:  # it names what is missing, and how to install it
    sys.exit(str(error))
seconds = 1e-9 * (bag.stamp - bag.stamp[0])
table = np.column_stack([seconds, np.degrees(bag.position), bag.effort / gains])[np.diff(seconds, prepend=-1.0) > 0.0]
np.savetxt(folder / "run.csv", table, delimiter=",")

(folder / "columns.yaml").write_text(f"""
time: 0
position: {{columns: 1:7, unit: deg}}
effort: {{columns: 7:13, unit: A, gain: {gains}}}
""")
columns = folder / "columns.yaml"
states = read_recording(folder / "run.csv", columns).states
print(f"{len(states.stamp)} samples; largest effort {np.abs(states.effort).max(axis=0).round(1)} N·m")

settings = ReplaySettings(columns=columns, models=("generated",))
found = compare_recording(folder / "run.csv", settings)
print(f"{found.verdict.headline}; velocity: {found.sources['velocity']}")

recording_to_bag(folder / "run.csv", folder / "bag", settings)
again = read_bag(folder / "bag").states
print("the bag reads back to the same samples:", np.array_equal(again.effort, states.effort))
