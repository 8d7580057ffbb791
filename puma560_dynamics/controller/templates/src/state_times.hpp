// The time of states that carry none: state interfaces show what the hardware has, not when it was measured.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "arm.hpp"
#include "joints.hpp"

namespace @package@
{

// Hardware that is read in the cycle shows states of the cycle. One that is fed from elsewhere (a topic, a thread) may
// be held up: states are then late, and catch up within a cycle. Judged by the time of the cycle that is a jump.
// How far the arm moved, by its velocities, gives the time between two states; here as in the gate, what is held up
// comes soon, or not at all.
class StateTimes
{
public:
  // Expects the time of a cycle, s, and the longest that a state may be late, s.
  StateTimes(double cycle, double latest)
  : cycle_(cycle), latest_(latest) {}

  // Whether this is a newer state, seen at `clock`, s. What stays the same to the last bit while a joint moves is none:
  // its source has stopped, or is slower than this cycle.
  bool newer(double clock, const double * q, const double * qd)
  {
    if (!torque_core_::measurable(q, arm::JOINTS) || !torque_core_::measurable(qd, arm::JOINTS)) {
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
      // Without a gap before it a state is no later than the one before.
      const double least = std::max(passed > GAP * cycle_ ? SHORTEST : passed, before + passed - latest_);
      late_ = before + passed - std::clamp(moved(q, qd, before + passed), least, before + passed);
    }
    known_ = true;
    seen_ = clock;
    std::copy(q, q + arm::JOINTS, q_);
    std::copy(qd, qd + arm::JOINTS, qd_);
    return true;
  }

  // The process stood still until `clock`, s: what is the same to the last bit after that may be from before, for a while.
  void woke(double clock)
  {
    woke_ = known_;
    awake_ = clock;
  }

  // When the last newer state was measured, s of the clock.
  double stamp() const {return seen_ - late_;}

private:
  static constexpr double STANDING = 0.01;  // rad/s or m/s, up to which a joint may stand
  static constexpr double TURNS = 0.25;     // share of the squared velocity at the ends; less in between: it turns back
  static constexpr double MEMORY = 1.0;     // s within which what was held up comes, as in the gate
  static constexpr double GAP = 1.5;        // cycles from which states were held up
  static constexpr double SHORTEST = 1e-6;  // s between two states
  static constexpr double WAKING = 0.04;    // s in which hardware receives what came meanwhile; less than the core looks

  bool same(const double * q, const double * qd) const
  {
    return std::equal(q, q + arm::JOINTS, q_) && std::equal(qd, qd + arm::JOINTS, qd_);
  }

  static bool moves(const double * qd)
  {
    return std::any_of(qd, qd + arm::JOINTS, [](double each) {return std::abs(each) > STANDING;});
  }

  // The time in which the arm moves from the last state to this one, by least squares over the joints; 0 where it turns
  // back and the displacement does not show it; `longest` of an arm that stands, and of positions that are frozen.
  double moved(const double * q, const double * qd, double longest) const
  {
    double along = 0.0, speed = 0.0, ends = 0.0;
    for (std::size_t j = 0; j < arm::JOINTS; ++j) {
      const bool round = torque_core_::continuous(arm::LOWER[j], arm::UPPER[j]);
      const double mean = 0.5 * (qd_[j] + qd[j]);
      along += torque_core_::displacement(q[j], q_[j], round) * mean;
      speed += mean * mean;
      ends += 0.5 * (qd_[j] * qd_[j] + qd[j] * qd[j]);
    }
    if (!(ends > STANDING * STANDING) || along == 0.0) {
      return longest;
    }
    const double time = along / speed;
    return speed > TURNS * ends && std::isfinite(time) ? time : 0.0;
  }

  double cycle_, latest_;
  bool known_ = false, woke_ = false;
  double seen_ = 0.0, late_ = 0.0, awake_ = 0.0;
  double q_[arm::JOINTS] = {}, qd_[arm::JOINTS] = {};
};

}  // namespace @package@
