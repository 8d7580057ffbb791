// Check the arm's positions for jumps and for values far beyond their limits.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "joints.hpp"

namespace torque_core_
{

// Largest delay of states for which the time between them is taken from their stamps, s.
inline constexpr double MAX_LATENESS_S = 1.0;

class Plausibility
{
public:
  Plausibility(std::size_t n, const torque_core_settings & settings)
  : n_(n), lower_(joints_of(settings.lower, n)), upper_(joints_of(settings.upper, n)),
    position_tolerance_(settings.position_tolerance), jump_tolerance_(settings.jump_tolerance)
  {
    for (std::size_t j = 0; j < n; ++j) {
      fastest_[j] = settings.velocity_margin * settings.velocity[j];
    }
  }

  void forget()
  {
    known_ = false;
    seen_time_ = credit_ = 0.0;
  }

  // Return the fault of a position at `now`, `elapsed` s after the last state by stamps.
  std::int32_t check(double now, const double * position, double elapsed)
  {
    const bool known = known_;
    const Joints before = seen_;
    const double before_time = seen_time_;
    known_ = true;
    seen_ = joints_of(position, n_);
    seen_time_ = now;
    for (std::size_t j = 0; j < n_; ++j) {
      if (std::max(lower_[j] - position[j], position[j] - upper_[j]) > position_tolerance_) {
        return TORQUE_CORE_OUTSIDE;
      }
    }
    if (!known) {
      return TORQUE_CORE_NO_FAULT;
    }
    const double passed = std::max(now - before_time, 0.0);
    // Delayed states arrive soon or never.
    const double credit = credit_ * std::max(1.0 - passed, 0.0) + passed;
    const double since = std::max(passed, std::min(elapsed, credit));
    credit_ = std::min(std::max(credit - elapsed, 0.0), MAX_LATENESS_S);
    for (std::size_t j = 0; j < n_; ++j) {
      const double moved = displacement(position[j], before[j], continuous(lower_[j], upper_[j]));
      if (std::abs(moved) - (fastest_[j] * since + jump_tolerance_) > 0.0) {
        return TORQUE_CORE_JUMP;
      }
    }
    return TORQUE_CORE_NO_FAULT;
  }

private:
  std::size_t n_;
  Joints lower_, upper_, fastest_{}, seen_{};
  double position_tolerance_, jump_tolerance_;
  bool known_ = false;
  double seen_time_ = 0.0, credit_ = 0.0;
};

}  // namespace torque_core_
