#include "report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <utility>

namespace @package@
{

namespace
{

bool same(const torque_core_payload & one, const torque_core_payload & other)
{
  return std::memcmp(&one, &other, sizeof one) == 0;
}

// Friction uses the velocity of a reference, the inertia terms use its acceleration.
constexpr std::uint32_t USING_REFERENCE = TORQUE_CORE_FRICTION | TORQUE_CORE_INERTIA | TORQUE_CORE_MOTOR_INERTIA;

constexpr std::chrono::seconds REJECTION_SHOWN{2};

std::string number(double value)
{
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string numbers(const double * values, std::size_t count)
{
  std::string text;
  for (std::size_t k = 0; k < count; ++k) {
    text += (k > 0 ? " " : "") + number(values[k]);
  }
  return text;
}

}  // namespace

Report::Report(
  rclcpp_lifecycle::LifecycleNode & node, const Arm & arm, const std::vector<std::string> & joints, double rate,
  double bandwidth, const std::string & link, const std::string & frame_prefix)
: node_(node), arm_(arm), estimates_(bandwidth > 0.0), events_(arm.n(), bandwidth),
  wrench_(arm.model(), frame_of(arm, link, "wrench_link", false)),
  wrench_frame_(frame_prefix + (link.empty() ? arm.tip : link)), joints_(joints), topics_(node, arm, joints, estimates_)
{
  if (estimates_) {
    wrenches_ = rclcpp::create_publisher<geometry_msgs::msg::WrenchStamped>(
      node, "~/external_wrench", rclcpp::QoS(10).reliable());
    contacts_ = rclcpp::create_publisher<diagnostic_msgs::msg::DiagnosticArray>(
      node, "~/contacts", rclcpp::QoS(10).reliable());
  }
  ticks_per_look_ = static_cast<std::uint64_t>(std::max(1.0, rate / 10.0));
  brake_ = rclcpp::create_publisher<std_msgs::msg::Bool>(
    node, "~/brake", rclcpp::QoS(1).reliable().transient_local());
  last_.status.latched = TORQUE_CORE_NO_FAULT;
  last_.status.brake = 1;
}

void Report::begin(bool active)
{
  active_ = active;
  if (active) {
    durations_.clear();
  }
}

void Report::payload_accepted(const torque_core_payload & load, bool in_use)
{
  accepted_payload_ = load;
  if (in_use) {
    payload_ = load;
    topics_.publish_payload(load);
  }
}

bool Report::tick(double period)
{
  const bool fresh = shown_.read(last_, turn_);
  if (fresh && !same(last_.payload, payload_)) {
    payload_ = last_.payload;
    topics_.publish_payload(payload_);
  }
  if (!active_) {
    last_.status.state = TORQUE_CORE_INACTIVE;
    last_.status.latched = TORQUE_CORE_NO_FAULT;
    last_.status.brake = 1;
  }
  if (fresh && active_) {
    topics_.publish(last_);
    publish_wrench();
  }
  if (estimates_) {
    look_for_contacts();
  }
  if (last_.status.brake != published_brake_) {
    published_brake_ = last_.status.brake;
    brake_->publish(std_msgs::msg::Bool().set__data(published_brake_ != 0));
  }
  if (ticks_++ % ticks_per_look_ != 0) {
    return false;
  }
  topics_.look_for_listeners();
  const std::chrono::duration<double> since = std::chrono::steady_clock::now() - described_;
  return last_.status.state != published_state_ || last_.status.latched != published_fault_ || since.count() > period;
}

// Compute the wrench for the last estimate; return whether its uncertainty is known.
bool Report::find_wrench()
{
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    if (!std::isfinite(last_.band[j]) || !std::isfinite(last_.external[j]) || !std::isfinite(last_.q[j])) {
      return false;
    }
  }
  wrench_.compute(last_.q, last_.external, last_.band);
  return true;
}

void Report::publish_wrench()
{
  if (!estimates_ || !last_.estimated || wrenches_->get_subscription_count() == 0 || !find_wrench()) {
    return;
  }
  geometry_msgs::msg::WrenchStamped message;
  message.header.stamp = rclcpp::Time(last_.stamp);
  message.header.frame_id = wrench_frame_;
  const auto & found = wrench_.wrench();
  message.wrench.force.x = found[0];
  message.wrench.force.y = found[1];
  message.wrench.force.z = found[2];
  message.wrench.torque.x = found[3];
  message.wrench.torque.y = found[4];
  message.wrench.torque.z = found[5];
  wrenches_->publish(message);
}

// Use the samples of update(), and announce a contact that has begun or ended.
void Report::look_for_contacts()
{
  Contact contact;
  ContactSample sample{};
  while (samples_.pop(sample)) {
    const double step = sample.time - sampled_;
    if (!(step > 0.0 && step <= @longest_step@) && events_.restart(contact)) {
      publish_contact(contact);
    }
    sampled_ = sample.time;
    if (events_.update(sample, contact)) {
      publish_contact(contact);
    }
  }
  if (!active_ && events_.restart(contact)) {
    publish_contact(contact);
  }
  if (!announced_ && events_.present(contact)) {
    publish_contact(contact);
  }
}

// Publish a contact with the keys of observer_node; the stamp is its onset.
void Report::publish_contact(const Contact & contact)
{
  static constexpr const char * KEYS[] = {@contact_keys@};
  const bool over = !std::isnan(contact.end);
  announced_ = !over;
  std::string joints, torques, bands, words;
  for (const std::size_t j : contact.joints) {
    const std::string space = joints.empty() ? "" : " ";
    joints += space + joints_[j];
    torques += space + number(contact.torque[j]);
    bands += space + number(contact.band[j]);
    words += ", " + number(contact.torque[j]) + " ± " + number(contact.band[j]) + " N·m at " + joints_[j];
  }
  diagnostic_msgs::msg::DiagnosticArray message;
  message.header.stamp = rclcpp::Time(static_cast<std::int64_t>(1e9 * std::max(contact.start, 0.0)));
  message.status.resize(1);
  auto & status = message.status[0];
  status.level = diagnostic_msgs::msg::DiagnosticStatus::WARN;
  status.name = std::string(node_.get_name()) + ": contact";
  status.hardware_id = arm_.name + " " + arm_.digest;
  status.message = "something touched the arm" + words;
  const std::string values[] = {
    over ? "ended" : "began", joints, torques, bands, number(contact.confidence), contact.standing ? "True" : "False",
    over ? number(contact.end - contact.start) : ""};
  for (std::size_t k = 0; k < std::size(values) - (over ? 0 : 1); ++k) {
    diagnostic_msgs::msg::KeyValue pair;
    pair.key = KEYS[k];
    pair.value = values[k];
    status.values.push_back(std::move(pair));
  }
  contacts_->publish(message);
}

void Report::reject(const std::string & reason)
{
  RCLCPP_WARN_THROTTLE(node_.get_logger(), *node_.get_clock(), 1000, "%s", reason.c_str());
  ++rejected_;
  rejection_ = reason;
  rejected_at_ = std::chrono::steady_clock::now();
}

void Report::describe(diagnostic_updater::DiagnosticStatusWrapper & shown)
{
  using diagnostic_msgs::msg::DiagnosticStatus;
  const auto & status = last_.status;
  const char * state = torque_core_state_name(status.state);
  const char * fault = torque_core_fault_name(status.latched);
  published_state_ = status.state;
  published_fault_ = status.latched;
  described_ = std::chrono::steady_clock::now();
  shown.hardware_id = arm_.name + " " + arm_.digest;
  const bool taken = status.state == TORQUE_CORE_DAMPING || status.state == TORQUE_CORE_HOLDING ||
    status.state == TORQUE_CORE_FADING_OUT || status.state == TORQUE_CORE_YIELDED || status.state == TORQUE_CORE_CLOSED;
  const bool doubtful = taken || status.released || status.floating || (status.touched && !status.guided);
  const char * follows = status.state == TORQUE_CORE_FADING_IN ? "torque fades in" :
    status.released ? "hand guiding has ended: the arm is held; set mode again" :
    status.floating ? "the arm floats after a contact: set mode again" :
    status.guided ? "a person may guide the arm" :
    status.touched ? "something touches the arm, or efforts are those of an unknown load or have another unit" :
    status.settling ? "what led the arm has gone: it is brought to rest" :
    !status.followed ? "no reference: torque for what is measured" : (last_.terms & USING_REFERENCE) != 0U ?
    "torque follows the reference" : "no active term uses the reference: torque for what is measured";
  shown.summary(
    !active_ ? DiagnosticStatus::OK : taken && fault ? DiagnosticStatus::ERROR :
    doubtful ? DiagnosticStatus::WARN : DiagnosticStatus::OK,
    !active_ ? "configured, not active" : fault ? std::string(state) + ": " + torque_core_fault_cause(status.latched) :
    taken ? state : follows);
  if (rejected_ > 0 && described_ - rejected_at_ < REJECTION_SHOWN) {
    shown.mergeSummary(DiagnosticStatus::WARN, rejection_);
  }
  std::string terms;
  for (std::size_t term = 0; term < TORQUE_CORE_TERMS; ++term) {
    if (last_.terms >> term & 1U) {
      terms += (terms.empty() ? "" : ",") + std::string(TERM_NAMES[term]);
    }
  }
  shown.add("gate", state);
  shown.add("model", arm_.compiled ? arm_.plugin : "newton_euler");
  shown.add("gate_reason", fault ? torque_core_fault_cause(status.latched) : "");
  shown.add("fault", fault ? fault : "");
  shown.add("brake", status.brake != 0);
  shown.add("guard", "none");
  shown.add("active_terms", terms);
  shown.add("mode", status.guided != 0 ? "hand_guiding" : node_.get_parameter("mode").as_string());
  shown.add("guiding", status.guided == 0 ? "off" : status.released != 0 ? "released" :
    status.floating != 0 ? "floating" : "guided");
  shown.add("followed", status.followed != 0);
  shown.add("samples", durations_.count());
  shown.add("evaluation_s", durations_.share(0.5));
  shown.add("evaluation_p99_s", durations_.share(0.99));
  shown.add("evaluation_max_s", durations_.largest());
  shown.add("payload_kg", payload_.mass);
  shown.add("payload_pending", !same(payload_, accepted_payload_));
  shown.add("refused_references", last_.refused_references);
  shown.add("rejected", rejected_);
  if (estimates_) {
    describe_contacts(shown);
  }
  describe_counts(shown);
}

void Report::describe_contacts(diagnostic_updater::DiagnosticStatusWrapper & shown)
{
  shown.add("effort", last_.status.effort ? "measured" : "unusable");
  shown.add("external_torque_Nm", numbers(last_.external, joints_.size()));
  shown.add("threshold_Nm", numbers(last_.threshold, joints_.size()));
  if (active_ && find_wrench()) {
    shown.add("wrench_frame", wrench_frame_);
    shown.add("wrench_hidden", wrench_.hidden().empty() ? "no direction" : wrench_.hidden());
    shown.add("wrench_band", numbers(wrench_.band().data(), wrench_.band().size()));
    shown.add("wrench_unexplained_Nm", numbers(wrench_.unexplained().data(), joints_.size()));
  }
}

// What was not written as computed, and what gate and checks have refused.
void Report::describe_counts(diagnostic_updater::DiagnosticStatusWrapper & shown)
{
  using diagnostic_msgs::msg::DiagnosticStatus;
  const auto & status = last_.status;
  const auto & writing = last_.writing;
  const bool busy = writing.failed != published_writing_.failed, limited = writing.changed != published_writing_.changed;
  published_writing_ = writing;
  if (active_ && (limited || busy)) {
    shown.summary(
      std::max<unsigned char>(shown.level, DiagnosticStatus::WARN), limited ?
      joints_[writing.joint] + ": another limit acts after this controller (enforce_command_limits): " +
      number(writing.written) + " N m became " + number(writing.found) :
      "a command interface was busy; the torque was written a cycle later");
  }
  const std::pair<const char *, std::uint64_t> trips[] = {
    {"not_written", writing.failed}, {"changed_after_write", writing.changed},
    {"torque_limit", status.torque_limit}, {"soft_limit", status.soft_limit}, {"torque_rate", status.torque_rate},
    {"not_finite", status.not_finite}, {"stamp", status.stamp}, {"contact_samples_lost", samples_.lost()}};
  for (const auto & [name, count] : trips) {
    if (count > 0) {
      shown.add(std::string("trips.") + name, count);
    }
  }
  for (std::int32_t each = 0; each < TORQUE_CORE_FAULTS; ++each) {
    if (status.refused[each] > 0) {
      shown.add(std::string("trips.") + torque_core_fault_name(each), status.refused[each]);
    }
    if (status.faults[each] > 0) {
      shown.add(std::string("trips.fault.") + torque_core_fault_name(each), status.faults[each]);
    }
  }
}

}  // namespace @package@
