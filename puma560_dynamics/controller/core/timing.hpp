// Time constants of the torque path, derived from `state_timeout`; the same as control/gate/timing.py.
#pragma once

#include <algorithm>

namespace torque_core_
{

struct Timing
{
  static constexpr double period = 0.01;
  static constexpr double longest_step = 2.0 * period;
  static constexpr double look_around = 5.0 * period;
  static constexpr double repeat_zero = 1.0;

  // Return the time between two commands from which this process counts as stalled, s.
  static double own_stall(double state_timeout) {return std::max(state_timeout, 2.0 * longest_step);}
};

}  // namespace torque_core_
