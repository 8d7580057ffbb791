// Validation of settings; the same as in GateSettings, LoopSettings and FrictionCompensation.
#pragma once

#include <cmath>
#include <cstdint>

#include "joints.hpp"
#include "payload_check.hpp"
#include "stamps.hpp"

namespace torque_core_
{

inline constexpr double MAX_RATE_FROM_LIMIT = 1e6;  // 1/s, largest rate limit as a multiple of the motor torque

inline constexpr double LARGEST_GRAVITY = 30.0;         // m/s^2, more than on any planet

inline bool between(double value, double low, double high) {return low <= value && value <= high;}  // false for NaN

inline bool positive(const double * values, std::size_t n, bool finite, bool zero)
{
  for (std::size_t j = 0; j < n; ++j) {
    if (!(zero ? values[j] >= 0.0 : values[j] > 0.0) || (finite && !std::isfinite(values[j]))) {
      return false;
    }
  }
  return true;
}

inline bool at_most(const double * values, const double * limits, std::size_t n, double factor)
{
  for (std::size_t j = 0; j < n; ++j) {
    if (!(values[j] <= factor * limits[j])) {
      return false;
    }
  }
  return true;
}

// Return whether a matrix, given by rows, is a rotation.
inline bool rotation(const double * turn)
{
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const double * a = turn + 3 * i, * b = turn + 3 * k;
      const double product = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
      if (!(std::abs(product - (i == k ? 1.0 : 0.0)) <= 1e-9)) {
        return false;
      }
    }
  }
  const Vector x{turn[0], turn[1], turn[2]}, y{turn[3], turn[4], turn[5]}, z = cross(x, y);
  return z[0] * turn[6] + z[1] * turn[7] + z[2] * turn[8] > 0.0;
}

// Return whether all numbers of the links are valid.
inline bool plain(const torque_core_model & model)
{
  for (std::size_t j = 0; model.links != nullptr && j < links_of(model); ++j) {
    const torque_core_link & link = model.links[j];
    if (!all_finite(link.place, 3) || !all_finite(link.center, 3) || !all_finite(link.inertia, 6) ||
      !rotation(link.turn) || !(link.mass >= 0.0) || !std::isfinite(link.mass))
    {
      return false;
    }
  }
  return all_finite(model.gravity_vector, 3);
}

// Return a sentence on the first error in the planes of hand guiding; NULL without an error.
inline const char * wrong_walls(const torque_core_model & model, const torque_core_settings & s)
{
  if (s.guiding_walls_count < 0 || s.guiding_walls_count > TORQUE_CORE_MAX_WALLS) {
    return "guiding_walls_count: expected 0 to 16";
  }
  if (!all_finite(s.guiding_tool_point, 3)) {
    return "guiding_tool_point: expected three finite numbers, m";
  }
  const auto count = static_cast<std::size_t>(s.guiding_walls_count);
  for (std::size_t k = 0; k < count; ++k) {
    const double * row = s.guiding_walls + 6 * k;
    if (!measurable(row, 6) || !(row[3] * row[3] + row[4] * row[4] + row[5] * row[5] > 1e-18)) {
      return "guiding_walls: expected finite numbers, and normals with a direction";
    }
  }
  return count > 0 && model.links == nullptr ? "guiding_walls: expected the links of the model" : nullptr;
}

