// Limits the total time for which gravity is held or motion damped on faults; the same as control/gate/torque_gate.py.
#pragma once

#include <algorithm>
#include <cstdint>

#include "torque_core.h"

namespace torque_core_
{

inline constexpr double BUDGET_GAIN = 0.1;  // s of holding that are regained for each second with an open gate

class HoldBudget
{
public:
  explicit HoldBudget(double limit)
  : limit_(limit) {}

  void reset(double now)
  {
    held_ = 0.0;
    counted_ = now;
  }

  // Count the time up to `now` as spent in `state`; return whether the budget is used up.
  bool count(double now, std::int32_t state)
  {
    if (now > counted_) {
      const double whole = now - counted_;
      counted_ = now;
      if (state == TORQUE_CORE_OPEN) {
        held_ = std::max(held_ - BUDGET_GAIN * whole, 0.0);
      } else if (state == TORQUE_CORE_DAMPING || state == TORQUE_CORE_HOLDING) {
        held_ += whole;
      }
    }
    return held_ >= limit_;
  }

private:
  double limit_, held_ = 0.0, counted_ = 0.0;
};

}  // namespace torque_core_
