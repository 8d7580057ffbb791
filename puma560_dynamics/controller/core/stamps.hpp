// Check the stamp of a message: in order, and not too old by the clock; the same as control/gate/state_check.py.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "timing.hpp"

namespace torque_core_
{

inline constexpr double MAX_FUTURE_S = 2.0 * Timing::period;  // s that a stamp may be ahead of the clock

inline constexpr double SAME_STAMP_S = 5e-10;  // s, difference from which stamps differ: their resolution is 1 ns

class StampCheck
{
public:
  StampCheck(double timeout, double offset_limit)
  : timeout_(timeout), offset_limit_(offset_limit) {}

  void forget()
  {
    known_ = false;
    accepted_ = -std::numeric_limits<double>::infinity();
    age_ = 0.0;
  }

  double age() const {return age_;}
  double timeout() const {return timeout_;}

  // Return whether the message may be used; `elapsed` is then the time since the last one by stamps, 0 for the first.
  bool check(double stamp, double clock, double now, double & elapsed)
  {
    if (!(clock > 0.0) || !(stamp > 0.0)) {
      return false;
    }
    const double age = clock - stamp;
    const double allowed = (age > 0.0 ? timeout_ : MAX_FUTURE_S) + offset_limit_;
    if (!(std::abs(age) <= allowed)) {
      return false;
    }
    // An earlier stamp after a silence, which is a fault anyway, comes from a clock that was restarted.
    const bool restarted = now - accepted_ > timeout_;
    if (known_ && (std::abs(stamp - last_) < SAME_STAMP_S || (stamp < last_ && !restarted))) {
      return false;
    }
    elapsed = !known_ ? 0.0 : stamp > last_ ? stamp - last_ : now - accepted_;
    last_ = stamp;
    accepted_ = now;
    known_ = true;
    age_ = std::max(age - offset_limit_, 0.0);
    return true;
  }

private:
  double timeout_, offset_limit_;
  bool known_ = false;
  double last_ = 0.0, age_ = 0.0;
  double accepted_ = -std::numeric_limits<double>::infinity();
};

}  // namespace torque_core_
