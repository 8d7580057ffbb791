// Estimate the external torque from measured efforts, with its thresholds, and find contacts; the same as
// control/observer/contact_estimate.py, which explains the law.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "constants.hpp"
#include "feed_forward.hpp"
#include "joints.hpp"

namespace torque_core_
{

// Standard deviation of the noise of n signals, from the mean size of their differences of some order.
template<std::size_t ORDER>
class Noise
{
public:
  // Begin new differences, because a value is missing; the mean is kept.
  void restart() {filled_ = 0;}

  void add(std::size_t n, const double * values)
  {
    filled_ = std::min(filled_ + 1, ORDER + 1);
    const bool whole = filled_ > ORDER;
    count_ = whole ? std::min(count_ + 1, REMEMBERED) : count_;
    const double weight = 1.0 / static_cast<double>(std::max(count_, std::size_t{1}));
    for (std::size_t j = 0; j < n; ++j) {
      double value = values[j];
      for (std::size_t place = 0; place < ORDER; ++place) {
        const double difference = value - before_[place][j];
        before_[place][j] = value;
        value = difference;
      }
      if (whole) {
        deviation_[j] += (std::abs(value) * PER_GAIN - deviation_[j]) * weight;
      }
    }
  }

  double deviation(std::size_t j) const {return deviation_[j];}
  bool known() const {return count_ >= ENOUGH;}

private:
  static constexpr std::size_t REMEMBERED = 2000, ENOUGH = 50;  // samples
  static constexpr double PER_GAIN = 1.0 / contact_estimate::GAIN;  // mean fourth difference of standard normal numbers

  std::array<Joints, ORDER> before_{};
  Joints deviation_{};
  std::size_t filled_ = 0, count_ = 0;
};

class ContactEstimate
{
public:
  ContactEstimate(std::size_t n, const torque_core_settings & settings)
  : n_(n), bandwidth_(settings.contact_bandwidth), scale_(settings.contact_threshold_scale),
    unknown_(settings.contact_unknown), model_widths_(settings.contact_model_widths),
    noise_widths_(settings.contact_noise_widths), external_(settings.effort_without == TORQUE_CORE_WITHOUT_MODEL),
    adds_gravity_(settings.effort_without == TORQUE_CORE_WITHOUT_GRAVITY),
#define TORQUE_CORE_COPY(name, basis) name##_(joints_of(settings.contact_##name, n)),
    TORQUE_CORE_FRICTION_LAW(TORQUE_CORE_COPY)
#undef TORQUE_CORE_COPY
    still_(joints_of(settings.contact_still, n)), fast_(joints_of(settings.contact_velocity, n)),
    dry_(joints_of(settings.contact_dry, n)), reversal_(joints_of(settings.contact_reversal, n)), least_(joints_of(settings.contact_least, n)),
    motion_scale_(joints_of(settings.contact_motion_scale, n))
  {
    for (std::size_t j = 0; j < n; ++j) {
      continuous_[j] = continuous(settings.lower[j], settings.upper[j]);
      slower_[j] = 1.0 / settings.velocity[j];
      threshold_[j] = std::numeric_limits<double>::infinity();
    }
    for (std::size_t place = 0; place < n * n; ++place) {
      acceleration_[place] = settings.contact_acceleration[place];
    }
  }

  const Joints & torque() const {return torque_;}
  // Return the thresholds after the last sample. They are computed here, because a cycle needs only those that the estimate
  // comes near (`touched_joint`).
  const Joints & threshold() const
  {
    if (stale_) {
      set_thresholds();
      stale_ = false;
    }
    return threshold_;
  }

  // Compute the half width of the band of the estimate: `WIDTHS` standard deviations, plus dry friction that may hide.
  void band(double * result) const
  {
    const bool known = noise_known();
    Joints size;
    set_sizes(size);
    const Factors widths = factors(WIDTHS, WIDTHS);
    for (std::size_t j = 0; j < n_; ++j) {
      result[j] = known ? std::sqrt(square(j, size, widths)) + held_[j] :
        std::numeric_limits<double>::infinity();
    }
  }
  bool touched() const {return touched_;}
  bool above() const {return std::any_of(above_.begin(), above_.end(), [](bool each) {return each;});}

