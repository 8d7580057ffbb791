// Motion from ruckig into the gate: position, velocity and acceleration of each cycle are the reference of the torque.
#include <algorithm>
#include <cstdio>
#include <exception>

#include <ruckig/ruckig.hpp>

#include "arm_of_arguments.hpp"

namespace
{

constexpr double PERIOD = 0.001;  // s

// Return whether the motion reached its target with the gate open.
bool run(torque_core_cpp::ArmModel & arm)
{
  const std::size_t n = arm.joints();
  const auto settings = arm.settings(TORQUE_CORE_BRAKES_NONE);
  auto gate = torque_core_cpp::make_gate(arm, settings);
  ruckig::Ruckig<ruckig::DynamicDOFs> generator(n, PERIOD);
  ruckig::InputParameter<ruckig::DynamicDOFs> input(n);
  ruckig::OutputParameter<ruckig::DynamicDOFs> output(n);
  for (std::size_t j = 0; j < n; ++j) {
    const double lower = std::max(arm.limits().lower[j], -1.0), upper = std::min(arm.limits().upper[j], 1.0);
    input.current_position[j] = 0.5 * (lower + upper);
    input.target_position[j] = input.current_position[j] + 0.2 * (upper - lower);
    input.max_velocity[j] = 0.5 * arm.limits().velocity[j];
    input.max_acceleration[j] = std::min(5.0, 0.5 * settings.acceleration_limit[j]);
    input.max_jerk[j] = 10.0 * input.max_acceleration[j];
  }
  std::vector<double> torque(n);
  std::vector<double> q(input.current_position.begin(), input.current_position.end()), qd(n), qdd(n);
  bool finished = false;
  torque_core_status_t status{};
  torque_core_activate(gate.get(), 0.0);
  std::puts("# time, s; state; torque of each joint, N m (N)");
  for (int step = 0; step < 20000 && !finished; ++step) {
    const double now = step * PERIOD, clock = 1000.0 + now;
    torque_core_status(gate.get(), &status);
    if (status.state == TORQUE_CORE_OPEN) {  // the torque has faded in
      const auto result = generator.update(input, output);
      if (result != ruckig::Result::Working && result != ruckig::Result::Finished) {
        throw torque_core_cpp::Error("ruckig finds no motion; check the limits of the arm");
      }
      finished = result == ruckig::Result::Finished;
      output.pass_to_input(input);
      q.assign(output.new_position.begin(), output.new_position.end());
      qd.assign(output.new_velocity.begin(), output.new_velocity.end());
      qdd.assign(output.new_acceleration.begin(), output.new_acceleration.end());
      if (torque_core_reference(gate.get(), now, clock, clock, q.data(), qd.data(), qdd.data()) != TORQUE_CORE_SEND) {
        throw torque_core_cpp::Error("the gate refused a reference; check limits and jumps");
      }
    }
    // The simulated arm is where the reference is; on a robot, q and qd come from the drives.
    torque_core_state(gate.get(), now, clock, clock, q.data(), qd.data(), nullptr, nullptr, torque.data());
    if (step % 100 == 0 || finished) {
      std::printf("%.3f %s", now, torque_core_state_name(status.state));
      for (std::size_t j = 0; j < n; ++j) {
        std::printf(" %.4f", torque[j]);
      }
      std::printf("\n");
    }
  }
  return finished && status.state == TORQUE_CORE_OPEN;
}

}  // namespace

int main(int argc, char ** argv)
{
  try {
    auto arm = arm_of_arguments(argc, argv);
    return run(arm) ? 0 : 1;
  } catch (const std::exception & wrong) {
    std::fprintf(stderr, "%s\n", wrong.what());
    return 1;
  }
}
