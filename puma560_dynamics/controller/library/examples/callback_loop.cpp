// The gate inside a callback as libfranka calls it, at 1 kHz. libfranka is not needed: the types below stand in for its.
//
// The robot adds gravity and the friction of its motors to the commanded torque, so that both are left out here. It stops
// if a torque changes by more than 1000 N m/s.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <exception>
#include <functional>

#include "arm_of_arguments.hpp"

namespace
{

constexpr std::size_t JOINTS = 7;
constexpr double PERIOD = 0.001;             // s
constexpr double LARGEST_RATE = 1000.0 - 1e-3;  // N m/s

// Stand-ins for the types of libfranka.
struct RobotState
{
  std::array<double, JOINTS> q{}, dq{};
};

struct Duration
{
  double seconds;
  double toSec() const {return seconds;}
};

struct Torques
{
  std::array<double, JOINTS> tau_J{};
  bool motion_finished = false;
};

using Callback = std::function<Torques(const RobotState &, Duration)>;

// A robot that stands still. Return the largest change of a torque in one cycle.
double control(const Callback & callback, const RobotState & state)
{
  std::array<double, JOINTS> before{};
  double largest = 0.0;
  for (int step = 0; step < 10000; ++step) {
    const Torques torques = callback(state, {step == 0 ? 0.0 : PERIOD});
    for (std::size_t j = 0; j < JOINTS; ++j) {
      largest = std::max(largest, std::abs(torques.tau_J[j] - before[j]));
    }
    before = torques.tau_J;
    if (torques.motion_finished) {
      break;
    }
  }
  return largest;
}

int run(const torque_core_cpp::ArmModel & arm)
{
  auto settings = arm.settings(TORQUE_CORE_BRAKES_HARDWARE);  // the robot opens its own brakes
  settings.hardware_compensates_gravity = 1;
  settings.terms =
    TORQUE_CORE_INERTIA | TORQUE_CORE_MOTOR_INERTIA | TORQUE_CORE_CORIOLIS | TORQUE_CORE_CENTRIFUGAL;
  for (std::size_t j = 0; j < JOINTS; ++j) {
    settings.torque_rate[j] = std::min(settings.torque_rate[j], LARGEST_RATE);
    settings.removal_rate[j] = LARGEST_RATE;
    settings.stiffness[j] = 100.0;  // computed torque: follow the reference with this stiffness, 1/s^2
    settings.damping[j] = 20.0;     // 1/s
  }
  auto gate = torque_core_cpp::make_gate(arm, settings);
  RobotState state;
  for (std::size_t j = 0; j < JOINTS; ++j) {
    state.q[j] = 0.5 * (arm.limits().lower[j] + arm.limits().upper[j]);
  }
  std::puts("# time, s; state; torque of each joint, N m");
  double now = 0.0;
  torque_core_activate(gate.get(), now);
  const double largest = control(
    [&](const RobotState & robot, Duration period) {
      // Steady time: on a robot CLOCK_BOOTTIME, because a pause of this process does not appear in `period`.
      now += period.toSec();
      const double clock = 1000.0 + now;
      const std::array<double, JOINTS> still{};
      Torques torques;
      torque_core_status_t status{};
      torque_core_status(gate.get(), &status);
      if (now < 2.0 && status.leads) {  // a reference 10 mrad from where the arm stands
        std::array<double, JOINTS> target = robot.q;
        target[1] += 0.01;
        torque_core_reference(gate.get(), now, clock, clock, target.data(), still.data(), still.data());
      }
      if (now >= 2.0 && status.state == TORQUE_CORE_OPEN) {
        torque_core_deactivate(gate.get(), now);
      }
      if (torque_core_state(
        gate.get(), now, clock, clock, robot.q.data(), robot.dq.data(), nullptr, nullptr, torques.tau_J.data()) !=
      TORQUE_CORE_SEND)
      {
        torque_core_update(gate.get(), now, torques.tau_J.data());
      }
      torque_core_torque(gate.get(), torques.tau_J.data());
      if (std::fmod(now + 0.5 * PERIOD, 0.1) < PERIOD) {
        std::printf("%.3f %s", now, torque_core_state_name(status.state));
        for (const double each : torques.tau_J) {
          std::printf(" %.4f", each);
        }
        std::printf("\n");
      }
      torques.motion_finished = now > 2.0 && status.done;
      return torques;
    },
    state);
  std::printf("largest change of a torque in a cycle: %.4f N m\n", largest);
  return largest <= LARGEST_RATE * PERIOD ? 0 : 1;
}

}  // namespace

int main(int argc, char ** argv)
{
  try {
    const auto arm = arm_of_arguments(argc, argv);
    if (arm.joints() != JOINTS) {
      std::fprintf(stderr, "expected an arm with 7 joints, like those that libfranka controls\n");
      return 1;
    }
    return run(arm);
  } catch (const std::exception & wrong) {
    std::fprintf(stderr, "%s\n", wrong.what());
    return 1;
  }
}