  // Treat the next sample as the first one; the noise is kept.
  void forget()
  {
    static_cast<void>(threshold());  // of the last sample, which is forgotten
    torque_ = q_ = qd_ = effort_ = qdd_ = moving_ = held_ = direction_ = travel_ = Joints{};
    above_ = {};
    known_ = counted_ = touched_ = false;
    waited_ = frozen_ = below_ = speed_ = 0.0;
    efforts_.restart();
    changes_.restart();
  }

  // Note that a state, `dt` after the previous one, has no usable effort.
  void skip(double dt) {waited_ += dt;}

  // Return whether efforts are one plausible number for each joint, and not frozen.
  bool usable(double dt, const double * qd, const double * effort)
  {
    if (effort == nullptr || !measurable(effort, n_)) {
      return false;
    }
    bool same = known_, moves = false;
    for (std::size_t j = 0; j < n_; ++j) {
      same = same && effort[j] == effort_[j];
      moves = moves || std::abs(qd[j]) > FROZEN_SPEED;
    }
    frozen_ = !same ? 0.0 : moves ? frozen_ + dt : frozen_;
    return frozen_ < FROZEN_S;
  }

  // Add a sample with usable efforts. `counts`: nothing else than torque holds the arm, so that an external torque is a
  // contact. Return the joint that shows a contact most clearly; -1 without a contact.
  int update(double dt, const double * q, const double * qd, const double * effort, FeedForward & forward, bool counts)
  {
    const double step = waited_ + dt;
    waited_ = 0.0;
    if (!known_ || !(step > 0.0 && step <= LONGEST_STEP)) {
      begin(q, qd, effort);
      counted_ = counts;
      return -1;
    }
    const bool gap = note_step(step);
    const double fresh = -std::expm1(-bandwidth_ * step);
    Joints given;
    mean_external_torque(step, fresh, q, qd, effort, forward, given);
    if (gap) {
      efforts_.restart();
      changes_.restart();
      above_ = {};
    } else {
      for (std::size_t j = 0; j < n_; ++j) {
        torque_[j] += fresh * (given[j] - torque_[j]);
        given[j] *= step;
      }
      changes_.add(n_, given.data());
      shares_ += (shares_ > 0.0 ? STEP_WEIGHT : 1.0) * (fresh - shares_);
    }
    efforts_.add(n_, effort);
    stale_ = true;
    if (counts && !counted_) {
      torque_ = Joints{};
      above_ = {};
    }
    counted_ = counts;
    return touched_joint(step, counts);
  }

private:
  static constexpr double WIDTHS = torque_uncertainty::WIDTHS;
  static constexpr double LONGEST_STEP = momentum_observer::LONGEST_STEP;
  static constexpr double FROZEN_S = contact_estimate::FROZEN_S, FROZEN_SPEED = contact_estimate::FROZEN_SPEED;
  static constexpr double RELEASE = contact_events::RELEASE, HOLD = contact_events::HOLD;
  static constexpr double LATE_STEPS = 3.0;       // mean steps above which samples are missing: the gap adds nothing
  static constexpr double STEP_WEIGHT = 0.02;     // weight of the newest step in the mean step
  static constexpr double SLOW = 0.005;           // rad/s: dead band and smoothing of dry friction
  static constexpr double ALL = 20.0;             // tanh of this and more is 1
  static constexpr double REVERSED = 40.0;        // distances of presliding after which nothing of a reversal is left

  // Factors of the squares of a joint's deviations, which are the same for all joints.
  struct Factors {double model, effort, change;};

  // Update the mean step, which follows a source that becomes slower; return whether samples are missing in this step.
  bool note_step(double step)
  {
    const double mean = steps_;
    steps_ += (mean > 0.0 ? STEP_WEIGHT : 1.0) * (step - mean);
    return mean > 0.0 && step > LATE_STEPS * mean;
  }

