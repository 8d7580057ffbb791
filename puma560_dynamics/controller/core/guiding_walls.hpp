// One-sided walls at position limits and at planes, and the hold of a released arm; the same as walls.py, plane_walls.py
// and hold.py in control/guiding.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "chain.hpp"
#include "joints.hpp"
#include "poses.hpp"
#include "sample_period.hpp"
#include "torque_limits.hpp"

namespace torque_core_
{

inline constexpr double LEAD_S = 0.015;         // s, time by which the depth in a wall is extrapolated
inline constexpr double EXIT_FRACTION = 0.1;    // exit speed at a limit, as a fraction of the velocity limit
inline constexpr double MOST_OF_RANGE = 0.25;   // largest width of a wall, as a fraction of the joint's range
inline constexpr double EXIT_SPEED = 0.1;       // m/s, exit speed of a plane
inline constexpr double HOLD_RANGE = 0.01;      // rad (m), displacement at which a joint begins to slip
inline constexpr double MOST_PHASE = 0.25;      // rad, largest natural frequency of the hold times the sample period
inline constexpr double LOOSE = 0.05;           // rad (m), distance over which a joint slips with falling resistance
inline constexpr double CATCH_SPEED = 0.05;     // rad/s (m/s), speed below which a joint is held again
inline constexpr double CATCH_TIME_S = 0.2;     // s, time in which the whole resistance returns

// Return the force of a wall, 0 or more.
inline double push(double depth, double speed, double full_depth, double most, double exit_speed)
{
  depth = depth + LEAD_S * speed;
  if (depth <= 0.0) {
    return 0.0;
  }
  const double spring = depth < full_depth ? most * depth / full_depth : most;
  const double force = spring * (1.0 + speed / exit_speed);
  return force < 0.0 ? 0.0 : force > most ? most : force;
}

// Wall at one limit, and damping in the zone before it: a torque of 0 or more; `beyond` is the distance beyond the limit.
inline double limit_wall(
  double beyond, double speed, double margin, double most, double fastest, double damping)
{
  if (margin <= 0.0 || !std::isfinite(beyond) || beyond <= -2.0 * margin) {
    return 0.0;
  }
  const double zone = std::min((beyond + 2.0 * margin) / margin, 1.0);
  const double brake = speed > 0.0 ? damping * zone * std::min(speed, fastest) : 0.0;
  return brake + push(beyond + margin, speed, margin, most, EXIT_FRACTION * fastest);
}

// Elastic element with a slider for each joint.
class Hold
{
public:
  Hold(std::size_t n, const torque_core_settings & settings)
  : n_(n), speed_(settings.hand_guiding_hold_speed)
  {
    for (std::size_t j = 0; j < n; ++j) {
      most_[j] = settings.guiding_hold_torque[j];
      size_[j] = settings.contact_motion_scale[j] > 0.0 ? settings.contact_motion_scale[j] : 1.0;
      inertia_[j] = settings.guiding_inertia[j];
      continuous_[j] = continuous(settings.lower[j], settings.upper[j]);
    }
    forget();
  }

  void forget()
  {
    known_ = false;
    stretch_ = loose_ = Joints{};
    shares_.fill(1.0);
  }

