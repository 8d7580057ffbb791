// The gate that every torque passes on its way to the arm; the same as control/gate/torque_gate.py, line by line.
#pragma once

#include <algorithm>
#include <cstdint>

#include "brakes.hpp"
#include "faults.hpp"
#include "hold_budget.hpp"
#include "joints.hpp"
#include "rate_limit.hpp"
#include "timing.hpp"
#include "torque_limits.hpp"
#include "torque_targets.hpp"

namespace torque_core_
{

// How often each check acted.
struct Counts
{
  std::uint64_t torque_limit = 0, soft_limit = 0, torque_rate = 0, not_finite = 0, stamp = 0;
  std::uint64_t refused[TORQUE_CORE_FAULTS] = {}, faults[TORQUE_CORE_FAULTS] = {};
};

class TorqueGate
{
public:
  TorqueGate(std::size_t n, const torque_core_settings & settings)
  : n_(n), targets_(n, settings), budget_(settings.hold_time), motor_(joints_of(settings.motor_torque, n)),
    growth_(joints_of(settings.torque_rate, n)), removal_(joints_of(settings.removal_rate, n)),
    state_timeout_(settings.state_timeout), recovery_time_(settings.recovery_time),
    fade_in_(settings.fade_in_time), fade_out_(settings.fade_out_time),
    zero_policy_(settings.fault_policy == TORQUE_CORE_ZERO), restarts_(settings.restart_after_fault != 0),
    maximum_(joints_of(settings.maximum_torque, n)), brake_sag_(settings.brake_sag), brakes_(n, settings)
  {
    lift();
  }

  std::int32_t state() const {return state_;}
  std::int32_t latched() const {return fault_;}
  double since() const {return since_;}
  const Joints & torque() const {return last_;}
  Counts & counts() {return counts_;}
  const Counts & counts() const {return counts_;}

  bool passing() const {return state_ == TORQUE_CORE_FADING_IN || state_ == TORQUE_CORE_OPEN;}
  bool active() const {return state_ != TORQUE_CORE_INACTIVE;}
  bool done() const {return state_ == TORQUE_CORE_INACTIVE || state_ == TORQUE_CORE_CLOSED;}
  bool quiet() const {return state_ == TORQUE_CORE_INACTIVE || (state_ == TORQUE_CORE_CLOSED && silent_);}
  bool waiting() const {return state_ == TORQUE_CORE_FADING_IN && !had_good_ && !any(last_.data(), n_);}
  bool leads() const {return released_;}
  // Return whether torque alone holds the arm: no brake, and no person before the fade-in has ended.
  bool holds_alone() const
  {
    return released_ && (state_ == TORQUE_CORE_OPEN || (state_ == TORQUE_CORE_FADING_IN && brakes_.lifts()));
  }
  void brakes_report(bool closed) {brakes_.report(closed);}
  bool brake() const
  {
    if (brakes_.ours()) {
      return brakes_.requested();
    }
    return state_ == TORQUE_CORE_FADING_IN ? !had_good_ :
           state_ != TORQUE_CORE_OPEN && state_ != TORQUE_CORE_DAMPING;
  }

  // Begin to fade in, from the acting torque; also the reset after a fault.
  void activate(double now, const Joints & start)
  {
    for (std::size_t j = 0; j < n_; ++j) {
      last_[j] = clamp(start[j], motor_[j]);
    }
    targets_.forget();
    last_time_ = good_time_ = good_since_ = now;
    budget_.reset(now);
    fault_ = TORQUE_CORE_NO_FAULT;
    had_good_ = silent_ = false;
    trusted_ = wanted_ = true;
    enter(TORQUE_CORE_FADING_IN, now);
    lift();
  }

  void deactivate(double now)
  {
    fault_ = TORQUE_CORE_NO_FAULT;
    wanted_ = false;
    if (passing() || reacting()) {
      enter(TORQUE_CORE_FADING_OUT, now);
    }
  }

  void reset()
  {
    last_ = Joints{};
    targets_.forget();
    fault_ = TORQUE_CORE_NO_FAULT;
    state_ = TORQUE_CORE_INACTIVE;
  }

  // React to a fault. The first fault is latched; a later one can only remove the torque sooner.
  void fault(double now, std::int32_t fault)
  {
    const Rule & rule = RULES[fault];
    if (!passing() && !reacting()) {
      return;
    }
    if (rule.reaction == Reaction::Hold && !rule.restarts) {
      trusted_ = false;  // the states themselves are in doubt
    }
    const bool first = fault_ == TORQUE_CORE_NO_FAULT;
    latch(fault);
    const bool held_otherwise = !lifted_ && (brakes_.ours() || fault == TORQUE_CORE_OVERLOAD);
    if (rule.reaction == Reaction::Fade || fades_at_once() || held_otherwise) {
      enter(TORQUE_CORE_FADING_OUT, now);
    } else if (first) {
      good_since_ = now;
      enter(fresh(now) ? TORQUE_CORE_DAMPING : TORQUE_CORE_HOLDING, now);
    }
  }