  void begin(const double * q, const double * qd, const double * effort)
  {
    forget();
    known_ = true;
    q_ = joints_of(q, n_);
    qd_ = joints_of(qd, n_);
    effort_ = joints_of(effort, n_);
    speed_ = relative_speed(qd);
    for (std::size_t j = 0; j < n_; ++j) {
      direction_[j] = direction(j, qd[j]);
      travel_[j] = std::numeric_limits<double>::infinity();
      double held = 0.0;
      moving_[j] = unknown_ * std::abs(friction(j, 0.0, qd[j], effort[j], held));
      held_[j] = held;
    }
    efforts_.add(n_, effort);
  }

  // Compute the mean external torque since the previous sample, and update the errors of the model.
  void mean_external_torque(
    double step, double fresh, const double * q, const double * qd, const double * effort, FeedForward & forward,
    Joints & given)
  {
    Joints middle, velocity, acceleration, mean, model;
    const double rate = 1.0 / step;
    for (std::size_t j = 0; j < n_; ++j) {
      middle[j] = q[j] - 0.5 * displacement(q[j], q_[j], continuous_[j]);
      velocity[j] = 0.5 * (qd[j] + qd_[j]);
      acceleration[j] = (qd[j] - qd_[j]) * rate;
      mean[j] = 0.5 * (effort[j] + effort_[j]);
      q_[j] = q[j];
      qd_[j] = qd[j];
      effort_[j] = effort[j];
      qdd_[j] += fresh * (acceleration[j] - qdd_[j]);
    }
    speed_ += fresh * (relative_speed(velocity.data()) - speed_);
    if (!external_) {
      forward.model_torque(middle.data(), velocity.data(), acceleration.data(), adds_gravity_, model.data());
    }
    for (std::size_t j = 0; j < n_; ++j) {
      double held = 0.0;
      const double lost = friction(j, step, velocity[j], mean[j], held);
      moving_[j] += fresh * (unknown_ * std::abs(lost) - moving_[j]);
      held_[j] += fresh * (held - held_[j]);
      given[j] = external_ ? mean[j] : model[j] + lost - mean[j];
    }
  }

  double relative_speed(const double * qd) const
  {
    double sum = 0.0;
    for (std::size_t j = 0; j < n_; ++j) {
      const double part = qd[j] * slower_[j];
      sum += part * part;
    }
    return sum;
  }

  // Return 1 or -1 for a joint that moves, 0 for one at rest.
  double direction(std::size_t j, double qd) const
  {
    const double slow = SLOW * motion_scale_[j];
    return qd > slow ? 1.0 : qd < -slow ? -1.0 : 0.0;
  }

  // tanh of a positive number, to an absolute error of 1e-16; std::tanh takes several times as long.
  static double positive_tanh(double x) {return 1.0 - 2.0 / (1.0 + std::exp(2.0 * x));}

  // Return friction, and set the bound of the error of dry friction; control/observer/dry_friction_bound.py explains it.
  double friction(std::size_t j, double step, double qd, double transmitted, double & held)
  {
    const double slow = SLOW * motion_scale_[j];
    const double beyond = std::max(std::abs(qd) - slow, 0.0);
    const double size = beyond >= ALL * slow ? 1.0 : beyond > 0.0 ? positive_tanh(beyond / slow) : 0.0;
    const double sign = qd > 0.0 ? size : -size;
    double torque = 0.0;
#define TORQUE_CORE_ADD(name, basis) torque += (basis) * name##_[j];
    TORQUE_CORE_FRICTION_LAW(TORQUE_CORE_ADD)
#undef TORQUE_CORE_ADD
    static_cast<void>(transmitted);  // not every law has friction that grows with the load
    const double now = direction(j, qd);
    travel_[j] = now != 0.0 && now == direction_[j] ? travel_[j] + step * std::abs(qd) : 0.0;
    direction_[j] = now;
    const double passed = travel_[j] / reversal_[j];
    const double left = passed >= REVERSED ? 0.0 : 2.0 * std::exp(-passed);
    held = dry_[j] * std::max(size + left - 1.0, 1.0 - size);
    return torque;
  }

  bool noise_known() const {return efforts_.known() && changes_.known();}

  void set_sizes(Joints & size) const
  {
    for (std::size_t k = 0; k < n_; ++k) {
      size[k] = std::abs(qdd_[k]);
    }
  }

