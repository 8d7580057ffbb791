// Check whether a reference may be followed: fresh, in order, within the limits, and without a step.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "joints.hpp"
#include "reference.hpp"
#include "stamps.hpp"

namespace torque_core_
{

inline constexpr double REFERENCE_MARGIN = 1e-6;  // relative margin: planners meet their limits only to rounding
inline constexpr double VELOCITY_STEP = 0.05;     // largest step of a velocity, as a fraction of the velocity limit

class ReferenceCheck
{
public:
  ReferenceCheck(std::size_t n, const torque_core_settings & settings)
  : n_(n), lower_(joints_of(settings.lower, n)), upper_(joints_of(settings.upper, n)),
    velocity_(joints_of(settings.velocity, n)), acceleration_(joints_of(settings.acceleration_limit, n)),
    resolution_(settings.jump_tolerance), stamps_(settings.reference_timeout, settings.clock_offset_limit) {}

  void forget()
  {
    stamps_.forget();
    known_ = false;
  }

  // Return TORQUE_CORE_SEND if the reference is accepted, else the reason.
  int check(double now, double clock, double stamp, const Reference & reference)
  {
    for (const Joints * field : {&reference.position, &reference.velocity, &reference.acceleration}) {
      if (!measurable(field->data(), n_)) {
        return TORQUE_CORE_REFUSED_FINITE;
      }
    }
    double unused = 0.0;
    if (!stamps_.check(stamp, clock, now, unused)) {
      return TORQUE_CORE_REFUSED_STAMP;
    }
    for (const Joints * field : {&reference.position, &reference.velocity, &reference.acceleration}) {
      for (std::size_t j = 0; j < n_; ++j) {
        const double upper = field == &reference.position ? upper_[j] :
          field == &reference.velocity ? velocity_[j] : acceleration_[j];
        if (beyond((*field)[j], field == &reference.position ? lower_[j] : -upper, upper)) {
          return TORQUE_CORE_REFUSED_LIMIT;
        }
      }
    }
    // Compare with the last accepted reference: a step must not be followed one message later.
    if (known_ && now - time_ <= stamps_.timeout()) {
      const double elapsed = std::max(stamp - stamp_, 0.0);
      for (std::size_t j = 0; j < n_; ++j) {
        const bool round = continuous(lower_[j], upper_[j]);
        const double step = std::abs(displacement(reference.position[j], accepted_.position[j], round));
        if (step - ((1.0 + REFERENCE_MARGIN) * velocity_[j] * elapsed + resolution_) > 0.0) {
          return TORQUE_CORE_REFUSED_STEP;
        }
      }
      for (std::size_t j = 0; j < n_; ++j) {
        const double step = std::abs(reference.velocity[j] - accepted_.velocity[j]);
        const double allowed = (1.0 + REFERENCE_MARGIN) * acceleration_[j] * elapsed + VELOCITY_STEP * velocity_[j];
        if (step - allowed > 0.0) {
          return TORQUE_CORE_REFUSED_STEP;
        }
      }
    }
    accepted_ = reference;
    known_ = true;
    stamp_ = stamp;
    time_ = now;
    return TORQUE_CORE_SEND;
  }

private:
  static bool beyond(double value, double lower, double upper)
  {
    const double slack = REFERENCE_MARGIN * (upper - lower);
    return lower - slack - value > 0.0 || value - upper - slack > 0.0;
  }

  std::size_t n_;
  Joints lower_, upper_, velocity_, acceleration_;
  double resolution_;
  StampCheck stamps_;
  Reference accepted_{};
  bool known_ = false;
  double stamp_ = 0.0, time_ = -std::numeric_limits<double>::infinity();
};

}  // namespace torque_core_