  // This process stood still until `now`: drop the earlier pose and its target torque.
  void stood_still(double now)
  {
    targets_.forget();
    had_good_ = false;
    good_since_ = now;
  }

  // Stop sending, because another process commands or may command; call `close` or `end_from` next.
  void yield(double now, std::int32_t fault)
  {
    if (!active()) {
      return;
    }
    if (state_ == TORQUE_CORE_CLOSED) {  // zero need not be repeated any more
      silent_ = true;
      return;
    }
    latch(fault);
    if (state_ != TORQUE_CORE_YIELDED) {
      may_hold_ = passing() || reacting();
    }
    last_ = Joints{};
    enter(TORQUE_CORE_YIELDED, now);
  }

  // Close the gate after a yield, because no torque is left to end.
  void close(double now)
  {
    if (state_ == TORQUE_CORE_YIELDED) {
      enter(TORQUE_CORE_CLOSED, now);
      silent_ = true;
    }
  }

  // End the acting torque after a yield, because no other process does.
  void end_from(double now, const Joints & torque)
  {
    if (state_ != TORQUE_CORE_YIELDED) {
      return;
    }
    for (std::size_t j = 0; j < n_; ++j) {
      last_[j] = clamp(torque[j], motor_[j]);
    }
    last_time_ = now;
    silent_ = false;
    const bool fades = fault_ == TORQUE_CORE_NO_FAULT || RULES[fault_].reaction == Reaction::Fade || fades_at_once();
    enter(may_hold_ && !fades ? TORQUE_CORE_HOLDING : TORQUE_CORE_FADING_OUT, now);
  }

  // Compute the output for one joint state: the wanted torque within all limits. Return whether there is a torque to
  // command.
  bool limit(
    double now, const double * position, const double * wanted, const double * load, const double * damping,
    double age, bool well)
  {
    if (!active()) {
      return false;
    }
    if (!all_finite(wanted, n_) || !all_finite(load, n_) || !all_finite(damping, n_)) {
      ++counts_.not_finite;
      return emit(now);
    }
    if (now - age - good_time_ > state_timeout_) {
      good_since_ = now;
    }
    if (trusted_) {
      good_time_ = now - age;
      bool over = false, less = false;
      targets_.update(wanted, position, load, damping, over, less);
      counts_.torque_limit += over ? 1 : 0;
      counts_.soft_limit += less ? 1 : 0;
      if (!had_good_) {
        had_good_ = true;
        if (state_ == TORQUE_CORE_FADING_IN) {  // the fade begins now, however late the first state is
          enter(TORQUE_CORE_FADING_IN, now);
          released_at_ = now;
        }
      }
      if (brakes_.lifts()) {
        hold_up(now, position, load);
      }
    }
    if (well) {
      recover(now);
    } else {
      good_since_ = now;
    }
    return emit(now);
  }

  // Note that the last output was sent at `now`: the rate limit counts from then.
  void sent(double now) {last_time_ = std::max(last_time_, now);}

  // Return whether the gate must act without a new state: it continues towards the last wanted torque, on silence it holds
  // and fades, when closed it repeats zero for a while. `between_states` of the specification is true.
  bool watch(double now)
  {
    if (state_ == TORQUE_CORE_INACTIVE || waiting()) {
      return false;
    }
    const double silent = now - good_time_;
    const bool known = had_good_ || state_ == TORQUE_CORE_OPEN;  // also where the pose was forgotten after a pause
    if (passing() && known && silent > state_timeout_) {
      fault(now, TORQUE_CORE_SILENCE);
    }
    return emit(now);
  }

private:
  bool reacting() const {return state_ == TORQUE_CORE_DAMPING || state_ == TORQUE_CORE_HOLDING;}
  bool fades_at_once() const {return zero_policy_ || !had_good_;}
  bool fresh(double now) const {return trusted_ && now - good_time_ <= state_timeout_;}

  void enter(std::int32_t state, double now)
  {
    state_ = state;
    since_ = now;
    start_ = last_;
    if (state == TORQUE_CORE_INACTIVE || state == TORQUE_CORE_HOLDING || state == TORQUE_CORE_FADING_OUT ||
      state == TORQUE_CORE_YIELDED || state == TORQUE_CORE_CLOSED)
    {
      brakes_.engage(now);
    }
    if (state == TORQUE_CORE_FADING_OUT) {  // torque that does not hold the arm may fade at once
      fades_ = brakes_.closed(now) || !lifted_;
      fades_since_ = now;
    }
  }

  // Require that the torque holds the arm before the brakes open.
  void lift()
  {
    lifted_ = released_ = !brakes_.lifts();
    reached_ = false;
  }

