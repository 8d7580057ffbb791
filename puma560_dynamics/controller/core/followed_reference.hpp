// The reference that the arm follows: the last accepted one, extrapolated to the time of a joint state; and its loss.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference_check.hpp"

namespace torque_core_
{

inline constexpr double AT_REST = 0.01;  // rad/s and rad/s^2, largest motion of a reference at rest, whose loss is no fault

class FollowedReference
{
public:
  FollowedReference(std::size_t n, const torque_core_settings & settings)
  : n_(n), check_(n, settings), lower_(joints_of(settings.lower, n)), upper_(joints_of(settings.upper, n)),
    timeout_(settings.reference_timeout), offset_limit_(settings.clock_offset_limit) {}

  void forget()
  {
    check_.forget();
    known_ = false;
    seen_ = refused_ = -std::numeric_limits<double>::infinity();
  }

  // Drop the reference, and refuse references stamped before `now`.
  void forget_before(double now)
  {
    forget();
    begin_ = now;
  }

  int take(double now, double clock, double stamp, const Reference & reference)
  {
    if (clock - stamp - offset_limit_ > now - begin_) {
      return TORQUE_CORE_REFUSED_STAMP;
    }
    const int result = check_.check(now, clock, stamp, reference);
    if (result == TORQUE_CORE_SEND) {
      reference_ = reference;
      known_ = true;
      stamp_ = stamp;
      seen_ = now;
    }
    return result;
  }

  // Drop a reference that is too old at `now`; return whether it was in motion.
  bool lost(double now)
  {
    if (!known_ || now - seen_ < timeout_) {
      return false;
    }
    const bool moved = moves();
    known_ = false;
    return moved;
  }

  // Return whether the followed reference is in motion.
  bool moves() const {return known_ && in_motion(reference_);}

  // Note a reference that is not followed, because the arm is guided by hand.
  void refuse(double now, const Reference & reference) {refused_ = in_motion(reference) ? now : refused_;}

  // Return whether a reference moves the arm, or would if it were not refused.
  bool would_move(double now) const {return moves() || now - refused_ < timeout_;}

  // Compute the reference at the time `stamp` of a joint state; return whether a reference exists.
  bool at(double stamp, Reference & result) const
  {
    if (!known_) {
      return false;
    }
    result = reference_;
    const double ahead = stamp - stamp_;
    if (stamp <= 0.0 || std::abs(ahead) >= timeout_) {
      return true;
    }
    const double half = 0.5 * (ahead * ahead);
    for (std::size_t j = 0; j < n_; ++j) {
      const double later =
        reference_.position[j] + ahead * reference_.velocity[j] + half * reference_.acceleration[j];
      result.position[j] = std::min(std::max(later, lower_[j]), upper_[j]);
      result.velocity[j] = reference_.velocity[j] + ahead * reference_.acceleration[j];
    }
    return true;
  }

private:
  bool in_motion(const Reference & reference) const
  {
    for (std::size_t j = 0; j < n_; ++j) {
      if (std::abs(reference.velocity[j]) > AT_REST || std::abs(reference.acceleration[j]) > AT_REST) {
        return true;
      }
    }
    return false;
  }

  std::size_t n_;
  ReferenceCheck check_;
  Joints lower_, upper_;
  double timeout_, offset_limit_;
  Reference reference_{};
  bool known_ = false;
  double stamp_ = 0.0, seen_ = -std::numeric_limits<double>::infinity();
  double begin_ = -std::numeric_limits<double>::infinity(), refused_ = begin_;
};

}  // namespace torque_core_