// Return a sentence on the first error; NULL without an error.
inline const char * wrong(const torque_core_model & model, const torque_core_settings & s)
{
  const std::size_t n = model.joints;
  if (const char * found = wrong_followers(model)) {
    return found;
  }
  const bool all = model.torque && model.gravity && model.kinetic_energy_matrix && model.all_elements;
  const bool none = !model.torque && !model.gravity && !model.kinetic_energy_matrix && !model.all_elements;
  if (!all && !(none && model.links != nullptr)) {
    return "model: expected functions for torque, gravity, kinetic_energy_matrix and all_elements, or links without "
           "functions";
  }
  if (!plain(model)) {
    return "links: expected rotation matrices, finite numbers, and a mass of 0 or more";
  }
  struct { const double * values; bool finite, zero; const char * sentence; } const arrays[] = {
    {s.maximum_torque, true, false, "maximum_torque: expected positive, finite numbers, one per joint"},
    {s.motor_torque, true, false, "motor_torque: expected positive, finite numbers, one per joint"},
    {s.torque_rate, true, false, "torque_rate: expected positive, finite numbers, one per joint"},
    {s.removal_rate, true, false, "removal_rate: expected positive, finite numbers, one per joint"},
    {s.velocity, true, false, "velocity: expected positive, finite numbers, one per joint"},
    {s.acceleration_limit, false, false, "acceleration_limit: expected positive numbers, one per joint"},
    {s.motor_inertia, true, true, "motor_inertia: expected finite numbers of 0 or more"},
#define TORQUE_CORE_ROW(name, basis) {s.name, true, true, #name ": expected finite numbers of 0 or more"},
    TORQUE_CORE_FRICTION_NUMBERS(TORQUE_CORE_ROW)
#undef TORQUE_CORE_ROW
    {s.position_resolution, true, true, "position_resolution: expected finite numbers of 0 or more"},
    {s.stiffness, true, true, "stiffness: expected finite numbers of 0 or more"},
    {s.damping, true, true, "damping: expected finite numbers of 0 or more"},
    {s.contact_still, true, true, "contact_still: expected finite numbers of 0 or more"},
    {s.contact_velocity, true, true, "contact_velocity: expected finite numbers of 0 or more"},
    {s.contact_dry, true, true, "contact_dry: expected finite numbers of 0 or more"},
  };
  for (const auto & array : arrays) {
    if (!positive(array.values, n, array.finite, array.zero)) {
      return array.sentence;
    }
  }
  if (!positive(s.contact_acceleration, n * n, true, true)) {
    return "contact_acceleration: expected finite numbers of 0 or more";
  }
  if (s.contact_policy != TORQUE_CORE_CONTACTS_NONE &&
    !(positive(s.contact_least, n, true, false) && positive(s.contact_motion_scale, n, true, false) &&
    positive(s.contact_reversal, n, true, false)))
  {
    return "contact_least, contact_motion_scale, contact_reversal: expected positive, finite numbers for this "
           "contact_policy";
  }
  struct { const double * values; const char * sentence; } const frictions[] = {
#define TORQUE_CORE_ROW(name, basis) {s.contact_##name, "contact_" #name ": expected finite numbers"},
    TORQUE_CORE_FRICTION_LAW(TORQUE_CORE_ROW)
#undef TORQUE_CORE_ROW
  };
  for (const auto & friction : frictions) {
    if (!all_finite(friction.values, n)) {
      return friction.sentence;
    }
  }
  if (!positive(s.guiding_hold_torque, n, true, true) || !positive(s.guiding_inertia, n, true, true)) {
    return "guiding_hold_torque, guiding_inertia: expected finite numbers of 0 or more";
  }
  if (const char * found = wrong_walls(model, s)) {
    return found;
  }
  if (s.mode != TORQUE_CORE_MODE_FEEDFORWARD && !(s.mode == TORQUE_CORE_MODE_HAND_GUIDING && s.hand_guiding_enabled)) {
    return "mode: expected TORQUE_CORE_MODE_FEEDFORWARD, or _HAND_GUIDING with hand_guiding_enabled";
  }
  if (!between(s.contact_unknown, 0.0, 1.0)) {
    return "contact_unknown: expected 0 to 1";
  }
  if (!between(s.contact_model_widths, 0.0, 100.0) || !between(s.contact_noise_widths, 0.0, 100.0)) {
    return "contact_model_widths, contact_noise_widths: expected 0 to 100";
  }
  for (std::size_t j = 0; j < n; ++j) {
    const bool finite = std::isfinite(s.lower[j]) && std::isfinite(s.upper[j]);
    if (!(s.lower[j] < s.upper[j]) || !(finite || continuous(s.lower[j], s.upper[j]))) {
      return "lower, upper: expected finite position limits or none at all, every lower one below the upper";
    }
  }
  if (!at_most(s.maximum_torque, s.motor_torque, n, 1.0)) {
    return "maximum_torque: expected at most motor_torque for every joint";
  }
  if (!at_most(s.torque_rate, s.removal_rate, n, 1.0)) {
    return "removal_rate: expected at least torque_rate for every joint";
  }
  if (!at_most(s.removal_rate, s.motor_torque, n, MAX_RATE_FROM_LIMIT)) {
    return "removal_rate: expected at most 1e6 times the motor torque a second";
  }
  struct { double value, low, high; const char * sentence; } const numbers[] = {
#define TORQUE_CORE_BOUNDED(field, parameter, low, high, unit) \
  {s.field, low, high, #field ": expected " #low " to " #high unit},
    TORQUE_CORE_NUMBERS(TORQUE_CORE_BOUNDED)
#undef TORQUE_CORE_BOUNDED
    {s.acceleration_cutoff, 0.01, 1000.0, "acceleration_cutoff: expected 0.01 to 1000 Hz"},
  };
  for (const auto & number : numbers) {
    if (!between(number.value, number.low, number.high)) {
      return number.sentence;
    }
  }
  if (s.terms & ~std::uint32_t{TORQUE_CORE_ALL_TERMS}) {
    return "terms: expected a sum of bits out of TORQUE_CORE_ALL_TERMS";
  }
  if (s.acceleration_source < TORQUE_CORE_SOURCE_NONE || s.acceleration_source > TORQUE_CORE_SOURCE_FILTERED) {
    return "acceleration_source: expected one of TORQUE_CORE_SOURCE_NONE, _REFERENCE, _FILTERED";
  }
  if (s.brakes < TORQUE_CORE_BRAKES_OURS || s.brakes > TORQUE_CORE_BRAKES_SUPPORTED) {
    return "brakes: expected one of TORQUE_CORE_BRAKES_OURS, _HARDWARE, _NONE, _SUPPORTED";
  }
  if (s.fault_policy != TORQUE_CORE_HOLD_GRAVITY && s.fault_policy != TORQUE_CORE_ZERO) {
    return "fault_policy: expected TORQUE_CORE_HOLD_GRAVITY or TORQUE_CORE_ZERO";
  }
  if (s.contact_policy < TORQUE_CORE_CONTACTS_NONE || s.contact_policy > TORQUE_CORE_CONTACTS_FLOAT) {
    return "contact_policy: expected one of TORQUE_CORE_CONTACTS_NONE, _REPORT, _STOP, _FLOAT";
  }
  if (s.contact_policy == TORQUE_CORE_CONTACTS_FLOAT && !s.hand_guiding_enabled) {
    return "contact_policy: expected hand_guiding_enabled with TORQUE_CORE_CONTACTS_FLOAT";
  }
  if (s.effort_without < TORQUE_CORE_WITHOUT_NOTHING || s.effort_without > TORQUE_CORE_WITHOUT_MODEL) {
    return "effort_without: expected one of TORQUE_CORE_WITHOUT_NOTHING, _GRAVITY, _MODEL";
  }
  bool other = false;
  for (std::size_t k = 0; k < 3; ++k) {
    if (!between(s.gravity_vector[k], -LARGEST_GRAVITY, LARGEST_GRAVITY)) {
      return "gravity_vector: expected three numbers of -30 to 30 m/s^2";
    }
    other = other || s.gravity_vector[k] != model.gravity_vector[k];
  }
  if (other && model.links == nullptr) {
    return "gravity_vector: expected that of the model, or the links of the model";
  }
  return wrong_payload(model, s, s.payload);
}

}  // namespace torque_core_
