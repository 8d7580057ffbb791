// Torques of @arm@ that Python computed, for a comparison to nine digits of the largest torque.
#pragma once

#include "arm_numbers.hpp"

namespace @package@::golden
{

struct State
{
  arm::Numbers q, gravity;
};

inline constexpr State STATES[] = {
@golden@
};

// The first state on a tilted base, with a payload in the frame of the last link.
inline constexpr double TILTED[3] = {@loaded_gravity@};  // m/s^2, in the frame of the base link
inline constexpr double LOAD = @loaded_mass@;            // kg
inline constexpr double CENTER[3] = {@loaded_center@};   // m
inline constexpr arm::Numbers LOADED = {@loaded_torque@};

}  // namespace @package@::golden
