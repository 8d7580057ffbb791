// Make the core's settings from parameters, the arm's numbers and the robot description; of two limits the lower counts.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "@package@/@package@_parameters.hpp"
#include "arm.hpp"
#include "description_check.hpp"
#include "payload.hpp"
#include "robot_reading.hpp"

namespace @package@
{

// Write `given` to `result`, one number per joint; `usual` if `given` is [0.0].
inline void fill(
  const char * name, const std::vector<double> & given, const arm::Numbers & usual, double * result)
{
  const bool left_open = given.empty() || (given.size() == 1 && given[0] == 0.0);
  if (!left_open && given.size() != arm::JOINTS) {
    throw std::invalid_argument(
            std::string(name) + ": expected @n@ numbers, one per joint, or [0.0], got " + std::to_string(given.size()));
  }
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    result[j] = left_open ? usual[j] : given[j];
  }
}

// Return the kind of brakes. Throws std::invalid_argument if it is not given, because it decides whether the arm falls.
inline std::int32_t brakes_of(const std::string & given)
{
  const char * const names[] = {"ours", "hardware", "none", "supported"};
  for (std::int32_t kind = 0; kind < 4; ++kind) {
    if (given == names[kind]) {
      return kind;
    }
  }
  throw std::invalid_argument(
          "brakes: expected ours (this controller requests them), hardware (it opens them itself), none, or supported (a "
          "person holds the arm, to bring it up), got '" + given + "'; set it to what holds the arm while no torque is "
          "commanded");
}

// Return the mode of an arm that is not guided by hand.
inline std::string base_mode(const Params & given) {return given.mode == "hand_guiding" ? "gravity" : given.mode;}

// Return the terms that are on in a mode other than hand_guiding.
inline std::uint32_t terms_of(const Params & given, const std::string & mode)
{
  const auto & on = given.terms;
  std::uint32_t terms = 0;
  terms |= on.gravity ? TORQUE_CORE_GRAVITY : 0U;
  terms |= on.friction ? TORQUE_CORE_FRICTION : 0U;
  if (mode != "gravity") {
    terms |= on.inertia ? TORQUE_CORE_INERTIA : 0U;
    terms |= on.motor_inertia ? TORQUE_CORE_MOTOR_INERTIA : 0U;
    terms |= on.coriolis ? TORQUE_CORE_CORIOLIS : 0U;
    terms |= on.centrifugal ? TORQUE_CORE_CENTRIFUGAL : 0U;
  }
  return terms;
}

// Set the numbers of hand guiding: planes and tool point in the frames of the core. Throws std::invalid_argument if planes
// are incomplete.
inline void guide(const Params & given, torque_core_settings & s)
{
  const auto & guiding = given.hand_guiding;
  fill(
    "hand_guiding.hold_torque", guiding.hold_torque, guiding.hold_speed == 0.0 ? arm::GRAVITY_ERROR : arm::HOLD_TORQUE,
    s.guiding_hold_torque);
  std::copy(arm::LEAST_INERTIA.begin(), arm::LEAST_INERTIA.end(), s.guiding_inertia);
  const bool none = guiding.walls.size() == 1 && guiding.walls[0] == 0.0;
  const std::size_t count = none ? 0 : guiding.walls.size();
  if (count % 6 != 0 || count > 6 * TORQUE_CORE_MAX_WALLS) {
    throw std::invalid_argument(
            "hand_guiding.walls: expected six numbers for each of at most 16 planes (a point and a normal), or [0.0]");
  }
  s.guiding_walls_count = static_cast<std::int32_t>(count / 6);
  for (std::size_t k = 0; k < count; k += 6) {
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        s.guiding_walls[k + i] += arm::BASE[3 * i + j] * (guiding.walls[k + j] - arm::BASE_ORIGIN[j]);
        s.guiding_walls[k + 3 + i] += arm::BASE[3 * i + j] * guiding.walls[k + 3 + j];
      }
    }
  }
  const arm::Frame & last = arm::FRAMES[0];
  for (std::size_t i = 0; i < 3; ++i) {
    s.guiding_tool_point[i] = last.origin[i];
    for (std::size_t j = 0; j < 3; ++j) {
      s.guiding_tool_point[i] += last.turn[3 * i + j] * guiding.tool_point[j];
    }
  }
  s.mode = given.mode == "hand_guiding" ? TORQUE_CORE_MODE_HAND_GUIDING : TORQUE_CORE_MODE_FEEDFORWARD;
}

// Apply the limits of the description that are lower than the arm's.
inline void lower_limits(const urdf::Model & robot, const Params & given, torque_core_settings & s)
{
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    const auto joint = robot.getJoint(given.joints[j]);
    if (!joint || !joint->limits) {
      continue;
    }
    if (joint->type != urdf::Joint::CONTINUOUS && joint->limits->lower < joint->limits->upper) {
      s.lower[j] = std::max(s.lower[j], joint->limits->lower);
      s.upper[j] = std::min(s.upper[j], joint->limits->upper);
    }
    if (joint->limits->velocity > 0.0) {
      s.velocity[j] = std::min(s.velocity[j], joint->limits->velocity);
    }
    if (joint->limits->effort > 0.0) {
      s.motor_torque[j] = std::min(s.motor_torque[j], joint->limits->effort);
    }
  }
}