  // Check that the torque can hold the arm, and release the brakes once it does.
  void hold_up(double now, const double * position, const double * load)
  {
    if (!passing() && state_ != TORQUE_CORE_DAMPING) {
      return;
    }
    bool heavy = false;
    for (std::size_t j = 0; j < n_; ++j) {
      heavy = heavy || std::abs(load[j]) > maximum_[j];
    }
    if (heavy) {
      fault(now, TORQUE_CORE_OVERLOAD);
      brakes_.engage(now);
      return;
    }
    if (state_ != TORQUE_CORE_FADING_IN || released_) {
      return;
    }
    if (!lifted_) {
      lifted_ = reached_;
      if (!lifted_) {
        return;
      }
      brakes_.release(now, position);
    }
    if (brakes_.ours() && brakes_.sag(position) > brake_sag_) {
      fault(now, TORQUE_CORE_SAG);
    } else if (brakes_.open(now)) {
      released_ = true;
      released_at_ = now;
      start_ = last_;
    }
  }

  // Return the seconds since the fade began, which waits for the brakes; set whether gravity is held meanwhile.
  double elapsed(double now)
  {
    held_ = false;
    if (state_ == TORQUE_CORE_FADING_IN && had_good_ && brakes_.lifts()) {
      held_ = !released_;
      return released_ ? now - released_at_ : now - since_;
    }
    if (state_ == TORQUE_CORE_FADING_OUT && fades_) {
      return now - fades_since_;
    }
    if (state_ == TORQUE_CORE_FADING_OUT) {
      held_ = !brakes_.closed(now);
      if (!held_) {
        fades_ = true;
        fades_since_ = now;
        start_ = last_;
      }
      return 0.0;
    }
    return now - since_;
  }

  void latch(std::int32_t fault)
  {
    if (fault_ != TORQUE_CORE_NO_FAULT && !(RULES[fault_].restarts && !RULES[fault].restarts)) {
      return;
    }
    fault_ = fault;
    ++counts_.faults[fault];
  }

  // Fade in again after `recovery_time` of good states, if `restart_after_fault` is set.
  void recover(double now)
  {
    if (fault_ == TORQUE_CORE_NO_FAULT || !wanted_ || !trusted_ || !restarts_) {
      return;
    }
    // Wait for at least a few states, so that diagnostics show every fault.
    const double recovery = std::max(recovery_time_, Timing::longest_step);
    if (RULES[fault_].restarts && now - good_since_ >= recovery) {
      fault_ = TORQUE_CORE_NO_FAULT;
      silent_ = false;
      enter(TORQUE_CORE_FADING_IN, now);
      lift();
    }
  }

  // Advance the state machine and the torque by one step.
  bool emit(double now)
  {
    const double passed = std::max(now - last_time_, 0.0);
    const bool spent = budget_.count(now, state_);
    if (reacting()) {
      state_ = fresh(now) ? TORQUE_CORE_DAMPING : TORQUE_CORE_HOLDING;
      if (state_ == TORQUE_CORE_HOLDING) {
        brakes_.engage(now);
      }
      if (spent) {
        enter(TORQUE_CORE_FADING_OUT, now);
      }
    }
    if (state_ == TORQUE_CORE_YIELDED) {
      return false;
    }
    if (state_ == TORQUE_CORE_CLOSED && now - since_ > Timing::repeat_zero) {
      silent_ = true;
    }
    if (state_ == TORQUE_CORE_CLOSED && silent_) {
      return false;
    }
    const double passed_in_state = elapsed(now);
    const double step = std::min(passed, Timing::longest_step);
    bool late = false;
    for (std::size_t j = 0; j < n_; ++j) {
      double aim = 0.0, safe = 0.0;
      targets_.aim(state_, had_good_, start_[j], passed_in_state, held_, j, aim, safe);
      const double limited = limit_rate(last_[j], aim, safe, growth_[j], removal_[j], step);
      late = late || limited != aim;
      last_[j] = limited;
    }
    if (late && (state_ == TORQUE_CORE_OPEN || reacting())) {
      ++counts_.torque_rate;
    }
    last_time_ = now;
    if (held_) {  // no fade has begun yet
      reached_ = !late;
    } else if (state_ == TORQUE_CORE_FADING_IN && had_good_ && passed_in_state >= fade_in_) {
      enter(TORQUE_CORE_OPEN, now);
    } else if (state_ == TORQUE_CORE_FADING_OUT && passed_in_state >= fade_out_ && !any(last_.data(), n_)) {
      enter(TORQUE_CORE_CLOSED, now);
    }
    return true;
  }

  std::size_t n_;
  TorqueTargets targets_;
  HoldBudget budget_;
  Joints motor_, growth_, removal_;
  double state_timeout_, recovery_time_, fade_in_, fade_out_;
  bool zero_policy_, restarts_;
  Joints maximum_;
  double brake_sag_;
  Brakes brakes_;

  std::int32_t state_ = TORQUE_CORE_INACTIVE, fault_ = TORQUE_CORE_NO_FAULT;
  double since_ = 0.0, last_time_ = 0.0, good_time_ = 0.0, good_since_ = 0.0;
  bool had_good_ = false, silent_ = false, trusted_ = false, wanted_ = false, may_hold_ = false;
  bool lifted_ = false, released_ = false, reached_ = false, held_ = false, fades_ = false;
  double released_at_ = 0.0, fades_since_ = 0.0;
  Joints last_{}, start_{};
  Counts counts_{};
};

}  // namespace torque_core_
