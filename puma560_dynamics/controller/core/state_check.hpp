// Check whether a joint state may be used: fresh, in order, plausible and consistent.
#pragma once

#include <cmath>
#include <cstdint>

#include "consistency.hpp"
#include "joints.hpp"
#include "plausibility.hpp"
#include "stamps.hpp"

namespace torque_core_
{

class StateCheck
{
public:
  StateCheck(std::size_t n, const torque_core_settings & settings)
  : n_(n), stamps_(settings.state_timeout, settings.clock_offset_limit), plausibility_(n, settings),
    consistency_(n, settings), limits_(joints_of(settings.velocity, n))
  {
    for (std::size_t j = 0; j < n; ++j) {
      fastest_[j] = settings.velocity_margin * settings.velocity[j];
    }
  }

  double age() const {return stamps_.age();}

  void forget()
  {
    stamps_.forget();
    plausibility_.forget();
    consistency_.forget();
    velocity_ = Joints{};
  }

  // Return TORQUE_CORE_NONE if the state may be used, and set `elapsed` to the time since the last one by stamps; else
  // return the reason.
  int check(
    double now, double clock, double stamp, const double * q, const double * qd, double & elapsed,
    std::int32_t & fault)
  {
    if (!measurable(q, n_) || !measurable(qd, n_)) {
      return TORQUE_CORE_REFUSED_FINITE;
    }
    if (!stamps_.check(stamp, clock, now, elapsed)) {
      return TORQUE_CORE_REFUSED_STAMP;
    }
    // Run every check on every state, so that one fault hides no other.
    std::int32_t position = plausibility_.check(now, q, elapsed);
    const bool agree = consistency_.check(q, qd, elapsed);
    const bool fast = overspeed(qd);
    const Joints before = velocity_;
    velocity_ = joints_of(qd, n_);
    if (position == TORQUE_CORE_JUMP && agree && runs_away(before, qd)) {
      position = TORQUE_CORE_NO_FAULT;  // the joint was already fast: a slipping encoder shows no speed before
    }
    fault = position != TORQUE_CORE_NO_FAULT ? position :
      !agree ? TORQUE_CORE_INCONSISTENT :
      fast ? TORQUE_CORE_OVERSPEED : TORQUE_CORE_NO_FAULT;
    return fault == TORQUE_CORE_NO_FAULT ? TORQUE_CORE_NONE : TORQUE_CORE_REFUSED_FAULT;
  }

private:
  bool overspeed(const double * qd) const
  {
    for (std::size_t j = 0; j < n_; ++j) {
      if (std::abs(qd[j]) > fastest_[j]) {
        return true;
      }
    }
    return false;
  }

  // Return whether a joint is too fast, and every such joint exceeded its velocity limit one state ago.
  bool runs_away(const Joints & before, const double * qd) const
  {
    bool over = false;
    for (std::size_t j = 0; j < n_; ++j) {
      if (std::abs(qd[j]) > fastest_[j]) {
        over = true;
        if (!(std::abs(before[j]) > limits_[j])) {
          return false;
        }
      }
    }
    return over;
  }

  std::size_t n_;
  StampCheck stamps_;
  Plausibility plausibility_;
  Consistency consistency_;
  Joints limits_, fastest_{}, velocity_{};
};

}  // namespace torque_core_
