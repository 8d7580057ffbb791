// One joint state in, one gated torque out: checks, model, damping, faults and gate; the same as control/torque_loop.py.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "acceleration_sources.hpp"
#include "contact.hpp"
#include "feed_forward.hpp"
#include "followed_reference.hpp"
#include "guided_mode.hpp"
#include "handover.hpp"
#include "settling.hpp"
#include "state_check.hpp"
#include "torque_gate.hpp"

namespace torque_core_
{

class TorqueLoop
{
public:
  TorqueLoop(const torque_core_model & model, const torque_core_settings & settings)
  : n_(model.joints), own_stall_(Timing::own_stall(settings.state_timeout)), forward_(model, settings), gate_(n_, settings), handover_(n_, settings.state_timeout), states_(n_, settings),
    followed_(n_, settings), sources_(n_, settings), settling_(n_, settings), contact_(n_, settings), mode_(model, settings),
    state_timeout_(settings.state_timeout), estimates_(settings.contact_policy != TORQUE_CORE_CONTACTS_NONE),
    stops_(settings.contact_policy >= TORQUE_CORE_CONTACTS_STOP),
    velocity_(joints_of(settings.velocity, n_)), stiffness_(joints_of(settings.stiffness, n_)),
    feedback_(joints_of(settings.damping, n_))
  {
    // Gain of the torque against the measured velocity that brings a moving arm to rest, D = diag(A(0)) / time.
    Dynamics dynamics(model, settings);
    const Joints pose{};
    dynamics.at(pose.data());
    dynamics.inertias(gain_);
    for (std::size_t j = 0; j < n_; ++j) {
      continuous_[j] = continuous(settings.lower[j], settings.upper[j]);
      gain_[j] /= settings.damping_time;
    }
    mode_.set_gain(gain_);
  }

  TorqueGate & gate() {return gate_;}
  const TorqueGate & gate() const {return gate_;}
  const Handover & handover() const {return handover_;}
  const Joints & acceleration() const {return qdd_;}

  // Return the reference at the time of the last accepted state; NULL without one.
  const Reference * reference() const {return has_reference_ ? &reference_ : nullptr;}
  bool followed() const {return has_reference_;}
  bool settling() const {return settling_.active();}
  const GuidedMode & mode() const {return mode_;}
  std::uint32_t guided_terms() const {return forward_.guided_terms();}
  bool estimates() const {return estimates_;}
  bool effort_lost() const {return effort_lost_;}
  const ContactEstimate & contact() const {return contact_;}

  // Keep counts and the acting torque after settings were changed while the gate was closed.
  void continue_from(const TorqueLoop & before)
  {
    gate_.counts() = before.gate_.counts();
    handover_.continue_from(before.handover_);
  }

  void acting(double now, const double * torque) {handover_.acting(now, torque);}

  void activate(double now)
  {
    release_on_fault();
    sources_.forget();
    states_.forget();
    followed_.forget();
    handover_.forget();
    settling_.end();
    mode_.begin();
    contact_.forget();
    effort_time_ = -std::numeric_limits<double>::infinity();
    effort_lost_ = false;
    called_ = now;
    gate_.activate(now, handover_.last_command());
  }

  // Continue after a restart within a cycle: the torque continues, and earlier references are dropped.
  void resume(bool brake)
  {
    sources_.forget();
    followed_.forget();
    if (brake) {
      settling_.begin();
    }
  }

  void set_terms(std::uint32_t terms) {forward_.set_terms(terms);}

  void set_payload(const torque_core_payload & payload) {forward_.set_payload(payload);}
  void set_friction(double scale) {forward_.set_friction(scale);}

  // Set the gains of computed torque of every joint.
  void set_gains(double stiffness, double damping)
  {
    std::fill_n(stiffness_.begin(), n_, stiffness);
    std::fill_n(feedback_.begin(), n_, damping);
  }

  void set_source(double now, std::int32_t source)
  {
    sources_.choose(now, source, gate_.passing());
  }

  // Return whether a reference moves the arm or would, so that the mode cannot change.
  bool reference_moves() const {return followed_.would_move(called_);}

