// Friction compensation: a fraction, with a margin, of the kinetic friction; the same as control/feed_forward/friction.py.
// The friction is that of arm/joint_friction.py: the sum of the numbers of friction_numbers.h, each times its factor.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "joints.hpp"

namespace torque_core_
{

inline constexpr double FRICTION_MARGIN = 0.9;  // fraction of the kinetic friction that is compensated at scale 1
inline constexpr double QUANTA = 2.0;           // smallest dead band, encoder counts per sample

class Friction
{
public:
  Friction(std::size_t n, const torque_core_settings & settings)
  : n_(n),
#define TORQUE_CORE_COPY(name, basis) name##_(joints_of(settings.name, n)),
    TORQUE_CORE_FRICTION_NUMBERS(TORQUE_CORE_COPY)
#undef TORQUE_CORE_COPY
    resolution_(joints_of(settings.position_resolution, n)),
    share_(FRICTION_MARGIN * settings.friction_scale), dead_band_(settings.friction_dead_band),
    smoothing_(settings.friction_smoothing) {}

  // Set `friction_scale`.
  void set(double scale) {share_ = FRICTION_MARGIN * scale;}

  // Compute the compensation at a velocity that no encoder measured.
  void at_reference(const double * qd, double * torque) const
  {
    for (std::size_t j = 0; j < n_; ++j) {
      torque[j] = of(j, qd[j], dead_band_);
    }
  }

  // Compute the compensation at a measured velocity; `period`: s between its samples, 0 if not known yet.
  void at_measured(const double * qd, double period, double * torque) const
  {
    for (std::size_t j = 0; j < n_; ++j) {
      torque[j] = of(j, qd[j], band(j, period));
    }
  }

private:
  double band(std::size_t j, double period) const
  {
    if (period > 0.0) {
      return std::max(dead_band_, QUANTA * resolution_[j] / period);
    }
    return resolution_[j] > 0.0 ? std::numeric_limits<double>::infinity() : dead_band_;
  }

  double of(std::size_t j, double qd, double dead_band) const
  {
    const double size = std::tanh(std::max(std::abs(qd) - dead_band, 0.0) / smoothing_);
    const double sign = qd > 0.0 ? size : qd < 0.0 ? -size : 0.0;
    double torque = 0.0;
#define TORQUE_CORE_ADD(name, basis) torque += (basis) * name##_[j];
    TORQUE_CORE_FRICTION_NUMBERS(TORQUE_CORE_ADD)
#undef TORQUE_CORE_ADD
    return share_ * torque;
  }

  std::size_t n_;
#define TORQUE_CORE_MEMBER(name, basis) Joints name##_;
  TORQUE_CORE_FRICTION_NUMBERS(TORQUE_CORE_MEMBER)
#undef TORQUE_CORE_MEMBER
  Joints resolution_;
  double share_, dead_band_, smoothing_;
};

}  // namespace torque_core_
