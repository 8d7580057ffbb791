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
#include "driver.hpp"
#include "payload.hpp"
#include "robot_reading.hpp"

namespace @package@
{

// Return whether numbers for the joints are left out: [0.0].
inline bool left_out(const std::vector<double> & given) {return given.empty() || (given.size() == 1 && given[0] == 0.0);}

// Write `given` to `result`, one number per joint; `usual` if `given` is left out. A single number is for all joints.
inline void fill(
  const Arm & arm, const char * name, const std::vector<double> & given, const double * usual, double * result)
{
  if (given.size() > 1 && given.size() != arm.n()) {
    throw std::invalid_argument(
            std::string(name) + ": expected one number or " + std::to_string(arm.n()) + ", one per joint, got " +
            std::to_string(given.size()));
  }
  for (std::size_t j = 0; j < arm.n(); ++j) {
    result[j] = left_out(given) ? usual[j] : given.size() == 1 ? given[0] : given[j];
  }
}

// Return a row of the settings.
inline Numbers row_of(const double * values)
{
  Numbers found{};
  std::copy_n(values, found.size(), found.begin());
  return found;
}

// Return whether gravity is given; [0.0] stands for the direction of the model or of the description.
inline bool gravity_given(const Params & given) {return !(given.gravity.empty() || given.gravity == std::vector<double>{0.0});}

// Return the names of joints that are given; none for [''].
inline std::vector<std::string> joints_given(const Params & given)
{
  return given.joints == std::vector<std::string>{""} ? std::vector<std::string>{} : given.joints;
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
  const auto add = [&terms](bool wanted, std::uint32_t term) {terms |= wanted ? term : 0U;};
  add(on.gravity, TORQUE_CORE_GRAVITY);
  add(on.friction, TORQUE_CORE_FRICTION);
  if (mode != "gravity") {
    add(on.inertia, TORQUE_CORE_INERTIA);
    add(on.motor_inertia, TORQUE_CORE_MOTOR_INERTIA);
    add(on.coriolis, TORQUE_CORE_CORIOLIS);
    add(on.centrifugal, TORQUE_CORE_CENTRIFUGAL);
  }
  return terms;
}

// Set the numbers of hand guiding: planes and tool point in the frames of the core. Throws std::invalid_argument if planes
// are incomplete.
inline void guide(const Arm & arm, const Params & given, torque_core_settings & s)
{
  const auto & guiding = given.hand_guiding;
  const Numbers usual = row_of(s.guiding_hold_torque);
  fill(
    arm, "hand_guiding.hold_torque", guiding.hold_torque,
    arm.compiled && guiding.hold_speed == 0.0 ? arm.gravity_error.data() : usual.data(), s.guiding_hold_torque);
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
        s.guiding_walls[k + i] += arm.base[3 * i + j] * (guiding.walls[k + j] - arm.base_origin[j]);
        s.guiding_walls[k + 3 + i] += arm.base[3 * i + j] * guiding.walls[k + 3 + j];
      }
    }
  }
  const Frame & last = arm.frames[0];
  for (std::size_t i = 0; i < 3; ++i) {
    s.guiding_tool_point[i] = last.origin[i];
    for (std::size_t j = 0; j < 3; ++j) {
      s.guiding_tool_point[i] += last.turn[3 * i + j] * guiding.tool_point[j];
    }
  }
  s.mode = given.mode == "hand_guiding" ? TORQUE_CORE_MODE_HAND_GUIDING : TORQUE_CORE_MODE_FEEDFORWARD;
}

// Apply the limits of the description that are lower than the arm's.
inline void lower_limits(
  const arm_description::RobotDescription & robot, const std::vector<std::string> & names, torque_core_settings & s)
{
  for (std::size_t j = 0; j < names.size(); ++j) {
    const std::size_t found = robot.joint(names[j]);
    if (found == arm_description::RobotLink::NONE) {
      continue;
    }
    const auto & joint = robot.joints[found];
    if (joint.kind != arm_description::Kind::CONTINUOUS && joint.lower < joint.upper) {
      s.lower[j] = std::max(s.lower[j], joint.lower);
      s.upper[j] = std::min(s.upper[j], joint.upper);
    }
    if (joint.velocity > 0.0) {
      s.velocity[j] = std::min(s.velocity[j], joint.velocity);
    }
    if (joint.effort > 0.0) {
      s.motor_torque[j] = std::min(s.motor_torque[j], joint.effort);
    }
  }
}

// Throws std::invalid_argument if the description does not fit this arm.
inline void check_description(
  const Arm & arm, const arm_description::RobotDescription & robot, const std::vector<std::string> & names,
  const Params & given, const Vector & gravity, const torque_core_settings & s)
{
  auto tree = robot_of(robot, names);
  Numbers allowed{};
  fill(arm, "description_tolerance", given.description_tolerance, allowed.data(), allowed.data());
  const Vector at_root = gravity_given(given) ? gravity_at_root(robot, arm.base_link, gravity) : gravity;
  const auto words = description_difference(
    arm, tree, at_root, s.gravity_vector, s.payload, left_out(given.description_tolerance) ? nullptr : allowed.data(),
    names.data());
  if (!words.empty()) {
    throw std::invalid_argument(
            "the robot description is not of " + arm.name + ": " + words + "; leave out the parameter model, generate a "
            "model of this robot, or set description_tolerance");
  }
}

