// Check that the robot description fits the model, to detect another robot with the same joint names; the same as
// models/description_agreement.py. No ROS.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "arm.hpp"
#include "carried.hpp"
#include "chain.hpp"
#include "robot_tree.hpp"

namespace @package@
{

inline constexpr std::size_t COMPARED_POSES = 32;
// Tolerance as fractions of the largest torque and of the maximum torque.
inline constexpr double OF_TORQUE = 0.1, OF_MAXIMUM = 0.01;
inline constexpr double MOST_DISTANCE = 0.02, MOST_ANGLE = 0.03;  // m, rad
inline constexpr double PARALLEL = 0.01, SKEW = 0.2;              // sines of the angle between two axes

// Return pose `number` of a deterministic, evenly spread sequence within the arm's range.
inline Numbers pose(const Arm & arm, std::size_t number)
{
  constexpr double PRIMES[] = {2.0, 3.0, 5.0, 7.0, 11.0, 13.0, 17.0, 19.0, 23.0, 29.0, 31.0, 37.0};
  Numbers q{};
  for (std::size_t j = 0; j < arm.n(); ++j) {
    const bool turns = torque_core_::continuous(arm.usual.lower[j], arm.usual.upper[j]);
    const double low = turns ? -0.5 * torque_core_::TURN : arm.usual.lower[j];
    const double high = turns ? 0.5 * torque_core_::TURN : arm.usual.upper[j];
    q[j] = low + std::fmod(static_cast<double>(number) * std::sqrt(PRIMES[j % 12]), 1.0) * (high - low);
  }
  return q;
}

// Compute the distance of two axes (NaN if it is ill-conditioned) and the unsigned angle between them.
inline void between(
  const Vector & point, const Vector & axis, const Vector & other, const Vector & direction, double & distance,
  double & angle)
{
  const Vector normal = cross(axis, direction), apart = other - point;
  const double sine = std::sqrt(dot(normal, normal));
  angle = std::acos(std::min(std::abs(dot(axis, direction)), 1.0));
  if (sine <= PARALLEL) {
    const Vector across = apart - dot(apart, axis) * axis;
    distance = std::sqrt(dot(across, across));
  } else {
    distance = sine >= SKEW ? std::abs(dot(apart, normal)) / sine : std::nan("");
  }
}

template<typename... Values>
std::string sentence(const char * format, Values... values)
{
  char text[512];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

inline std::string difference_of_axes(const Arm & arm, RobotTree & robot, const std::string * names)
{
  torque_core_::Chain chain(arm.model());
  torque_core_::ChainAxes model;
  for (std::size_t number = 1; number <= COMPARED_POSES; ++number) {
    const auto q = pose(arm, number);
    robot.at(q.data());
    chain.at(q.data());
    model.at(chain, {}, arm.n());
    for (std::size_t i = 0; i < arm.n(); ++i) {
      for (std::size_t j = i + 1; j < arm.n(); ++j) {
        double ours = 0.0, theirs = 0.0, our_angle = 0.0, their_angle = 0.0;
        between(model.origins[i], model.axes[i], model.origins[j], model.axes[j], ours, our_angle);
        between(robot.points[i], robot.axes[i], robot.points[j], robot.axes[j], theirs, their_angle);
        const double distance = std::abs(ours - theirs), angle = std::abs(our_angle - their_angle);
        if (distance > MOST_DISTANCE || angle > MOST_ANGLE) {
          return sentence(
            "the axes of %s and %s differ from the model by %.3g m and %.3g rad: it is a different robot, or its zero "
            "position differs", names[i].c_str(), names[j].c_str(), distance, angle);
        }
      }
    }
  }
  return "";
}

// Finds the joint with the largest torque difference beyond the tolerance. The usual tolerance depends on the model's
// largest torques.
class TorqueDifference
{
public:
  explicit TorqueDifference(const Arm & arm)
  : arm_(arm) {}

  void add(const Numbers & ours, const Numbers & theirs)
  {
    for (std::size_t j = 0; j < arm_.n(); ++j) {
      largest_[j] = std::max(largest_[j], std::abs(ours[j]));
      if (std::abs(ours[j] - theirs[j]) > std::abs(ours_[j] - theirs_[j])) {
        ours_[j] = ours[j];
        theirs_[j] = theirs[j];
      }
    }
  }

  // Return a sentence on the difference; empty if all joints are within `tolerance` (N m, one per joint, or NULL).
  std::string words(const char * what, const double * tolerance, const std::string * names) const
  {
    std::string found;
    double most = 0.0;
    for (std::size_t j = 0; j < arm_.n(); ++j) {
      const double usual = std::max(OF_TORQUE * largest_[j], OF_MAXIMUM * arm_.usual.motor_torque[j]);
      const double allowed = tolerance != nullptr ? tolerance[j] : usual;
      const double beyond = std::abs(ours_[j] - theirs_[j]) - allowed;
      if (beyond > most) {
        most = beyond;
        found = sentence(
          "at %s its %s torque is %.3g N m where the model's is %.3g N m (tolerance %.2g): it is a different robot, or "
          "carries a payload that the model does not have", names[j].c_str(), what, theirs_[j], ours_[j], allowed);
      }
    }
    return found;
  }

private:
  const Arm & arm_;
  Numbers ours_{}, theirs_{}, largest_{};
};

// Return a sentence on the difference between robot and model; empty without a difference. The robot may be mounted
// upright at its root, or with the model's gravity (m/s^2), given as `gravity` in the frame of the root and as
// `gravity_vector` in the frame before the first joint. A gripper may be part of the description or be the payload.
// `tolerance`: N m, one per joint, or NULL; `names`: joint names.
inline std::string description_difference(
  const Arm & arm, RobotTree & robot, const Vector & gravity, const double * gravity_vector,
  const torque_core_payload & payload,
  const double * tolerance, const std::string * names)
{
  if (auto words = difference_of_axes(arm, robot, names); !words.empty() || arm.pinned) {
    return words;
  }
  const auto model = arm.model();
  torque_core_settings settings{};
  std::copy(gravity_vector, gravity_vector + 3, settings.gravity_vector);
  torque_core_::Carried tilted(model, settings);
  settings.payload = payload;
  torque_core_::Carried carried(model, settings);
  Numbers velocity{};
  std::copy_n(arm.usual.velocity, arm.n(), velocity.begin());
  const Vector mountings[] = {{0.0, 0.0, -std::sqrt(dot(gravity, gravity))}, gravity};
  TorqueDifference bare[2]{TorqueDifference(arm), TorqueDifference(arm)};
  TorqueDifference loaded[2]{TorqueDifference(arm), TorqueDifference(arm)}, inertia(arm);
  for (std::size_t number = 1; number <= COMPARED_POSES; ++number) {
    const auto q = pose(arm, number);
    Numbers ours{};
    robot.at(q.data());
    model.gravity(q.data(), ours.data());
    auto more = ours;
    tilted.at(q.data());
    tilted.add_gravity(ours.data());
    carried.at(q.data());
    carried.add_gravity(more.data());
    for (std::size_t mounting = 0; mounting < 2; ++mounting) {
      const auto theirs = robot.gravity(mountings[mounting]);
      bare[mounting].add(ours, theirs);
      loaded[mounting].add(more, theirs);
    }
    std::array<double, MOST_JOINTS * MOST_JOINTS> matrix{};
    model.kinetic_energy_matrix(q.data(), matrix.data());
    Numbers mine{};
    for (std::size_t i = 0; i < arm.n(); ++i) {
      for (std::size_t j = 0; j < arm.n(); ++j) {
        mine[i] += (matrix[i * arm.n() + j] - (i == j ? arm.usual.motor_inertia[i] : 0.0)) * velocity[j];
      }
    }
    inertia.add(mine, robot.inertia(velocity));  // acceleration to the velocity limits within a second
  }
  for (const auto & each : bare) {
    if (each.words("gravity", tolerance, names).empty()) {
      return inertia.words("inertia", tolerance, names);
    }
  }
  for (const auto & each : loaded) {
    if (payload.mass > 0.0 && each.words("gravity", tolerance, names).empty()) {
      return "";
    }
  }
  return bare[0].words("gravity", tolerance, names);
}

}  // namespace @package@
