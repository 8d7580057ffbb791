// Estimate the time of states without a stamp: state interfaces contain values, but not the time of measurement.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "arm.hpp"
#include "joints.hpp"

namespace @package@
{

// Hardware that is read in the cycle gives states of the cycle. States that come from elsewhere (a topic, a thread) may be
// delayed, and then catch up within one cycle. With the time of the cycle as stamp this would be a jump. So the time
// between two states is estimated from displacement and velocities. As in the gate, delayed states arrive soon or never.
class StateTimes
{
public:
  StateTimes() = default;

  // `round`: whether each of the `joints` joints is continuous; `cycle`: period of the cycle, s; `latest`: largest delay of
  // a state, s.
  StateTimes(std::size_t joints, const std::array<bool, MOST_JOINTS> & round, double cycle, double latest)
  : n_(joints), round_(round), cycle_(cycle), latest_(latest) {}

  // Return whether this is a newer state, read at `clock`, s. A state that is exactly the same while a joint moves is not
  // newer: its source has stopped, or is slower than this cycle.
  bool newer(double clock, const double * q, const double * qd)
  {
    if (!torque_core_::measurable(q, n_) || !torque_core_::measurable(qd, n_)) {
      return true;  // the gate refuses and counts it
    }
    if (woke_ && same(q, qd) && clock - awake_ < WAKING && clock >= awake_) {
      return false;
    }
    woke_ = false;
    const double passed = clock - seen_;
    if (!known_ || !(passed > 0.0)) {
      late_ = 0.0;
    } else if (same(q, qd) && moves(qd)) {
      return false;
    } else {
      const double before = late_ * std::max(1.0 - passed / MEMORY, 0.0);
      // Without a gap before it, a state has no larger delay than the previous state.
      const double least = std::max(passed > GAP * cycle_ ? SHORTEST : passed, before + passed - latest_);
      late_ = before + passed - std::clamp(moved(q, qd, before + passed), least, before + passed);
    }
    known_ = true;
    seen_ = clock;
    std::copy(q, q + n_, q_);
    std::copy(qd, qd + n_, qd_);
    return true;
  }

  // Note the velocity of the last newer state, where it is not measured.
  void note_velocity(const double * qd) {std::copy(qd, qd + n_, qd_);}

  // Note that the process stood still until `clock`, s: for a while, an exactly equal state may be from before the pause.
  void woke(double clock)
  {
    woke_ = known_;
    awake_ = clock;
  }

  // Return the time at which the last newer state was measured, s of the clock.
  double stamp() const {return seen_ - late_;}

private:
  static constexpr double STANDING = 0.01;  // rad/s or m/s, largest velocity of a joint at rest
  static constexpr double TURNS = 0.25;     // fraction of the squared velocity at the ends below which the motion reverses
  static constexpr double MEMORY = 1.0;     // s within which delayed states arrive, as in the gate
  static constexpr double GAP = 1.5;        // cycles without a state from which states count as delayed
  static constexpr double SHORTEST = 1e-6;  // s between two states
  static constexpr double WAKING = 0.04;    // s in which hardware receives queued states; less than Timing::look_around

  bool same(const double * q, const double * qd) const
  {
    return std::equal(q, q + n_, q_) && std::equal(qd, qd + n_, qd_);
  }

  bool moves(const double * qd) const
  {
    return std::any_of(qd, qd + n_, [](double each) {return std::abs(each) > STANDING;});
  }

  // Return the time in which the arm moves from the last state to this one, by least squares over the joints; 0 if the
  // motion reverses, so that the displacement does not show the time; `longest` if the arm is at rest or positions are
  // frozen.
  double moved(const double * q, const double * qd, double longest) const
  {
    double along = 0.0, speed = 0.0, ends = 0.0;
    for (std::size_t j = 0; j < n_; ++j) {
      const double mean = 0.5 * (qd_[j] + qd[j]);
      along += torque_core_::displacement(q[j], q_[j], round_[j]) * mean;
      speed += mean * mean;
      ends += 0.5 * (qd_[j] * qd_[j] + qd[j] * qd[j]);
    }
    if (!(ends > STANDING * STANDING) || along == 0.0) {
      return longest;
    }
    const double time = along / speed;
    return speed > TURNS * ends && std::isfinite(time) ? time : 0.0;
  }

  std::size_t n_ = 0;
  std::array<bool, MOST_JOINTS> round_{};
  double cycle_ = 0.001, latest_ = 0.05;
  bool known_ = false, woke_ = false;
  double seen_ = 0.0, late_ = 0.0, awake_ = 0.0;
  double q_[MOST_JOINTS] = {}, qd_[MOST_JOINTS] = {};
};

}  // namespace @package@
