// The order of torque and brakes; the same as control/gate/brakes.py.
#pragma once

#include <algorithm>
#include <cmath>

#include "joints.hpp"

namespace torque_core_
{

class Brakes
{
public:
  Brakes(std::size_t n, const torque_core_settings & settings)
  : n_(n), ours_(settings.brakes == TORQUE_CORE_BRAKES_OURS), lifts_(settings.brakes != TORQUE_CORE_BRAKES_SUPPORTED),
    feedback_(settings.brake_feedback != 0), release_time_(settings.brake_release_time),
    engage_time_(settings.brake_engage_time), lower_(joints_of(settings.lower, n)), upper_(joints_of(settings.upper, n))
  {}

  bool ours() const {return ours_;}
  bool lifts() const {return lifts_;}
  bool requested() const {return requested_;}

  void report(bool closed) {reported_ = closed ? 1 : 0;}

  // Release the brakes, because torque holds the arm in a pose.
  void release(double now, const double * position)
  {
    request(now, false);
    pose_ = joints_of(position, n_);
  }

  // Engage the brakes, because the torque is about to be removed.
  void engage(double now) {request(now, true);}

  // Return whether the brakes have been open for SETTLED_S.
  bool open(double now)
  {
    if (!ours_) {
      return true;
    }
    if (requested_) {
      return false;
    }
    const bool opened = feedback_ ? reported_ == 0 : now - since_ >= release_time_;
    if (!opened) {
      known_ = false;
    } else if (!known_) {
      known_ = true;
      open_ = now;
    }
    return known_ && now - open_ >= SETTLED_S;
  }

  // Return whether the brakes hold the arm, or must be assumed to.
  bool closed(double now) const
  {
    if (!ours_) {
      return true;
    }
    const double waited = now - since_;
    return requested_ && (feedback_ ? reported_ == 1 || waited >= MAX_FEEDBACK_S : waited >= engage_time_);
  }

  // Return the largest displacement of a joint since the brakes released the arm.
  double sag(const double * position) const
  {
    double farthest = 0.0;
    for (std::size_t j = 0; j < n_; ++j) {
      farthest =
        std::max(farthest, std::abs(displacement(position[j], pose_[j], continuous(lower_[j], upper_[j]))));
    }
    return farthest;
  }

private:
  static constexpr double SETTLED_S = 0.1;      // s for which the arm must stay in place after the brakes have opened
  static constexpr double MAX_FEEDBACK_S = 2.0;  // s after which torque ends even without a report that they are closed

  void request(double now, bool closed)
  {
    if (closed != requested_) {
      requested_ = closed;
      since_ = now;
      known_ = false;
    }
  }

  std::size_t n_;
  bool ours_, lifts_, feedback_;
  double release_time_, engage_time_;
  Joints lower_, upper_, pose_{};
  double since_ = 0.0, open_ = 0.0;
  int reported_ = -1;
  bool requested_ = true, known_ = false;
};

}  // namespace torque_core_
