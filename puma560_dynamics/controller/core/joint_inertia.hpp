// Inertia with which the joints of an arm move in any pose, and the accelerations that follow from it; the same as
// control/motor_inertia.py and `largest_acceleration` of control/feed_forward/references.py.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "constants.hpp"
#include "joints.hpp"
#include "newton_euler.hpp"
#include "poses.hpp"
#include "symmetric.hpp"

namespace torque_core_
{

class JointInertia
{
public:
  // The payload of the settings is left out.
  JointInertia(const torque_core_model & model, const torque_core_settings & settings)
  : settings_(settings), n_(model.joints), recursion_(model, settings)
  {
    recursion_.set(torque_core_payload{});
  }

  // Write the largest acceleration that the motors can produce, rad/s^2.
  void largest_acceleration(double * result)
  {
    Joints least;
    least.fill(std::numeric_limits<double>::infinity());
    for (std::size_t number = 1; number <= references::POSES; ++number) {
      const Matrix matrix = at(pose(settings_, n_, number));
      for (std::size_t j = 0; j < n_; ++j) {
        least[j] = std::min(least[j], matrix[j][j]);
      }
    }
    for (std::size_t j = 0; j < n_; ++j) {
      const double speed = settings_.velocity[j];
      const double inertia = std::max(0.0, least[j]);  // rounding errors may be below 0
      const double found = references::ACCELERATION_MARGIN * settings_.motor_torque[j] / inertia;
      const double bounded = std::min(std::max(found, speed / references::SLOWEST), speed / motor_inertia::QUICKEST);
      result[j] = speed > 0.0 ? bounded : found;
    }
  }

  // Write the smallest inertias on which springs may act at the same time, kg m^2.
  void least_inertia(double * result)
  {
    const Joints missing = missing_motors();
    double largest = 0.0;
    for (std::size_t number = 1; number <= motor_inertia::POSES; ++number) {
      const Matrix matrix = at(pose(settings_, n_, number));
      for (std::size_t j = 0; j < n_; ++j) {  // no entry of a positive matrix is larger than those of its diagonal
        largest = std::max(largest, matrix[j][j] + missing[j]);
      }
    }
    Joints free{}, root{};  // largest diagonal of the inverse
    for (std::size_t number = 1; number <= motor_inertia::POSES; ++number) {
      const Matrix inverse = inverse_at(number, missing, largest);
      for (std::size_t j = 0; j < n_; ++j) {
        free[j] = std::max(free[j], inverse[j][j]);
      }
    }
    for (std::size_t j = 0; j < n_; ++j) {
      root[j] = 1.0 / std::sqrt(free[j]);
    }
    double most = 0.0;
    for (std::size_t number = 1; number <= motor_inertia::POSES; ++number) {
      Matrix scaled = inverse_at(number, missing, largest);
      for (std::size_t i = 0; i < n_; ++i) {
        for (std::size_t j = 0; j < n_; ++j) {
          scaled[i][j] *= root[i] * root[j];
        }
      }
      diagonalize(scaled, n_);
      for (std::size_t j = 0; j < n_; ++j) {
        most = std::max(most, scaled[j][j]);
      }
    }
    for (std::size_t j = 0; j < n_; ++j) {
      result[j] = root[j] * root[j] / most;
    }
  }

private:
  using Matrix = Square<TORQUE_CORE_MAX_JOINTS>;

  // Return the kinetic energy matrix of links and motors at a pose.
  Matrix at(const Joints & q)
  {
    Matrix matrix{};
    const Joints still{};
    recursion_.at(q.data());
    for (std::size_t j = 0; j < n_; ++j) {
      Joints unit{};
      unit[j] = 1.0;
      recursion_.torque(still.data(), unit.data(), false, true, matrix[j].data());
    }
    return matrix;
  }

  // Return the inverse of the matrix with the inertia of missing motors.
  Matrix inverse_at(std::size_t number, const Joints & missing, double largest)
  {
    Matrix matrix = at(pose(settings_, n_, number));
    for (std::size_t j = 0; j < n_; ++j) {
      matrix[j][j] += missing[j] + motor_inertia::NEGLIGIBLE * largest;
    }
    invert(matrix, n_);
    return matrix;
  }

  // Return the inertia to assume for the motors of an arm that has that of none.
  Joints missing_motors()
  {
    Joints missing{};
    if (any(settings_.motor_inertia, n_)) {
      return missing;
    }
    const Matrix matrix = at(Joints{});
    for (std::size_t j = 0; j < n_; ++j) {
      if (settings_.velocity[j] > 0.0) {
        const double whole = motor_inertia::QUICKEST * settings_.motor_torque[j] / settings_.velocity[j];
        missing[j] = std::max(whole - matrix[j][j], 0.0);
      }
    }
    return missing;
  }

  const torque_core_settings & settings_;
  std::size_t n_;
  NewtonEuler recursion_;
};

}  // namespace torque_core_
