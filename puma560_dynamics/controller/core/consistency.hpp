// Check that displacements match the velocities: detects a frozen encoder, or velocities in another unit.
#pragma once

#include <algorithm>
#include <cmath>

#include "joints.hpp"

namespace torque_core_
{

inline constexpr double MEMORY_S = 0.5;  // s, time constant with which a disagreement is forgotten
inline constexpr double MAX_DELAY_S = 0.1;   // s, allowed delay: the difference allowed per recent largest velocity
inline constexpr double FLOOR_RAD = 0.05;  // rad, allowed difference at rest

class Consistency
{
public:
  Consistency(std::size_t n, const torque_core_settings & settings)
  : n_(n), lower_(joints_of(settings.lower, n)), upper_(joints_of(settings.upper, n)),
    jump_tolerance_(settings.jump_tolerance), state_timeout_(settings.state_timeout)
  {
    for (std::size_t j = 0; j < n; ++j) {
      fastest_[j] = settings.velocity_margin * settings.velocity[j];
    }
  }

  void forget()
  {
    known_ = false;
    velocity_ = error_ = peak_ = Joints{};
  }

  // Return whether position and velocity agree, `elapsed` s after the last state.
  bool check(const double * position, const double * velocity, double elapsed)
  {
    const bool known = known_;
    const Joints before = position_, before_velocity = velocity_;
    known_ = true;
    position_ = joints_of(position, n_);
    velocity_ = joints_of(velocity, n_);
    if (!known || !(0.0 < elapsed && elapsed <= state_timeout_)) {
      for (std::size_t j = 0; j < n_; ++j) {
        error_[j] = 0.0;
        peak_[j] = std::min(std::abs(velocity[j]), fastest_[j]);
      }
      return true;
    }
    const double keep = std::exp(-elapsed / MEMORY_S), half = 0.5 * elapsed;
    const double floor = FLOOR_RAD + jump_tolerance_;
    bool agree = true;
    for (std::size_t j = 0; j < n_; ++j) {
      double speed = std::abs(velocity[j]);
      if (speed > fastest_[j]) {  // overspeed is a separate fault, and must not hide this one
        speed = fastest_[j];
      }
      const double moved = displacement(position[j], before[j], continuous(lower_[j], upper_[j]));
      const double integral = half * (velocity[j] + before_velocity[j]);
      error_[j] = keep * error_[j] + moved - integral;
      peak_[j] = keep * peak_[j];
      if (speed > peak_[j]) {
        peak_[j] = speed;
      }
      const double allowed = floor + MAX_DELAY_S * peak_[j];
      if (std::abs(error_[j]) - allowed > 0.0) {
        agree = false;
      }
      if (std::abs(error_[j]) > 2.0 * allowed) {  // one absurd state must not cause faults for many seconds
        error_[j] = std::copysign(2.0 * allowed, error_[j]);
      }
    }
    return agree;
  }

private:
  std::size_t n_;
  Joints lower_, upper_;
  double jump_tolerance_, state_timeout_;
  Joints fastest_{}, position_{}, velocity_{}, error_{}, peak_{};
  bool known_ = false;
};

}  // namespace torque_core_
