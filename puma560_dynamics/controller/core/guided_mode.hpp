// The mode of a torque loop: follow references, or be guided by hand; the same as hand_guiding.py, mode_fade.py and
// guided_mode.py in control/guiding.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "guiding_walls.hpp"
#include "settling.hpp"
#include "timing.hpp"

namespace torque_core_
{

// Adds to a torque the difference from the torque before a change, which fades to zero.
class ModeFade
{
public:
  ModeFade(std::size_t n, const torque_core_settings & settings)
  : n_(n), time_(settings.fade_in_time) {}

  void forget()
  {
    known_ = begins_ = false;
    share_ = 1.0;
  }

  void begin() {begins_ = known_;}

  void apply(Joints & torque, double dt)
  {
    if (begins_) {
      for (std::size_t j = 0; j < n_; ++j) {
        offset_[j] = last_[j] - torque[j];
      }
      begins_ = false;
      share_ = 0.0;
    } else if (share_ < 1.0) {
      const double step = std::min(dt, Timing::longest_step);
      share_ = time_ > step ? std::min(1.0, share_ + step / time_) : 1.0;
    }
    if (share_ < 1.0) {
      const double left = 1.0 - share_;
      for (std::size_t j = 0; j < n_; ++j) {
        torque[j] += left * offset_[j];
      }
    }
    last_ = torque;
    known_ = true;
  }

private:
  std::size_t n_;
  double time_, share_ = 1.0;
  bool known_ = false, begins_ = false;
  Joints last_{}, offset_{};
};

inline constexpr double BRAKED = 5.0;  // time for which an arm is braked before it floats, in multiples of damping_time

class GuidedMode
{
public:
  GuidedMode(const torque_core_model & model, const torque_core_settings & settings)
  : fade(model.joints, settings), n_(model.joints), mode_(settings.mode), enabled_(settings.hand_guiding_enabled != 0),
    floats_(settings.contact_policy == TORQUE_CORE_CONTACTS_FLOAT), braked_(BRAKED * settings.damping_time),
    timeout_(settings.hand_guiding_timeout), time_(settings.fade_in_time), hold_(model.joints, settings),
    planes_(model, settings), lower_(joints_of(settings.lower, n_)), upper_(joints_of(settings.upper, n_)),
    fastest_(joints_of(settings.velocity, n_))
  {
    for (std::size_t j = 0; j < n_; ++j) {
      slow_[j] = std::max(REST_VELOCITY, REST_FRACTION * settings.velocity[j]);
      damped_[j] = settings.hand_guiding_speed * settings.velocity[j];
      margin_[j] = std::min(settings.hand_guiding_limit_margin, MOST_OF_RANGE * (upper_[j] - lower_[j]));
      most_[j] = settings.hand_guiding_wall_torque * settings.maximum_torque[j];
    }
  }

  // Set the damping gains.
  void set_gain(const Joints & gain) {gain_ = gain;}

  bool enabled() const {return enabled_;}
  std::int32_t mode() const {return mode_;}
  bool guided() const {return mode_ == TORQUE_CORE_MODE_HAND_GUIDING;}
  bool released() const {return released_;}
  bool floating() const {return floating_;}

  void choose(std::int32_t mode)
  {
    if (mode != mode_) {
      fade.begin();
      hold_.forget();
    }
    mode_ = mode;
    released_ = known_ = floating_ = false;
    brakes_until_ = -std::numeric_limits<double>::infinity();
  }

  // Begin hand guiding after a contact, from the next state on; the fade forgets the torque before. Return whether it
  // begins: not if contacts do not begin it, above the speed at which guided motion is damped, or where a wall pushes.
  bool float_after(double now, const double * q, const double * qd)
  {
    if (!floats_ || guided() || !enabled_ || !may_begin(q, qd)) {
      return false;
    }
    mode_ = TORQUE_CORE_MODE_HAND_GUIDING;
    floating_ = true;
    released_ = known_ = false;
    brake_ = 1.0;
    brakes_until_ = now + braked_;
    hold_.forget();
    fade.forget();
    return true;
  }

  // Begin with a closed gate: earlier torques do not matter, and an arm that floats does not float any more.
  void begin()
  {
    if (floating_) {
      mode_ = TORQUE_CORE_MODE_FEEDFORWARD;
      floating_ = released_ = false;
    }
    brakes_until_ = -std::numeric_limits<double>::infinity();
    fade.forget();
    known_ = false;
    brake_ = released_ ? 1.0 : 0.0;
    hold_.forget();
  }

  void release() {released_ = released_ || guided();}

  // Compute the torque of the term of hand guiding.
  void torque(double now, const double * q, const double * qd, const Joints & against, double dt, Joints & result)
  {
    bool moves = !known_;
    for (std::size_t j = 0; j < n_; ++j) {
      moves = moves || std::abs(qd[j]) > slow_[j];
    }
    if (moves) {
      moved_ = now;
      known_ = true;
    }
    if (timeout_ > 0.0 && now - moved_ >= timeout_) {
      release();
    }
    const double step = time_ > 0.0 ? std::min(dt, Timing::longest_step) / time_ : 1.0;
    if (released_) {
      brake_ = std::min(brake_ + step, 1.0);
    } else if (now >= brakes_until_) {
      brake_ = std::max(brake_ - step, 0.0);
    }
    hold_.torque(q, qd, dt, result);
    for (std::size_t j = 0; j < n_; ++j) {
      const double within = clamp(qd[j], fastest_[j]);
      result[j] = result[j] + limits(j, q, qd) - gain_[j] * (within - clamp(within, damped_[j]));
    }
    if (planes_.any()) {
      planes_.add(q, qd, result);
    }
    for (std::size_t j = 0; j < n_ && brake_ > 0.0; ++j) {
      result[j] += brake_ * against[j];
    }
  }

  ModeFade fade;

private:
  // Compute the torque of the walls at the limits of a joint.
  double limits(std::size_t j, const double * q, const double * qd) const
  {
    return limit_wall(lower_[j] - q[j], -qd[j], margin_[j], most_[j], fastest_[j], gain_[j]) -
           limit_wall(q[j] - upper_[j], qd[j], margin_[j], most_[j], fastest_[j], gain_[j]);
  }

  // Return whether the arm is slower than the damped speed and no wall pushes.
  bool may_begin(const double * q, const double * qd)
  {
    Joints planes{};
    if (planes_.any()) {
      planes_.add(q, qd, planes);
    }
    bool may = !any(planes.data(), n_);
    for (std::size_t j = 0; j < n_; ++j) {
      may = may && std::abs(qd[j]) <= damped_[j] && limits(j, q, qd) == 0.0;
    }
    return may;
  }

  std::size_t n_;
  std::int32_t mode_;
  bool enabled_, floats_, released_ = false, known_ = false, floating_ = false;
  double braked_, timeout_, time_, brake_ = 0.0, moved_ = 0.0;
  double brakes_until_ = -std::numeric_limits<double>::infinity();
  Hold hold_;
  PlaneWalls planes_;
  Joints lower_, upper_, fastest_, slow_{}, damped_{}, margin_{}, most_{}, gain_{};
};

}  // namespace torque_core_
