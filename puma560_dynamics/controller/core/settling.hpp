// Brings a moving arm to rest after the loss of its references; the same as control/gate/damping.py.
#pragma once

#include <algorithm>
#include <cmath>

#include "joints.hpp"

namespace torque_core_
{

inline constexpr double REST_VELOCITY = 0.01, REST_FRACTION = 0.005;  // rad/s or m/s, and fraction of the velocity limit

class Settling
{
public:
  Settling(std::size_t n, const torque_core_settings & settings)
  : n_(n)
  {
    for (std::size_t j = 0; j < n; ++j) {
      slow_[j] = std::max(REST_VELOCITY, REST_FRACTION * settings.velocity[j]);
    }
  }

  bool active() const {return active_;}

  void begin()
  {
    active_ = true;
    known_ = false;
  }

  void end() {active_ = false;}

  // Return whether to brake the arm at a state.
  bool brakes(double now, const double * velocity)
  {
    if (!active_) {
      return false;
    }
    bool moves = false;
    for (std::size_t j = 0; j < n_; ++j) {
      moves = moves || std::abs(velocity[j]) > slow_[j];
    }
    if (moves || !known_) {
      moved_ = now;
      known_ = true;
    }
    active_ = now - moved_ < REST_TIME_S;
    return active_;
  }

private:
  static constexpr double REST_TIME_S = 0.5;                // s

  std::size_t n_;
  Joints slow_{};
  double moved_ = 0.0;
  bool active_ = false, known_ = false;
};

}  // namespace torque_core_
