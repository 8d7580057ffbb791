"""Use the torque loop of `feedforward_node` without ROS, for a simulated arm that follows a reference by PD control.

With your own driver, use it in the same way: pass in states with their times, and send the resulting torques.
"""

import numpy as np

from puma560_dynamics import GateSettings, LoopSettings, Reference, TorqueLoop, load_arm, load_model

arm = load_arm("akb1986")
model = load_model("generated", arm)
settings = LoopSettings(gate=GateSettings.of(arm, fade_in_time=0.1))
loop = TorqueLoop.from_settings(model, settings)

q, qd = np.array([0.0, -1.2, 1.8, 0.0, 0.5, 0.0]), np.zeros(6)
start, period, clock = q.copy(), 0.004, 100.0  # s; the clock of the stamps may be any
largest, torque = 0.0, np.zeros(6)
loop.activate(0.0)
for k in range(1, 500):
    now = period * k
    turn = 0.3 * (1.0 - np.cos(2.0 * now)) * np.ones(6)  # every joint swings by 0.6 rad
    reference = Reference(start + turn, 0.6 * np.sin(2.0 * now) * np.ones(6), 1.2 * np.cos(2.0 * now) * np.ones(6))
    loop.reference(now, clock + now, clock + now, reference)
    output = loop.state(now, clock + now, clock + now, q, qd).output
    if output is not None and loop.may_send(now):
        torque = output.torque  # N·m: send it to the motors, then report to the loop that it went out
        loop.sent(now, now, output)
    feedback = 100.0 * (reference.position - q) + 20.0 * (reference.velocity - qd)
    qd = qd + period * model.acceleration(q, qd, torque + feedback)
    q = q + period * qd
    largest = max(largest, np.abs(reference.position - q).max())
print(f"gate: {loop.gate.state.name.lower()}; largest tracking error {largest:.4f} rad")

for k in range(500, 1200):  # the states end: the loop holds the arm for a while, then brings the torque to zero
    output = loop.watch(period * k)
    if output is not None and loop.may_send(period * k):
        torque = output.torque
        loop.sent(period * k, period * k, output)
fault = loop.gate.latched
print(f"2.8 s after the last state: {np.abs(torque).max():.1f} N·m, because of {fault.value if fault else 'no fault'}")