// Set gravity; return it in the frame of the base link, m/s^2.
inline Vector set_gravity(const Arm & arm, const Params & given, torque_core_settings & s)
{
  Vector gravity{arm.gravity[0], arm.gravity[1], arm.gravity[2]};
  if (!gravity_given(given)) {
    return gravity;
  }
  if (given.gravity.size() != 3) {
    throw std::invalid_argument("gravity: expected three numbers, m/s^2 in the frame of the base link, or [0.0]");
  }
  std::copy(given.gravity.begin(), given.gravity.end(), gravity.begin());
  if (std::equal(gravity.begin(), gravity.end(), arm.gravity)) {
    return gravity;  // without rounding
  }
  double vector[3];
  for (std::size_t i = 0; i < 3; ++i) {
    vector[i] = arm.base[3 * i] * gravity[0] + arm.base[3 * i + 1] * gravity[1] + arm.base[3 * i + 2] * gravity[2];
  }
  turn_gravity(arm, vector, s);
  return gravity;
}

// Return the settings of an arm. Throws std::invalid_argument if numbers are missing, a link is unknown, or the description
// does not fit this arm; `torque_core_check` finds all other errors.
inline torque_core_settings settings_of(const Arm & arm, const Params & given, const std::string & description)
{
  torque_core_settings s = arm.usual;
  const auto joints = joints_given(given);
  const auto & names = joints.empty() ? arm.joints : joints;
  if (names.size() != arm.n()) {
    throw std::invalid_argument(
            "joints: expected " + std::to_string(arm.n()) + " names for " + arm.name + ", or [''], got " +
            std::to_string(names.size()));
  }
  const Vector gravity = set_gravity(arm, given, s);
  if (!arm.compiled) {
    const auto model = arm.model();
    s.hand_guiding_hold_speed = given.hand_guiding.hold_speed;
    torque_core_complete(&model, &s);
  }
  s.contact_policy = given.contact_policy == "float" ? TORQUE_CORE_CONTACTS_FLOAT : given.contact_policy == "stop" ? TORQUE_CORE_CONTACTS_STOP :
    given.contact_policy == "report" ? TORQUE_CORE_CONTACTS_REPORT : TORQUE_CORE_CONTACTS_NONE;
  s.effort_without = given.effort_without == "model" ? TORQUE_CORE_WITHOUT_MODEL :
    given.effort_without == "gravity" ? TORQUE_CORE_WITHOUT_GRAVITY : TORQUE_CORE_WITHOUT_NOTHING;
  s.payload = payload_of(arm, given.payload);
  frame_of(arm, given.wrench_link, "wrench_link", false);
  if (arm.compiled && !description.empty()) {
    const auto robot = arm_description::read_robot(description);
    check_description(arm, robot, names, given, gravity, s);
    lower_limits(robot, names, s);
  }
  Numbers usual_rate{};
  for (std::size_t j = 0; j < arm.n(); ++j) {
    s.maximum_torque[j] = given.torque_limit_scale * s.motor_torque[j];
    usual_rate[j] = std::min(@rate_from_limit@ * s.motor_torque[j], accepted_rate(given.driver));
  }
  fill(arm, "torque_rate", given.torque_rate, usual_rate.data(), s.torque_rate);
  Numbers usual_removal{};
  for (std::size_t j = 0; j < arm.n(); ++j) {
    usual_removal[j] = std::max(usual_rate[j], s.torque_rate[j]);
  }
  fill(arm, "removal_rate", given.removal_rate, usual_removal.data(), s.removal_rate);
  check_rate(given.driver, "torque_rate", s.torque_rate, names);
  check_rate(given.driver, "removal_rate", s.removal_rate, names);
@friction_settings@
  fill(arm, "friction.position_resolution", given.friction.position_resolution, Numbers{}.data(), s.position_resolution);
  const Numbers acceleration = row_of(s.acceleration_limit);
  fill(arm, "acceleration_limit", given.acceleration_limit, acceleration.data(), s.acceleration_limit);
  const std::string mode = base_mode(given);
  for (std::size_t j = 0; j < arm.n() && mode == "computed_torque"; ++j) {
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
  guide(arm, given, s);
  s.acceleration_source = mode == "gravity" ? TORQUE_CORE_SOURCE_NONE : TORQUE_CORE_SOURCE_REFERENCE;
  s.fault_policy = given.fault_policy == "zero" ? TORQUE_CORE_ZERO : TORQUE_CORE_HOLD_GRAVITY;
  return s;
}

}  // namespace @package@
