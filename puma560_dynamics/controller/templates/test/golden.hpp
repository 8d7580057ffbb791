// Torques of @arm@ that Python computed, for a comparison to nine digits of the largest torque.
#pragma once

#include <algorithm>

#include "arm_numbers.hpp"
#include "newton_euler.hpp"

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

// Return the gravity torque of a pose by the recursive Newton-Euler equations.
inline arm::Numbers gravity(const arm::Numbers & q)
{
  const auto model = arm::model();
  torque_core_settings settings{};
  std::copy(model.gravity_vector, model.gravity_vector + 3, settings.gravity_vector);
  torque_core_::NewtonEuler equations(model, settings);
  arm::Numbers torque{};
  equations.at(q.data());
  equations.gravity(torque.data());
  return torque;
}

}  // namespace @package@::golden
