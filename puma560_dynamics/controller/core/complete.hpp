// Numbers of the settings that follow from the arm: limits of accelerations, and bounds of the errors of its model.
#pragma once

#include <algorithm>
#include <cmath>

#include "body_errors.hpp"
#include "constants.hpp"
#include "friction_numbers.h"
#include "joint_inertia.hpp"
#include "joints.hpp"
#include "poses.hpp"

namespace torque_core_
{

// Return the dry friction of joint `j` in one direction, 1.0 or -1.0.
inline double dry_friction(const torque_core_settings & settings, std::size_t j, double sign)
{
  const double qd = 0.0;
  double torque = 0.0;
#define TORQUE_CORE_ADD(name, basis) torque += (basis) * settings.name[j];
  TORQUE_CORE_FRICTION_NUMBERS(TORQUE_CORE_ADD)
#undef TORQUE_CORE_ADD
  return sign * torque;
}

// Return whether the settings have friction of any joint.
inline bool has_friction(const torque_core_settings & settings, std::size_t n)
{
  bool found = false;
#define TORQUE_CORE_ANY(name, basis) found = found || any(settings.name, n);
  TORQUE_CORE_FRICTION_NUMBERS(TORQUE_CORE_ANY)
#undef TORQUE_CORE_ANY
  return found;
}

inline void enlarge(double * largest, const Joints & values, std::size_t n)
{
  for (std::size_t j = 0; j < n; ++j) {
    largest[j] = std::max(largest[j], values[j]);
  }
}

// Set the resistance of a guided joint at rest; the same as control/guiding/guiding_settings.py.
inline void set_hold(const torque_core_model & model, torque_core_settings & s)
{
  using namespace guiding_settings;
  const std::size_t n = model.joints;
  const Joints still{};
  BodyErrors errors(model, s, ASSUMED);
  double mass = 0.0;
  for (std::size_t j = 0; j < n; ++j) {
    s.guiding_hold_torque[j] = LEAST * s.motor_torque[j];
  }
  for (std::size_t j = 0; j < links_of(model); ++j) {
    mass += model.links[j].mass;
  }
  for (std::size_t number = 1; number <= POSES; ++number) {
    errors.at(pose(s, n, number));
    Joints error = errors.deviation(s.gravity_vector, still, still);
    const Joints hidden = errors.carried(s.gravity_vector, HIDDEN_SHARE * mass);
    for (std::size_t j = 0; j < n; ++j) {
      error[j] = DEVIATIONS * error[j] + std::abs(hidden[j]);
    }
    enlarge(s.guiding_hold_torque, error, n);
  }
  for (std::size_t j = 0; j < n && s.hand_guiding_hold_speed != 0.0; ++j) {
    const double dry = 0.5 * (dry_friction(s, j, 1.0) + dry_friction(s, j, -1.0));
    s.guiding_hold_torque[j] = std::max(s.guiding_hold_torque[j] - TRUSTED * dry, 0.0);
  }
}

// Return direction `number`, 1 or more, of a motion of n joints: a unit vector.
inline Joints direction_of(std::size_t n, std::size_t number)
{
  Joints result{};
  double square = 0.0;
  for (std::size_t j = 0; j < n; ++j) {
    const double each = 2.0 * spread(number, contact_bounds::DIRECTION_PRIMES, j) - 1.0;
    result[j] = each * each * each;
    square += result[j] * result[j];
  }
  for (std::size_t j = 0; j < n; ++j) {
    result[j] /= std::sqrt(square);
  }
  return result;
}

// Set the largest effects on the torque of errors of the links; the same as control/observer/contact_bounds.py.
inline void set_largest_effects(const torque_core_model & model, torque_core_settings & s)
{
  using namespace contact_bounds;
  const std::size_t n = model.joints;
  const double weightless[3] = {};
  const Joints none{};
  BodyErrors errors(model, s, torque_uncertainty::ASSUMED_TOLERANCE);
  std::fill(s.contact_still, s.contact_still + n, 0.0);
  std::fill(s.contact_velocity, s.contact_velocity + n, 0.0);
  std::fill(s.contact_acceleration, s.contact_acceleration + n * n, 0.0);
  for (std::size_t number = 1; number <= POSES; ++number) {
    errors.at(pose(s, n, number));
    enlarge(s.contact_still, errors.deviation(s.gravity_vector, none, none), n);
    for (std::size_t k = 0; k < n; ++k) {
      Joints unit{};
      unit[k] = 1.0;
      const Joints found = errors.deviation(weightless, none, unit);
      for (std::size_t j = 0; j < n; ++j) {
        s.contact_acceleration[j * n + k] = std::max(s.contact_acceleration[j * n + k], found[j]);
      }
    }
    for (std::size_t each = 0; each < DIRECTIONS; ++each) {
      Joints qd = direction_of(n, each * POSES + number);
      for (std::size_t j = 0; j < n; ++j) {
        qd[j] *= s.velocity[j];
      }
      enlarge(s.contact_velocity, errors.deviation(weightless, qd, none), n);
    }
  }
  for (std::size_t j = 0; j < n; ++j) {
    s.contact_still[j] = s.contact_still[j] > ROUNDING * s.motor_torque[j] ? s.contact_still[j] : 0.0;
  }
}

// Set the bounds of the errors of model and friction.
inline void set_contact(const torque_core_model & model, torque_core_settings & s)
{
  using namespace torque_uncertainty;
  const std::size_t n = model.joints;
  const bool known = has_friction(s, n);
  const Following following(model);
  set_largest_effects(model, s);
  s.contact_unknown = known ? FRICTION_UNKNOWN_KNOWN : FRICTION_UNKNOWN_TABLE;
  s.contact_model_widths = MODEL_WIDTHS;
  s.contact_noise_widths = NOISE_WIDTHS;
  for (std::size_t j = 0; j < n; ++j) {
    const double kinetic = std::max(dry_friction(s, j, 1.0), dry_friction(s, j, -1.0));
    s.contact_dry[j] =
      known ? kinetic / friction::TYPICAL_SHARE * (1.0 + s.contact_unknown) : STICKS * s.motor_torque[j];
    s.contact_least[j] = LEAST * s.motor_torque[j];
    s.contact_motion_scale[j] = model.links[following.place(j)].slides != 0 ? parts::SLIDE_M : 1.0;
    s.contact_reversal[j] = dry_friction_bound::REVERSES * s.contact_motion_scale[j];
#define TORQUE_CORE_CLEAR(name, basis) s.contact_##name[j] = 0.0;
    TORQUE_CORE_FRICTION_LAW(TORQUE_CORE_CLEAR)
#undef TORQUE_CORE_CLEAR
#define TORQUE_CORE_COPY(name, basis) s.contact_##name[j] = s.name[j];
    TORQUE_CORE_FRICTION_NUMBERS(TORQUE_CORE_COPY)
#undef TORQUE_CORE_COPY
  }
}

// Complete the settings of an arm without tolerances; see torque_core_complete.
inline void complete(const torque_core_model & model, torque_core_settings & settings)
{
  if (model.links == nullptr || wrong_followers(model) != nullptr) {
    return;  // `wrong` has the sentence
  }
  JointInertia inertia(model, settings);
  inertia.largest_acceleration(settings.acceleration_limit);
  inertia.least_inertia(settings.guiding_inertia);
  set_hold(model, settings);
  set_contact(model, settings);
}

}  // namespace torque_core_
