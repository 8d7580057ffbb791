// Velocity from positions, for hardware without velocities; the same as control/joint_state_reader.py. No ROS.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "arm.hpp"
#include "joints.hpp"

namespace @package@
{

// Gives the displacement over a short window of time, so that the velocity lags by half of it.
class PositionVelocity
{
public:
  PositionVelocity() = default;

  // `round`: whether each of the `joints` joints is continuous.
  PositionVelocity(std::size_t joints, const std::array<bool, MOST_JOINTS> & round)
  : n_(joints), round_(round) {}

  // Compute the velocity at a state that was measured at `stamp`, s.
  void at(double stamp, const double * q, double * qd)
  {
    if (count_ > 0 && !(stamp - past(count_ - 1).stamp > 0.0 && stamp - past(count_ - 1).stamp <= @largest_gap@)) {
      count_ = 0;
    }
    if (count_ == past_.size()) {
      drop_first();
    }
    State & last = past(count_++);
    last.stamp = stamp;
    std::copy(q, q + n_, last.q.begin());
    while (count_ > 2 && stamp - past(1).stamp >= @velocity_window@ - 1e-9) {
      drop_first();
    }
    const State & first = past(0);
    const double time = stamp - first.stamp;
    for (std::size_t j = 0; j < n_; ++j) {
      qd[j] = time > 0.0 ? torque_core_::displacement(q[j], first.q[j], round_[j]) / time : 0.0;
    }
  }

private:
  struct State
  {
    double stamp;
    Numbers q;
  };

  State & past(std::size_t place) {return past_[(first_ + place) % past_.size()];}

  void drop_first()
  {
    first_ = (first_ + 1) % past_.size();
    --count_;
  }

  std::size_t n_ = 0;
  std::array<bool, MOST_JOINTS> round_{};
  std::array<State, 128> past_{};  // at rates above 6 kHz the window is shorter
  std::size_t first_ = 0, count_ = 0;
};

}  // namespace @package@