  void set_thresholds() const
  {
    if (!noise_known()) {
      threshold_.fill(std::numeric_limits<double>::infinity());
      return;
    }
    Joints size;
    set_sizes(size);
    const Factors widths = factors(model_widths_, noise_widths_);
    for (std::size_t j = 0; j < n_; ++j) {
      threshold_[j] = threshold_of(j, size, widths);
    }
  }

  double threshold_of(std::size_t j, const Joints & acceleration, const Factors & widths) const
  {
    const double width = std::sqrt(square(j, acceleration, widths));
    return scale_ * std::max(held_[j] + width, least_[j]);
  }

  // Return a bound below the threshold of a joint, which needs few operations.
  double least_threshold(std::size_t j) const
  {
    return scale_ * std::max(held_[j] + (1.0 - 1e-12) * model_widths_ * still_[j], least_[j]);
  }

  Factors factors(double model_widths, double noise_widths) const
  {
    const double rate = shares_ / steps_, noise = noise_widths * noise_widths;
    return {model_widths * model_widths, noise * 0.5 * shares_, noise * 2.0 / (2.0 - shares_) * rate * rate};
  }

  // Return the square of so many standard deviations of the errors of the model and of the noise of joint `j`.
  double square(std::size_t j, const Joints & acceleration, const Factors & widths) const
  {
    double inertial = still_[j] + fast_[j] * speed_;
    const double * row = acceleration_.data() + j * n_;
    for (std::size_t k = 0; k < n_; ++k) {
      inertial += row[k] * acceleration[k];
    }
    const double effort = efforts_.deviation(j), change = changes_.deviation(j);
    return widths.model * (inertial * inertial + moving_[j] * moving_[j]) + widths.effort * effort * effort +
           widths.change * change * change;
  }

  int touched_joint(double step, bool counts)
  {
    int clearest = -1;
    double largest = 0.0;
    bool near = false;
    const bool known = noise_known();
    Joints acceleration;
    Factors widths{};
    bool sized = false;
    for (std::size_t j = 0; j < n_; ++j) {
      const double size = std::abs(torque_[j]);
      if (!known || size < RELEASE * least_threshold(j)) {
        above_[j] = false;
        continue;
      }
      if (!sized) {
        set_sizes(acceleration);
        widths = factors(model_widths_, noise_widths_);
        sized = true;
      }
      const double threshold = threshold_of(j, acceleration, widths);
      const bool above = counts && size > threshold;
      if (above && above_[j] && size / threshold > largest) {
        largest = size / threshold;
        clearest = static_cast<int>(j);
      }
      above_[j] = above;
      near = near || size >= RELEASE * threshold;
    }
    if (clearest >= 0) {
      touched_ = true;
      below_ = 0.0;
    } else if (touched_) {
      below_ = near ? 0.0 : below_ + step;
      touched_ = below_ < HOLD;
    }
    return clearest;
  }

  std::size_t n_;
  double bandwidth_, scale_, unknown_, model_widths_, noise_widths_;
  bool external_, adds_gravity_;
#define TORQUE_CORE_MEMBER(name, basis) Joints name##_;
  TORQUE_CORE_FRICTION_LAW(TORQUE_CORE_MEMBER)
#undef TORQUE_CORE_MEMBER
  Joints still_, fast_, dry_, reversal_, least_, motion_scale_, slower_{};
  std::array<double, TORQUE_CORE_MAX_JOINTS * TORQUE_CORE_MAX_JOINTS> acceleration_{};
  std::array<bool, TORQUE_CORE_MAX_JOINTS> continuous_{}, above_{};
  Noise<4> efforts_{};
  Noise<3> changes_{};
  mutable Joints threshold_{};
  mutable bool stale_ = false;  // whether a sample has come since the thresholds were computed
  Joints torque_{}, q_{}, qd_{}, effort_{}, qdd_{}, moving_{}, held_{}, direction_{}, travel_{};
  double steps_ = 0.0, shares_ = 0.0, speed_ = 0.0;  // means of the step and of 1 - exp(-K step); relative speed
  double waited_ = 0.0, frozen_ = 0.0, below_ = 0.0;
  bool known_ = false, counted_ = false, touched_ = false;
};

}  // namespace torque_core_
