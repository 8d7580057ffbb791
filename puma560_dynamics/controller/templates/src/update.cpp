// The cycle of the controller manager: no heap, no lock, no exception.
#include "feedforward_controller.hpp"

#include <algorithm>
#include <cmath>

#include "interfaces.hpp"
#include "timing.hpp"

namespace @package@
{

// Drop requests and states from before a pause of the process.
void FeedforwardController::notice_pause(double now, double clock)
{
  if (now - updated_ >= torque_core_::Timing::own_stall(settings_.state_timeout)) {
    reset_.store(false, std::memory_order_relaxed);
    times_.woke(clock);
  }
  updated_ = now;
}

void FeedforwardController::obey_requests(double now)
{
  if (fade_out_.exchange(false, std::memory_order_relaxed)) {
    torque_core_deactivate(core_.get(), now);
  }
  if (reset_.exchange(false, std::memory_order_relaxed)) {
    torque_core_activate(core_.get(), now);
  }
  if (payload_.read(payload_in_use_, payload_turn_)) {
    torque_core_set_payload(core_.get(), &payload_in_use_);
  }
  const std::uint32_t turn = mode_turn_.load(std::memory_order_acquire);
  if (turn != mode_turn_in_use_) {
    mode_turn_in_use_ = turn;  // refused if a reference has begun to move the arm: diagnostics show the mode in use
    torque_core_set_mode(core_.get(), mode_.load(std::memory_order_relaxed));
  }
  const int closed = brakes_closed_.load(std::memory_order_relaxed);
  if (closed != brakes_in_use_) {
    brakes_in_use_ = closed;
    torque_core_brakes(core_.get(), closed);
  }
  const double friction = friction_scale_.load(std::memory_order_relaxed);
  if (friction != friction_in_use_ && torque_core_set_friction(core_.get(), friction) == TORQUE_CORE_SEND) {
    friction_in_use_ = friction;
  }
  const double stiffness = stiffness_.load(std::memory_order_relaxed), damping = damping_.load(std::memory_order_relaxed);
  if ((stiffness != stiffness_in_use_ || damping != damping_in_use_) &&
    torque_core_set_gains(core_.get(), stiffness, damping) == TORQUE_CORE_SEND)
  {
    stiffness_in_use_ = stiffness;
    damping_in_use_ = damping;
  }
  const std::uint32_t terms = terms_.load(std::memory_order_relaxed);
  if (terms != terms_in_use_ && torque_core_set_terms(core_.get(), terms) == TORQUE_CORE_SEND) {
    terms_in_use_ = terms;
  }
}

void FeedforwardController::read_states()
{
  for (std::size_t j = 0; j < n_; ++j) {
    q_[j] = value_of(state_interfaces_[j]);
    qd_[j] = from_positions_ ? qd_[j] : value_of(state_interfaces_[n_ + j]);
    const std::size_t effort = (from_positions_ ? 1 : 2) * n_ + j;
    effort_[j] = effort < state_interfaces_.size() ? value_of(state_interfaces_[effort]) / per_torque_[j] : NO_NUMBER;
  }
}

// Write the measured positions for a robot that takes them with every torque. A failed write is repeated in the next cycle.
void FeedforwardController::write_positions()
{
  for (std::size_t j = 0; takes_position_ && j < n_; ++j) {
    if (std::isfinite(q_[j])) {
      static_cast<void>(command_interfaces_[n_ + j].set_value(q_[j]));
    }
  }
}

controller_interface::return_type FeedforwardController::update_and_write_commands(
  const rclcpp::Time & time, const rclcpp::Duration &)
{
  const double now = steady(), clock = time.seconds();
  notice_pause(now, clock);
  obey_requests(now);
  writing_.read_back(command_interfaces_);
  read_states();
  write_positions();
  const bool newer = times_.newer(clock, q_, qd_);
  if (newer && from_positions_ && torque_core_::measurable(q_, n_)) {
    velocities_.at(times_.stamp(), q_, qd_);
    times_.note_velocity(qd_);
  }
  if (is_in_chained_mode()) {
    take_chained_reference(now, clock);
  }
  const double * added = is_in_chained_mode() ? added_ : nullptr;
  const bool answered = newer &&
    torque_core_state(core_.get(), now, clock, times_.stamp(), q_, qd_, effort_, added, torque_) == TORQUE_CORE_SEND;
  const bool sent = answered || torque_core_update(core_.get(), now, torque_) == TORQUE_CORE_SEND;
  if (sent) {
    writing_.write(command_interfaces_, torque_, now);
  } else {
    writing_.again(command_interfaces_, now);
  }
  if (newer) {
    renewed_ = true;
    sample_contact(now);
  }
  leave(time, now, answered, sent);
  report_->durations().add(steady() - now);
  return (params_.error_after_fault && ended_by_fault()) || writing_.zero_is_missing(now) ? controller_interface::return_type::ERROR :
         controller_interface::return_type::OK;
}

// Return whether a fault has closed the gate: the torque has ended, and a fallback controller may begin.
bool FeedforwardController::ended_by_fault() const
{
  torque_core_status_t status{};
  torque_core_status(core_.get(), &status);
  return status.state == TORQUE_CORE_CLOSED && status.latched != TORQUE_CORE_NO_FAULT;
}

// Store every sample of a contact, and those shortly after it, for the report.
void FeedforwardController::sample_contact(double now)
{
  if (torque_core_touches(core_.get()) != 0) {
    touched_until_ = now + 2.0 * @contact_hold@;
  }
  if (now >= touched_until_) {
    return;
  }
  ContactSample sample{};
  sample.time = times_.stamp();
  torque_core_external(core_.get(), sample.torque, sample.threshold, sample.band);
  sample.standing = true;
  for (std::size_t j = 0; j < n_; ++j) {
    sample.standing = sample.standing && std::abs(qd_[j]) <= @stands@ * settings_.contact_motion_scale[j];
  }
  report_->leave_contact(sample);
}

// Store the values for the report, at the rate of the report.
void FeedforwardController::leave(const rclcpp::Time & time, double now, bool answered, bool sent)
{
  mode_in_use_.store(torque_core_mode(core_.get()), std::memory_order_relaxed);
  reference_moves_.store(torque_core_reference_moves(core_.get()) != 0, std::memory_order_relaxed);
  if (now < next_report_) {
    return;
  }
  next_report_ = now + 1.0 / params_.publish_rate;
  torque_core_status(core_.get(), &shown_.status);
  shown_.terms = shown_.status.guided != 0 ? torque_core_guided_terms(core_.get()) : settings_.hardware_compensates_gravity ?
    terms_in_use_ & ~std::uint32_t{TORQUE_CORE_GRAVITY} : terms_in_use_;
  shown_.refused_references = refused_references_;
  shown_.payload = payload_in_use_;
  shown_.writing = writing_.figures();
  shown_.sent = sent;
  shown_.estimated = renewed_ && shown_.status.effort != 0;
  renewed_ = false;
  shown_.stamp = time.nanoseconds();
  shown_.formed = answered && report_->terms_wanted();
  if (shown_.formed) {
    torque_core_terms(core_.get(), shown_.each);
    torque_core_acceleration(core_.get(), shown_.qdd);
  }
  shown_.followed =
    torque_core_followed(core_.get(), shown_.reference_q, shown_.reference_qd, shown_.reference_qdd) != 0;
  std::copy(effort_, effort_ + n_, shown_.effort);
  std::copy(q_, q_ + n_, shown_.q);
  std::copy(qd_, qd_ + n_, shown_.qd);
  torque_core_torque(core_.get(), shown_.torque);
  torque_core_external(core_.get(), shown_.external, shown_.threshold, shown_.band);
  report_->leave(shown_);
}

}  // namespace @package@
