"""Write docs/images/arm.webp: the arm along its pick-and-place motion, with its torque: ``python -m tools.animate``.

MuJoCo draws the arm, through EGL if there is no display.
"""

from __future__ import annotations

import os
from pathlib import Path

os.environ.setdefault("MUJOCO_GL", "egl")

import mujoco
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from numpy.typing import NDArray
from PIL import Image

from puma560_dynamics import Arm, load_arm, load_model
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.control.trajectory.trajectory import Trajectory, pick_and_place

ROOT = Path(__file__).parent.parent
OUTPUT = ROOT / "docs" / "images" / "arm.webp"

FRAMES_PER_SECOND = 15
HEIGHT, ARM_WIDTH, PLOT_WIDTH = 400, 300, 500
FONT_SIZE = 15.0
"""Size of all text, points: 9 px if the picture is 360 px wide."""

SHOWN = ((1, "joint2", "#0072b2"), (2, "joint3", "#d55e00"))
"""Joints whose torque is plotted, with label and colour."""


def pictures(states: FloatArray) -> list[NDArray[np.uint8]]:
    """Return a picture (height, width, 3) of the arm in each state (…, 6) rad."""
    spec = mujoco.MjSpec.from_file(str(ROOT / "urdf" / "puma560.mjcf.xml"))
    spec.visual.global_.offwidth, spec.visual.global_.offheight = ARM_WIDTH, HEIGHT
    spec.visual.headlight.ambient = [0.45, 0.45, 0.45]
    spec.add_texture(
        name="sky", type=mujoco.mjtTexture.mjTEXTURE_SKYBOX, builtin=mujoco.mjtBuiltin.mjBUILTIN_FLAT,
        rgb1=[0.86, 0.9, 0.95], rgb2=[0.86, 0.9, 0.95], width=64, height=64,
    )  # fmt: skip
    model = spec.compile()
    data = mujoco.MjData(model)
    camera = mujoco.MjvCamera()
    camera.lookat[:], camera.distance, camera.azimuth, camera.elevation = (-0.09, -0.08, 0.75), 2.8, 130.0, -14.0
    found = []
    with mujoco.Renderer(model, HEIGHT, ARM_WIDTH) as renderer:
        for q in states:
            data.qpos[: len(q)] = q
            mujoco.mj_forward(model, data)
            renderer.update_scene(data, camera)
            found.append(renderer.render().copy())
    return found


class Plot:
    """Plot of torque against time, with a line at the current time."""

    def __init__(self, times: FloatArray, torque: FloatArray, gravity: FloatArray) -> None:
        figure = Figure(figsize=(PLOT_WIDTH / 100, HEIGHT / 100), dpi=100)
        self._canvas = FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        for joint, label, colour in SHOWN:
            axes.plot(times, torque[:, joint], color=colour, label=label)
            axes.plot(times, gravity[:, joint], color=colour, linestyle="--", label="gravity")
        axes.set_xlim(0.0, float(times[-1]))
        axes.set_xticks(np.arange(0.0, float(times[-1]) + 0.5))
        axes.set_xlabel("time, s", fontsize=FONT_SIZE)
        axes.set_ylabel("torque, N·m", fontsize=FONT_SIZE)
        axes.tick_params(labelsize=FONT_SIZE)
        axes.grid(alpha=0.3)
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2, fontsize=FONT_SIZE, frameon=False)
        (self._now,) = axes.plot([0.0, 0.0], axes.get_ylim(), color="black", linewidth=1.0)
        figure.tight_layout()

    def at(self, time: float) -> NDArray[np.uint8]:
        """Return a picture (height, width, 3) of the plot at a time in s."""
        self._now.set_xdata([time, time])
        self._canvas.draw()
        pixels: NDArray[np.uint8] = np.asarray(self._canvas.buffer_rgba())
        return np.array(pixels[..., :3])


def main() -> None:
    """Compute the motion, draw the frames, and write the file."""
    arm: Arm = load_arm("akb1986")
    model = load_model("generated", arm)
    motion: Trajectory = pick_and_place(4.0)
    times = np.linspace(0.0, motion.duration, 10 * round(FRAMES_PER_SECOND * motion.duration) + 1)
    references = [motion.at(float(time)) for time in times]
    q, qd, qdd = (
        np.array([getattr(reference, name) for reference in references])
        for name in ("position", "velocity", "acceleration")
    )
    plot = Plot(times, model.torque(q, qd, qdd), model.gravity(q))
    frames = [
        Image.fromarray(np.concatenate([picture, plot.at(float(time))], axis=1))
        for picture, time in zip(pictures(q[:-1:10]), times[:-1:10], strict=True)
    ]
    frames[0].save(
        OUTPUT,
        save_all=True,
        append_images=frames[1:],
        duration=1000 // FRAMES_PER_SECOND,
        loop=0,
        quality=70,
        method=6,
    )
    print(f"{OUTPUT}: {OUTPUT.stat().st_size / 1e6:.2f} MB, {len(frames)} frames")


if __name__ == "__main__":
    main()