// Throws std::invalid_argument if the description does not fit this arm.
inline void check_description(const urdf::Model & robot, const Params & given, const torque_core_settings & s)
{
  auto tree = robot_of(robot, given.joints);
  const auto & tolerance = given.description_tolerance;
  const bool usual = tolerance.empty() || (tolerance.size() == 1 && tolerance[0] == 0.0);
  arm::Numbers allowed{};
  fill("description_tolerance", tolerance, allowed, allowed.data());
  const auto words = description_difference(
    tree, {given.gravity[0], given.gravity[1], given.gravity[2]}, s.gravity_vector, s.payload,
    usual ? nullptr : allowed.data(), given.joints.data());
  if (!words.empty()) {
    throw std::invalid_argument(
            "the robot description is not of @arm@: " + words + "; generate the package of this robot, or set "
            "description_tolerance");
  }
}

// Return the settings. Throws std::invalid_argument if numbers are missing, a link is unknown, or the description does not
// fit this arm; `torque_core_check` finds all other errors.
inline torque_core_settings settings_of(const Params & given, const std::string & description)
{
  torque_core_settings s{};
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    s.motor_torque[j] = arm::MAXIMUM_TORQUE[j];
    s.lower[j] = arm::LOWER[j];
    s.upper[j] = arm::UPPER[j];
    s.velocity[j] = arm::VELOCITY[j];
    s.motor_inertia[j] = arm::MOTOR_INERTIA[j];
  }
  bool tilted = false;
  for (std::size_t i = 0; i < 3; ++i) {
    bool usual = true;
    for (std::size_t k = 0; k < 3; ++k) {
      s.gravity_vector[i] += arm::BASE[3 * i + k] * given.gravity[k];
      usual = usual && given.gravity[k] == arm::GRAVITY[k];
    }
    tilted = tilted || !usual;
    s.gravity_vector[i] = usual ? arm::GRAVITY_VECTOR[i] : s.gravity_vector[i];  // no rounding
  }
  const double size = std::sqrt(
    given.gravity[0] * given.gravity[0] + given.gravity[1] * given.gravity[1] + given.gravity[2] * given.gravity[2]);
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
@contact_settings@
    if (tilted) {  // gravity may then act on other joints
      s.contact_still[j] = std::max(s.contact_still[j], arm::CONTACT_TILTED[j] * size);
    }
  }
  std::copy(arm::CONTACT_ACCELERATION.begin(), arm::CONTACT_ACCELERATION.end(), s.contact_acceleration);
  s.contact_unknown = arm::CONTACT_UNKNOWN;
  s.contact_model_widths = arm::CONTACT_MODEL_WIDTHS;
  s.contact_noise_widths = arm::CONTACT_NOISE_WIDTHS;
  s.contact_policy = given.contact_policy == "float" ? TORQUE_CORE_CONTACTS_FLOAT : given.contact_policy == "stop" ? TORQUE_CORE_CONTACTS_STOP :
    given.contact_policy == "report" ? TORQUE_CORE_CONTACTS_REPORT : TORQUE_CORE_CONTACTS_NONE;
  s.effort_without = given.effort_without == "model" ? TORQUE_CORE_WITHOUT_MODEL :
    given.effort_without == "gravity" ? TORQUE_CORE_WITHOUT_GRAVITY : TORQUE_CORE_WITHOUT_NOTHING;
  s.payload = payload_of(given.payload);
  frame_of(given.wrench_link, "wrench_link", false);
  urdf::Model robot;
  if (!description.empty()) {
    if (!robot.initString(description)) {
      throw std::invalid_argument("robot description: it cannot be read; correct what the controller manager gets");
    }
    check_description(robot, given, s);
    lower_limits(robot, given, s);
  }
  arm::Numbers usual_rate{};
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    s.maximum_torque[j] = given.torque_limit_scale * s.motor_torque[j];
    usual_rate[j] = @rate_from_limit@ * s.motor_torque[j];
  }
  fill("torque_rate", given.torque_rate, usual_rate, s.torque_rate);
  arm::Numbers usual_removal{};
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    usual_removal[j] = std::max(usual_rate[j], s.torque_rate[j]);
  }
  fill("removal_rate", given.removal_rate, usual_removal, s.removal_rate);
  fill("acceleration_limit", given.acceleration_limit, arm::ACCELERATION_LIMIT, s.acceleration_limit);
@friction_settings@
  fill("friction.position_resolution", given.friction.position_resolution, arm::Numbers{}, s.position_resolution);
  const std::string mode = base_mode(given);
  for (std::size_t j = 0; j < arm::JOINTS && mode == "computed_torque"; ++j) {
    s.stiffness[j] = given.computed_torque.stiffness;
    s.damping[j] = given.computed_torque.damping;
  }
#define TORQUE_CORE_GIVEN(field, parameter, low, high, unit) s.field = given.parameter;
  TORQUE_CORE_NUMBERS(TORQUE_CORE_GIVEN)
#undef TORQUE_CORE_GIVEN
#define TORQUE_CORE_GIVEN(field, parameter) s.field = given.parameter;
  TORQUE_CORE_SWITCHES(TORQUE_CORE_GIVEN)
#undef TORQUE_CORE_GIVEN
  s.brakes = brakes_of(given.brakes);
  s.acceleration_cutoff = @acceleration_cutoff@;
  s.terms = terms_of(given, mode);
  guide(given, s);
  s.acceleration_source = mode == "gravity" ? TORQUE_CORE_SOURCE_NONE : TORQUE_CORE_SOURCE_REFERENCE;
  s.fault_policy = given.fault_policy == "zero" ? TORQUE_CORE_ZERO : TORQUE_CORE_HOLD_GRAVITY;
  return s;
}

}  // namespace @package@