  // Compute the torque for the next state.
  void torque(const double * q, const double * qd, double dt, Joints & result)
  {
    period_.update(dt);
    const double phase = period_.seconds() > 0.0 ? MOST_PHASE / period_.seconds() : 0.0;
    for (std::size_t j = 0; j < n_; ++j) {
      const double moved = displacement(q[j], known_ ? before_[j] : q[j], continuous_[j]);
      const double size = size_[j], fast = std::abs(qd[j]), speed = speed_ * size;
      double stiffness = most_[j] / (HOLD_RANGE * size);
      stiffness = phase > 0.0 ? std::min(stiffness, inertia_[j] * (phase * phase)) : stiffness;
      const double length = stiffness > 0.0 ? most_[j] / stiffness : HOLD_RANGE * size;
      const double damping = std::sqrt(stiffness * inertia_[j]);
      double loose = loose_[j], z = stretch_[j] + moved;
      if (std::abs(z) > shares_[j] * length) {
        loose += std::abs(moved) / (LOOSE * size);
      }
      if (fast < CATCH_SPEED * size) {
        loose -= dt / CATCH_TIME_S;
      }
      loose = loose < 0.0 ? 0.0 : loose > 1.0 ? 1.0 : loose;
      double share = 1.0;
      if (fast < speed) {
        const double part = fast / speed;
        share = std::max(1.0 - loose, part * part);
      }
      z = clamp(z, share * length);
      result[j] = -clamp(stiffness * z + damping * qd[j], share * most_[j]);
      stretch_[j] = z;
      loose_[j] = loose;
      shares_[j] = share;
    }
    before_ = joints_of(q, n_);
    known_ = true;
  }

private:
  std::size_t n_;
  double speed_;
  SamplePeriod period_{};
  Joints most_{}, size_{}, inertia_{}, before_{}, stretch_{}, loose_{}, shares_{};
  std::array<bool, TORQUE_CORE_MAX_JOINTS> continuous_{};
  bool known_ = false;
};

// Walls at planes for a point that is fixed to the last link; all in the frame before the first joint.
class PlaneWalls
{
public:
  PlaneWalls(const torque_core_model & model, const torque_core_settings & settings)
  : chain_(model), n_(model.joints), count_(static_cast<std::size_t>(settings.guiding_walls_count)),
    force_(settings.hand_guiding_wall_force), depth_(settings.hand_guiding_wall_depth)
  {
    std::copy(settings.guiding_tool_point, settings.guiding_tool_point + 3, point_.begin());
    for (std::size_t k = 0; k < count_; ++k) {
      const double * row = settings.guiding_walls + 6 * k;
      const double length = std::sqrt(row[3] * row[3] + row[4] * row[4] + row[5] * row[5]);
      places_[k] = {row[0], row[1], row[2]};
      normals_[k] = {row[3] / length, row[4] / length, row[5] / length};
    }
    if (count_ > 0 && !(force_ > 0.0)) {
      force_ = usual_force(settings);
    }
  }

  bool any() const {return count_ > 0;}

  // Add the torque at a state.
  void add(const double * q, const double * qd, Joints & torque)
  {
    at(q);
    for (std::size_t k = 0; k < count_; ++k) {
      const Vector & n = normals_[k];
      double depth = 0.0, speed = 0.0;
      for (std::size_t i = 0; i < 3; ++i) {
        depth -= n[i] * (axes_.point[i] - places_[k][i]);
      }
      const Joints share = along(n);
      for (std::size_t j = 0; j < n_; ++j) {
        speed -= share[j] * qd[j];
      }
      const double force = push(depth, speed, depth_, force_, EXIT_SPEED);
      for (std::size_t j = 0; j < n_ && force != 0.0; ++j) {
        torque[j] += force * share[j];
      }
    }
  }

private:
  void at(const double * q)
  {
    chain_.at(q);
    axes_.at(chain_, point_, chain_.links());
  }

  // Return the torques of the joints for a unit force along a direction at the point.
  Joints along(const Vector & direction) const
  {
    Joints of_links{}, result{};
    axes_.along(direction, of_links);
    chain_.following().add(of_links, result.data());
    return result;
  }

  // Return the force that needs at most `plane_walls::SHARE` of each motor's torque.
  double usual_force(const torque_core_settings & settings)
  {
    Joints levers{};
    for (std::size_t number = 1; number <= plane_walls::POSES; ++number) {
      const Joints q = pose(settings, n_, number);
      at(q.data());
      const Joints each[] = {along({1.0, 0.0, 0.0}), along({0.0, 1.0, 0.0}), along({0.0, 0.0, 1.0})};
      for (std::size_t j = 0; j < n_; ++j) {
        const double x = each[0][j], y = each[1][j], z = each[2][j];
        levers[j] = std::max(levers[j], std::sqrt(x * x + y * y + z * z));
      }
    }
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < n_; ++j) {
      least = levers[j] > 1e-6 ? std::min(least, settings.motor_torque[j] / levers[j]) : least;
    }
    return std::isfinite(least) ? plane_walls::SHARE * least : 0.0;
  }

  Chain chain_;
  ChainAxes axes_;
  std::size_t n_, count_;
  double force_, depth_;
  std::array<Vector, TORQUE_CORE_MAX_WALLS> places_{}, normals_{};
  Vector point_{};
};

}  // namespace torque_core_