  // Choose the mode from the next state on, without a step; refused if it is unknown or not enabled, and while a reference
  // moves the arm or would. An arm that is no longer guided is brought to rest, until a reference arrives.
  bool set_mode(std::int32_t mode)
  {
    const bool changes = mode != mode_.mode(), was_guided = mode_.guided();
    if ((mode != TORQUE_CORE_MODE_FEEDFORWARD && !(mode == TORQUE_CORE_MODE_HAND_GUIDING && mode_.enabled())) ||
      (changes && reference_moves()))
    {
      return false;
    }
    mode_.choose(mode);
    if (changes) {
      followed_.forget();
      settling_.end();
    }
    if (changes && was_guided) {
      settling_.begin();
    }
    return true;
  }

  int reference(double now, double clock, double stamp, const Reference & reference)
  {
    notice_pause(now);
    if (mode_.guided()) {
      followed_.refuse(now, reference);
      return TORQUE_CORE_REFUSED_CALL;
    }
    return gate_.leads() ? followed_.take(now, clock, stamp, reference) : TORQUE_CORE_NONE;
  }

  int state(
    double now, double clock, double stamp, const double * q, const double * qd, const double * effort,
    const double * added, double * torque)
  {
    notice_pause(now);
    if (added != nullptr) {
      settling_.end();
    }
    handover_.check_faults(now, gate_);
    release_on_fault();
    if (!(clock > 0.0) && !gate_.waiting()) {
      gate_.fault(now, TORQUE_CORE_CLOCK);
    }
    double dt = 0.0;
    std::int32_t fault = TORQUE_CORE_NO_FAULT;
    const int usable = states_.check(now, clock, stamp, q, qd, dt, fault);
    if (usable == TORQUE_CORE_REFUSED_STAMP) {
      ++gate_.counts().stamp;
      return usable;
    }
    if (usable == TORQUE_CORE_REFUSED_FINITE) {
      ++gate_.counts().not_finite;
      return usable;
    }
    if (usable == TORQUE_CORE_REFUSED_FAULT) {
      contact_.forget();
      ++gate_.counts().refused[fault];
      gate_.fault(now, fault);
      return usable;
    }
    forward_.sampled(dt);
    lose_reference(now);
    has_reference_ = followed_.at(stamp, reference_);
    q_ = joints_of(q, n_);
    qd_ = joints_of(qd, n_);
    accelerate(now, q, qd, dt);
    Joints wanted{}, hold{}, against{};
    for (std::size_t j = 0; j < n_; ++j) {
      against[j] = -gain_[j] * clamp(qd[j], velocity_[j]);
    }
    const double * velocity = has_reference_ ? reference_.velocity.data() : nullptr;
    guiding_ = Joints{};
    if (mode_.guided()) {
      qdd_ = Joints{};
      mode_.torque(now, q, qd, against, dt, guiding_);
      forward_.guided(q, qd, guiding_.data(), wanted.data(), hold.data());
    } else if (!forward_.command(q, qd, qdd_.data(), velocity, wanted.data(), hold.data())) {
      ++gate_.counts().not_finite;
      return TORQUE_CORE_REFUSED_FINITE;
    }
    for (std::size_t j = 0; j < n_ && added != nullptr && !mode_.guided(); ++j) {
      wanted[j] = wanted[j] + added[j];
    }
    const bool floats = estimates_ && look_for_contact(now, dt, q, qd, effort);
    if (has_reference_) {
      settling_.end();
    }
    if (floats || (settling_.brakes(now, qd) && !mode_.guided())) {
      for (std::size_t j = 0; j < n_; ++j) {
        wanted[j] = hold[j] + against[j];
      }
    }
    mode_.fade.apply(wanted, dt);
    if (floats) {
      mode_.fade.begin();
    }
    // After a fault, torque returns only if no yielded torque may still have to be ended, and efforts are usable.
    const bool well = gate_.latched() == TORQUE_CORE_NO_FAULT || !(handover_.pending() || (stops_ && effort_lost_));
    return send(now, gate_.limit(now, q, wanted.data(), hold.data(), against.data(), states_.age(), well), torque);
  }

  int update(double now, double * torque)
  {
    notice_pause(now);
    handover_.check_faults(now, gate_);
    lose_reference(now);
    handover_.end_what_acts(now, gate_);
    const bool sends = gate_.watch(now);
    release_on_fault();
    return send(now, sends, torque);
  }

