// The target torque of each gate state, and the safe torque towards which a removal leads.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "joints.hpp"
#include "torque_limits.hpp"

namespace torque_core_
{

inline constexpr double NEGLIGIBLE = 1e-9;  // reduction, as a fraction of the maximum torque, that is rounding

class TorqueTargets
{
public:
  TorqueTargets(std::size_t n, const torque_core_settings & settings)
  : n_(n), maximum_(joints_of(settings.maximum_torque, n)), lower_(joints_of(settings.lower, n)),
    upper_(joints_of(settings.upper, n)), margin_(settings.soft_margin), fade_in_(settings.fade_in_time),
    fade_out_(settings.fade_out_time) {}

  void forget() {target_ = hold_ = load_ = drag_ = Joints{};}

  // Set the torques for a good state; report whether a torque is clipped at the maximum, or reduced near a position limit.
  void update(
    const double * wanted, const double * position, const double * load, const double * drag, bool & over, bool & less)
  {
    over = less = false;
    for (std::size_t j = 0; j < n_; ++j) {
      const double held = clamp(load[j], maximum_[j]);
      const double within = clamp(wanted[j], maximum_[j]);
      over = over || within != wanted[j];
      const double soft = soften(within, held, maximum_[j], position[j], lower_[j], upper_[j], margin_);
      less = less || std::abs(soft - within) > NEGLIGIBLE * maximum_[j];
      load_[j] = load[j];
      drag_[j] = drag[j];
      hold_[j] = held;
      target_[j] = soft;
    }
  }

  // Compute target torque and safe torque of joint `j`, in `state` since `elapsed` s, which began at `start` N m.
  void aim(
    std::int32_t state, bool known, double start, double elapsed, bool held, std::size_t j, double & aim,
    double & safe) const
  {
    safe = hold_[j];
    if (held) {  // brakes have to open or close first
      aim = known ? hold_[j] : start;
      safe = known ? hold_[j] : 0.0;
    } else if (state == TORQUE_CORE_FADING_OUT || (state == TORQUE_CORE_FADING_IN && !known)) {
      aim = between(start, 0.0, share(elapsed, fade_out_));
      safe = 0.0;
    } else if (state == TORQUE_CORE_FADING_IN) {
      aim = between(start, target_[j], share(elapsed, fade_in_));
    } else if (state == TORQUE_CORE_OPEN) {
      aim = target_[j];
    } else if (state == TORQUE_CORE_DAMPING) {
      aim = clamp(load_[j] + drag_[j], maximum_[j]);
    } else if (state == TORQUE_CORE_HOLDING) {
      aim = hold_[j];
    } else {
      aim = safe = 0.0;
    }
  }

private:
  // 0 if time went back: an extrapolated fade would give a torque beyond both ends.
  static double share(double elapsed, double whole)
  {
    return whole > 0.0 ? std::max(0.0, std::min(1.0, elapsed / whole)) : 1.0;
  }

  // Rounding may push the sum past an end by one digit, and thus past the maximum torque.
  static double between(double start, double end, double share)
  {
    const double sum = (1.0 - share) * start + share * end;
    return std::max(std::min(start, end), std::min(sum, std::max(start, end)));
  }

  std::size_t n_;
  Joints maximum_, lower_, upper_;
  double margin_, fade_in_, fade_out_;
  Joints target_{}, hold_{}, load_{}, drag_{};
};

}  // namespace torque_core_
