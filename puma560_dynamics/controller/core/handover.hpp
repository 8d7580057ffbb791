// Decide when this process must not continue a torque, and when it ends an earlier one; the same as
// control/gate/command_handover.py, for a process that is the only one to command.
#pragma once

#include <limits>

#include "joints.hpp"
#include "timing.hpp"
#include "torque_gate.hpp"

namespace torque_core_
{

class Handover
{
public:
  Handover(std::size_t n, double state_timeout)
  : n_(n), own_stall_(Timing::own_stall(state_timeout)) {}

  const Joints & last_command() const {return command_;}
  bool pending() const {return looks_;}

  // Forget stalls and yields; keep the last command.
  void forget() {due_ = looks_ = false;}

  // Keep the acting torque after settings were changed.
  void continue_from(const Handover & before)
  {
    command_ = before.command_;
    other_time_ = before.other_time_;
  }

  // Return whether this process stood still since its last command.
  bool stalled(double now) const {return due_ && now - sent_ >= own_stall_;}

  // Note the torque that something else commands.
  void acting(double now, const double * torque)
  {
    command_ = joints_of(torque, n_);
    other_time_ = now;
  }

  // Note that the torque of the gate was commanded.
  void sent(double now, TorqueGate & gate)
  {
    gate.sent(now);
    command_ = gate.torque();
    due_ = !(gate.state() == TORQUE_CORE_FADING_IN && !any(command_.data(), n_));
    sent_ = due_ ? now : sent_;
  }

  // Check for a stall of this process, after which the gate yields.
  void check_faults(double now, TorqueGate & gate)
  {
    if (gate.quiet()) {
      due_ = false;  // no command is due any more
    }
    if (stalled(now)) {
      due_ = false;
      gate.yield(now, TORQUE_CORE_OWN_STALL);
      looks_ = true;
      yielded_ = now;
      look_until_ = now + Timing::look_around;
    }
  }

  // End the acting torque after a yield.
  void end_what_acts(double now, TorqueGate & gate)
  {
    const bool acts = any(command_.data(), n_);
    const bool ended = other_time_ > yielded_ && !acts;
    if (!looks_ || (now < look_until_ && !ended) || (acts && now - other_time_ < Timing::look_around)) {
      return;
    }
    looks_ = false;
    if (acts) {
      gate.end_from(now, command_);
    } else {
      gate.close(now);
    }
  }

private:
  std::size_t n_;
  double own_stall_;
  Joints command_{};
  double other_time_ = -std::numeric_limits<double>::infinity();
  double sent_ = 0.0, yielded_ = 0.0, look_until_ = 0.0;
  bool due_ = false, looks_ = false;
};

}  // namespace torque_core_