  // Compute the torque that holds the arm still at q.
  void load(const double * q, double * hold)
  {
    const Joints still{};
    Joints total{};
    forward_.command(q, still.data(), still.data(), nullptr, total.data(), hold);
  }

  void terms(double * rows)
  {
    forward_.terms(q_.data(), qd_.data(), qdd_.data(), has_reference_ ? reference_.velocity.data() : nullptr, rows);
    for (std::size_t j = 0; j < n_; ++j) {
      rows[6 * n_ + j] = guiding_[j];
    }
  }

private:
  // End hand guiding on a fault.
  void release_on_fault()
  {
    if (gate_.latched() != TORQUE_CORE_NO_FAULT) {
      mode_.release();
    }
  }

  // Drop references, poses and targets from before a pause of this process.
  void notice_pause(double now)
  {
    if (now - called_ >= own_stall_ || handover_.stalled(now)) {
      sources_.forget();
      followed_.forget_before(now);
      mode_.fade.forget();
      contact_.forget();
      gate_.stood_still(now);
    }
    called_ = now;
  }

  // Estimate the external torque; a contact, or the loss of efforts, is a fault with TORQUE_CORE_CONTACTS_STOP and _FLOAT,
  // unless the arm floats from now on. Return whether it does.
  bool look_for_contact(double now, double dt, const double * q, const double * qd, const double * effort)
  {
    const bool passes = stops_ && !mode_.guided() && gate_.passing();  // a person touches a guided arm
    effort_lost_ = !contact_.usable(dt, qd, effort);
    if (effort_lost_) {
      contact_.skip(dt);
      if (passes && now - effort_time_ >= state_timeout_) {
        gate_.fault(now, TORQUE_CORE_EFFORT_LOST);
      }
      return false;
    }
    effort_time_ = now;
    if (contact_.update(dt, q, qd, effort, forward_, gate_.holds_alone()) < 0 || !passes) {
      return false;
    }
    if (gate_.state() != TORQUE_CORE_OPEN || handover_.pending() || !mode_.float_after(now, q, qd)) {
      gate_.fault(now, TORQUE_CORE_CONTACT);
      return false;
    }
    followed_.forget();
    settling_.end();
    has_reference_ = false;
    return true;
  }

  // Report the loss of a reference in a motion, which is a fault.
  void lose_reference(double now)
  {
    if (followed_.lost(now) && !gate_.waiting()) {
      gate_.fault(now, TORQUE_CORE_REFERENCE_LOST);
    }
  }

  // Compute the acceleration at which the model is evaluated.
  void accelerate(double now, const double * q, const double * qd, double dt)
  {
    Joints wanted{};
    for (std::size_t j = 0; j < n_ && has_reference_; ++j) {
      wanted[j] = reference_.acceleration[j];
      if (stiffness_[j] > 0.0 || feedback_[j] > 0.0) {
        const double error = displacement(reference_.position[j], q[j], continuous_[j]);
        wanted[j] += stiffness_[j] * error + feedback_[j] * (reference_.velocity[j] - qd[j]);
      }
    }
    sources_.at(now, has_reference_ ? wanted.data() : nullptr, qd, dt, qdd_);
  }

  int send(double now, bool sends, double * torque)
  {
    if (!sends) {
      return TORQUE_CORE_NONE;
    }
    handover_.sent(now, gate_);
    for (std::size_t j = 0; j < n_; ++j) {
      torque[j] = gate_.torque()[j];
    }
    return TORQUE_CORE_SEND;
  }

  std::size_t n_;
  double own_stall_, called_ = std::numeric_limits<double>::infinity();
  FeedForward forward_;
  TorqueGate gate_;
  Handover handover_;
  StateCheck states_;
  FollowedReference followed_;
  AccelerationSources sources_;
  Settling settling_;
  ContactEstimate contact_;
  GuidedMode mode_;
  double state_timeout_, effort_time_ = -std::numeric_limits<double>::infinity();
  bool estimates_, stops_, effort_lost_ = false;
  Joints velocity_, stiffness_, feedback_, gain_{};
  std::array<bool, TORQUE_CORE_MAX_JOINTS> continuous_{};
  Joints q_{}, qd_{}, qdd_{}, guiding_{};
  Reference reference_{};
  bool has_reference_ = false;
};

}  // namespace torque_core_
