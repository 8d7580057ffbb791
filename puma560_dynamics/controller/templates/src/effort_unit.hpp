// Unit of the interfaces `effort` of the hardware: torque (N m), or motor current (A).
#pragma once

#include <cmath>
#include <stdexcept>
#include <string>

#include "settings.hpp"

namespace @package@
{

// Return the factors from torques to values of the interfaces `effort`, ones or A/(N m), as control/effort_unit.py does
// without an arm file. Throws std::invalid_argument for currents without constants, constants that are zero or give infinite
// currents, and constants that are given for torques.
inline Numbers effort_per_torque(const Arm & arm, const Params & given)
{
  Numbers found{};
  found.fill(1.0);
  if (given.effort_unit == "torque") {
    if (!left_out(given.current_per_torque)) {
      throw std::invalid_argument(
              "current_per_torque is given and effort_unit is torque, so that torque would be sent as it is: set "
              "effort_unit to current, or leave current_per_torque out");
    }
    return found;
  }
  if (left_out(given.current_per_torque)) {
    throw std::invalid_argument(
            "effort_unit is current: give current_per_torque, A/(N m), one number for all joints or one each, other than 0");
  }
  fill(arm, "current_per_torque", given.current_per_torque, found.data(), found.data());
  for (std::size_t j = 0; j < arm.n(); ++j) {
    const double current = found[j] * arm.usual.motor_torque[j];
    if (!std::isfinite(current) || current == 0.0) {
      throw std::invalid_argument(
              "effort_unit is current: expected current_per_torque with a number other than 0 for every joint, in A/(N m), "
              "got " + sentence("%g", found[j]) + " for joint " + arm.joints[j]);
    }
  }
  return found;
}

}  // namespace @package@
