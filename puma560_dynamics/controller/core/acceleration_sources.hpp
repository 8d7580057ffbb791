// Acceleration from one of several sources, blended after a change; the same as control/feed_forward/change_over.py.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "filtered_acceleration.hpp"
#include "joints.hpp"

namespace torque_core_
{

class AccelerationSources
{
public:
  AccelerationSources(std::size_t n, const torque_core_settings & settings)
  : n_(n), chosen_(settings.acceleration_source), fade_(settings.fade_in_time),
    filter_(n, settings.acceleration_cutoff) {}

  // Complete a change at once, and treat the next velocity as the first one.
  void forget()
  {
    fading_ = false;
    filter_.forget();
  }

  // Change the source; the filter is reset, unless the filtered acceleration already contributes.
  void choose(double now, std::int32_t source, bool fades)
  {
    if (fades) {
      start_ = weights(now);
      since_ = now;
    }
    chosen_ = source;
    fading_ = fades;
    if (!fades || start_[TORQUE_CORE_SOURCE_FILTERED] <= 0.0) {
      filter_.forget();
    }
  }

  // Compute the acceleration for one joint state; `reference` may be NULL.
  void at(double now, const double * reference, const double * qd, double dt, Joints & result)
  {
    fading_ = fading_ && now - since_ < fade_;
    const Weights weight = weights(now);
    const double of_reference = weight[TORQUE_CORE_SOURCE_REFERENCE], of_filter = weight[TORQUE_CORE_SOURCE_FILTERED];
    result = Joints{};
    for (std::size_t j = 0; j < n_ && reference != nullptr && of_reference > 0.0; ++j) {
      result[j] = of_reference * reference[j];
    }
    if (chosen_ == TORQUE_CORE_SOURCE_FILTERED || of_filter > 0.0) {
      const Joints & filtered = filter_.update(qd, dt);
      for (std::size_t j = 0; j < n_; ++j) {
        result[j] += of_filter * filtered[j];
      }
    }
  }

private:
  using Weights = std::array<double, 3>;

  // Return the weights of none, reference and filter, with the sum 1.
  Weights weights(double now) const
  {
    Weights result{};
    result[static_cast<std::size_t>(chosen_)] = 1.0;
    const double passed = now - since_;
    if (!fading_ || passed >= fade_) {
      return result;
    }
    const double part = passed > 0.0 ? passed / fade_ : 0.0;
    for (std::size_t i = 0; i < result.size(); ++i) {
      result[i] = (1.0 - part) * start_[i] + part * result[i];
    }
    return result;
  }

  std::size_t n_;
  std::int32_t chosen_;
  double fade_, since_ = 0.0;
  bool fading_ = false;
  Weights start_{};
  FilteredAcceleration filter_;
};

}  // namespace torque_core_
