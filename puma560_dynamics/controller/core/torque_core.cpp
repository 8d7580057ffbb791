// Functions that are called while torque acts: no heap, no lock, no exception.
#include "torque_core.h"

#include <cmath>
#include <cstdint>

#include "core.hpp"

using torque_core_::all_finite;
using torque_core_::joints_of;
using torque_core_::known;
using torque_core_::RULES;

namespace
{

constexpr const char * STATES[TORQUE_CORE_STATES] = {
  "inactive", "fading_in", "open", "damping", "holding", "fading_out", "yielded", "closed"};

}  // namespace

extern "C" {

const char * torque_core_check(const torque_core_model * model, const torque_core_settings * settings)
{
  return torque_core_::wrong(*model, *settings);
}

int torque_core_configure(torque_core * core, const torque_core_settings * settings)
{
  if (!core->loop.gate().done() || torque_core_::wrong(core->model, *settings) != nullptr) {
    return TORQUE_CORE_REFUSED_CALL;
  }
  torque_core_::TorqueLoop made(core->model, *settings);
  made.continue_from(core->loop);
  core->loop = made;
  return TORQUE_CORE_SEND;
}

int torque_core_renew(torque_core * core, const torque_core_settings * settings)
{
  if (torque_core_::wrong(core->model, *settings) != nullptr) {
    return TORQUE_CORE_REFUSED_CALL;
  }
  core->loop = torque_core_::TorqueLoop(core->model, *settings);
  return TORQUE_CORE_SEND;
}

int torque_core_acting(torque_core * core, double now, const double * torque)
{
  if (!std::isfinite(now) || !core->loop.gate().done()) {
    return TORQUE_CORE_REFUSED_CALL;
  }
  if (!all_finite(torque, core->model.joints)) {
    return TORQUE_CORE_REFUSED_FINITE;
  }
  core->loop.acting(now, torque);
  return TORQUE_CORE_SEND;
}

int torque_core_activate(torque_core * core, double now)
{
  if (!std::isfinite(now)) {
    return TORQUE_CORE_REFUSED_CALL;
  }
  core->loop.activate(now);
  return TORQUE_CORE_SEND;
}

int torque_core_resume(torque_core * core, int32_t brake)
{
  core->loop.resume(brake != 0);
  return TORQUE_CORE_SEND;
}

int torque_core_deactivate(torque_core * core, double now)
{
  if (!std::isfinite(now)) {
    return TORQUE_CORE_REFUSED_CALL;
  }
  core->loop.gate().deactivate(now);
  return TORQUE_CORE_SEND;
}

int torque_core_reset(torque_core * core)
{
  if (!core->loop.gate().done()) {
    return TORQUE_CORE_REFUSED_CALL;
  }
  core->loop.gate().reset();
  return TORQUE_CORE_SEND;
}

int torque_core_brakes(torque_core * core, int32_t closed)
{
  core->loop.gate().brakes_report(closed != 0);
  return TORQUE_CORE_SEND;
}

int torque_core_fault(torque_core * core, double now, int32_t fault)
{
  if (!std::isfinite(now) || !known(fault)) {
    return TORQUE_CORE_REFUSED_CALL;
  }
  core->loop.gate().fault(now, fault);
  return TORQUE_CORE_SEND;
}

int torque_core_set_terms(torque_core * core, uint32_t terms)
{
  if (terms & ~std::uint32_t{TORQUE_CORE_ALL_TERMS}) {
    return TORQUE_CORE_REFUSED_CALL;
  }
  core->loop.set_terms(terms);
  return TORQUE_CORE_SEND;
}

const char * torque_core_check_payload(
  const torque_core_model * model, const torque_core_settings * settings, const torque_core_payload * payload)
{
  return torque_core_::wrong_payload(*model, *settings, *payload);
}

int torque_core_set_payload(torque_core * core, const torque_core_payload * payload)
{
  if (torque_core_::wrong_body(*payload) != nullptr || (payload->mass > 0.0 && core->model.links == nullptr)) {
    return TORQUE_CORE_REFUSED_CALL;
  }
  core->loop.set_payload(*payload);
  return TORQUE_CORE_SEND;
}

int torque_core_set_friction(torque_core * core, double scale)
{
  if (!(scale >= 0.0 && scale <= 1.0)) {
    return TORQUE_CORE_REFUSED_CALL;
  }
  core->loop.set_friction(scale);
  return TORQUE_CORE_SEND;
}

int torque_core_set_gains(torque_core * core, double stiffness, double damping)
{
  if (!(stiffness >= 0.0 && damping >= 0.0 && std::isfinite(stiffness) && std::isfinite(damping))) {
    return TORQUE_CORE_REFUSED_CALL;
  }
  core->loop.set_gains(stiffness, damping);
  return TORQUE_CORE_SEND;
}

int torque_core_set_source(torque_core * core, double now, int32_t source)
{
  if (!std::isfinite(now) || source < TORQUE_CORE_SOURCE_NONE || source > TORQUE_CORE_SOURCE_FILTERED) {
    return TORQUE_CORE_REFUSED_CALL;
  }
  core->loop.set_source(now, source);
  return TORQUE_CORE_SEND;
}

int torque_core_set_mode(torque_core * core, int32_t mode)
{
  return core->loop.set_mode(mode) ? TORQUE_CORE_SEND : TORQUE_CORE_REFUSED_CALL;
}

int32_t torque_core_mode(const torque_core * core) {return core->loop.mode().mode();}

int32_t torque_core_reference_moves(const torque_core * core) {return core->loop.reference_moves();}

uint32_t torque_core_guided_terms(const torque_core * core) {return core->loop.guided_terms();}

int torque_core_reference(
  torque_core * core, double now, double clock, double stamp, const double * position, const double * velocity,
  const double * acceleration)
{
  if (!std::isfinite(now)) {
    return TORQUE_CORE_REFUSED_CALL;
  }
  const std::size_t n = core->model.joints;
  const torque_core_::Reference reference{
    joints_of(position, n), joints_of(velocity, n), joints_of(acceleration, n)};
  return core->loop.reference(now, clock, stamp, reference);
}

int torque_core_state(
  torque_core * core, double now, double clock, double stamp, const double * q, const double * qd,
  const double * effort, const double * added, double * torque)
{
  return std::isfinite(now) ? core->loop.state(now, clock, stamp, q, qd, effort, added, torque) :
         TORQUE_CORE_REFUSED_CALL;
}

int torque_core_update(torque_core * core, double now, double * torque)
{
  return std::isfinite(now) ? core->loop.update(now, torque) : TORQUE_CORE_REFUSED_CALL;
}

void torque_core_torque(const torque_core * core, double * torque)
{
  for (std::size_t j = 0; j < core->model.joints; ++j) {
    torque[j] = core->loop.gate().torque()[j];
  }
}

void torque_core_status(const torque_core * core, torque_core_status_t * status)
{
  const auto & gate = core->loop.gate();
  const auto & counts = gate.counts();
  status->since = gate.since();
  status->state = gate.state();
  status->latched = gate.latched();
  status->done = gate.done();
  status->quiet = gate.quiet();
  status->waiting = gate.waiting();
  status->brake = gate.brake();
  status->pending = core->loop.handover().pending();
  status->followed = core->loop.followed();
  status->settling = core->loop.settling();
  status->guided = core->loop.mode().guided();
  status->released = core->loop.mode().released();
  status->floating = core->loop.mode().floating();
  status->leads = gate.leads();
  status->touched = core->loop.contact().touched();
  status->effort = core->loop.estimates() && !core->loop.effort_lost();
  status->torque_limit = counts.torque_limit;
  status->soft_limit = counts.soft_limit;
  status->torque_rate = counts.torque_rate;
  status->not_finite = counts.not_finite;
  status->stamp = counts.stamp;
  for (std::size_t fault = 0; fault < TORQUE_CORE_FAULTS; ++fault) {
    status->refused[fault] = counts.refused[fault];
    status->faults[fault] = counts.faults[fault];
  }
}

int32_t torque_core_touches(const torque_core * core)
{
  return core->loop.estimates() && (core->loop.contact().touched() || core->loop.contact().above());
}

void torque_core_external(const torque_core * core, double * external, double * threshold, double * band)
{
  const bool estimates = core->loop.estimates();
  if (band != nullptr && estimates) {
    core->loop.contact().band(band);
  }
  for (std::size_t j = 0; j < core->model.joints; ++j) {
    external[j] = estimates ? core->loop.contact().torque()[j] : 0.0;
    threshold[j] = estimates ? core->loop.contact().threshold()[j] : 0.0;
    if (band != nullptr && !estimates) {
      band[j] = 0.0;
    }
  }
}

void torque_core_load(torque_core * core, const double * q, double * load)
{
  core->loop.load(q, load);
}

void torque_core_terms(torque_core * core, double * terms) {core->loop.terms(terms);}

int32_t torque_core_followed(const torque_core * core, double * position, double * velocity, double * acceleration)
{
  const torque_core_::Reference * followed = core->loop.reference();
  for (std::size_t j = 0; followed != nullptr && j < core->model.joints; ++j) {
    position[j] = followed->position[j];
    velocity[j] = followed->velocity[j];
    acceleration[j] = followed->acceleration[j];
  }
  return followed != nullptr;
}

void torque_core_acceleration(const torque_core * core, double * acceleration)
{
  for (std::size_t j = 0; j < core->model.joints; ++j) {
    acceleration[j] = core->loop.acceleration()[j];
  }
}

const char * torque_core_state_name(int32_t state)
{
  return state >= 0 && state < TORQUE_CORE_STATES ? STATES[state] : nullptr;
}

const char * torque_core_fault_name(int32_t fault) {return known(fault) ? RULES[fault].name : nullptr;}

const char * torque_core_fault_cause(int32_t fault) {return known(fault) ? RULES[fault].cause : nullptr;}

int torque_core_fault_reaction(int32_t fault) {return known(fault) ? static_cast<int>(RULES[fault].reaction) : -1;}

int torque_core_fault_restarts(int32_t fault) {return known(fault) ? RULES[fault].restarts : -1;}

}  // extern "C"
