// A loop in simulated time: the arm follows a slow motion, every torque passes the gate, and the torque is printed.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>

#include "arm_of_arguments.hpp"

namespace
{

constexpr double PERIOD = 0.001;  // s

void run(torque_core_cpp::ArmModel & arm)
{
  const std::size_t n = arm.joints();
  auto settings = arm.settings(TORQUE_CORE_BRAKES_NONE);  // a real arm: what holds it while no torque acts
  settings.fade_in_time = 0.5;
  auto gate = torque_core_cpp::make_gate(arm, settings);
  std::vector<double> start(n), swing(n), q(n), qd(n), qdd(n), torque(n);
  for (std::size_t j = 0; j < n; ++j) {
    const double lower = std::max(arm.limits().lower[j], -1.0), upper = std::min(arm.limits().upper[j], 1.0);
    start[j] = 0.5 * (lower + upper);
    swing[j] = std::min({0.1 * (upper - lower), 0.1 * arm.limits().velocity[j], 0.1 * settings.acceleration_limit[j]});
  }
  double begun = -1.0;  // time at which the motion began
  torque_core_activate(gate.get(), 0.0);
  torque_core_status_t status{};
  std::puts("# time, s; time of the motion, s; state; torque of each joint, N m (N)");
  for (int step = 0; step <= 8000 && !(step > 5000 && status.done); ++step) {
    // On a robot: now is a steady clock, and q, qd and the clock of their stamp come from the drives.
    const double now = step * PERIOD, clock = 1000.0 + now;
    torque_core_status(gate.get(), &status);
    if (begun < 0.0 && status.leads) {
      begun = now;
    }
    const double t = begun < 0.0 ? 0.0 : now - begun;
    for (std::size_t j = 0; j < n; ++j) {
      q[j] = start[j] + swing[j] * (1.0 - std::cos(t));
      qd[j] = swing[j] * std::sin(t);
      qdd[j] = swing[j] * std::cos(t);
    }
    if (begun >= 0.0 && step < 5000) {
      torque_core_reference(gate.get(), now, clock, clock, q.data(), qd.data(), qdd.data());
    }
    if (step == 5000) {
      torque_core_deactivate(gate.get(), now);  // fades out; continue until the gate is done
    }
    if (torque_core_state(gate.get(), now, clock, clock, q.data(), qd.data(), nullptr, nullptr, torque.data()) !=
      TORQUE_CORE_SEND)
    {
      torque_core_update(gate.get(), now, torque.data());
    }
    torque_core_torque(gate.get(), torque.data());  // on a robot: command it
    if (step % 100 == 0) {
      std::printf("%.3f %.3f %s", now, t, torque_core_state_name(status.state));
      for (const double each : torque) {
        std::printf(" %.9f", each);
      }
      std::printf("\n");
    }
  }
}

}  // namespace

int main(int argc, char ** argv)
{
  try {
    auto arm = arm_of_arguments(argc, argv);
    run(arm);
  } catch (const std::exception & wrong) {
    std::fprintf(stderr, "%s\n", wrong.what());
    return 1;
  }
  return 0;
}
