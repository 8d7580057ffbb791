// Differentiated velocity behind a first-order low-pass filter; the same as control/feed_forward/change_over.py.
#pragma once

#include <cmath>

#include "joints.hpp"

namespace torque_core_
{

inline constexpr double MAX_GAP_S = 0.25;  // s between two samples beyond which the filter starts again
inline constexpr double PI = 3.14159265358979323846;

class FilteredAcceleration
{
public:
  FilteredAcceleration(std::size_t n, double cutoff)
  : n_(n), cutoff_(cutoff) {}

  void forget() {known_ = false;}

  // Return the filtered acceleration for the velocity `qd`, `dt` s after the last one.
  const Joints & update(const double * qd, double dt)
  {
    if (!known_ || dt > MAX_GAP_S) {
      velocity_ = joints_of(qd, n_);
      value_ = Joints{};
      known_ = true;
    } else if (dt > 0.0) {
      const double share = -std::expm1(-2.0 * PI * cutoff_ * dt);
      for (std::size_t j = 0; j < n_; ++j) {
        value_[j] = value_[j] + share * ((qd[j] - velocity_[j]) / dt - value_[j]);
        velocity_[j] = qd[j];
      }
    }
    return value_;
  }

private:
  std::size_t n_;
  double cutoff_;
  bool known_ = false;
  Joints velocity_{}, value_{};
};

}  // namespace torque_core_
