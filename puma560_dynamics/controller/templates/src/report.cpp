#include "report.hpp"

#include <algorithm>
#include <chrono>
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

std::string number(double value)
{
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

}  // namespace

void Durations::add(double seconds)
{
  const double place = seconds / WIDTH;
  const auto last = counts_.size() - 1;
  const auto bin = place < static_cast<double>(last) ? static_cast<std::size_t>(std::max(place, 0.0)) : last;
  counts_[bin].fetch_add(1, std::memory_order_relaxed);
  if (seconds > largest_.load(std::memory_order_relaxed)) {
    largest_.store(seconds, std::memory_order_relaxed);
  }
}

void Durations::clear()
{
  for (auto & count : counts_) {
    count.store(0, std::memory_order_relaxed);
  }
  largest_.store(0.0, std::memory_order_relaxed);
}

std::uint64_t Durations::count() const
{
  std::uint64_t sum = 0;
  for (const auto & count : counts_) {
    sum += count.load(std::memory_order_relaxed);
  }
  return sum;
}

double Durations::share(double part) const
{
  const double wanted = part * static_cast<double>(count());
  double sum = 0.0;
  for (std::size_t bin = 0; bin < counts_.size(); ++bin) {
    sum += counts_[bin].load(std::memory_order_relaxed);
    if (sum > 0.0 && sum >= wanted) {
      return WIDTH * static_cast<double>(bin + 1);
    }
  }
  return 0.0;
}

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
  tick_a_status_ = static_cast<std::uint64_t>(std::max(1.0, rate / 10.0));
  diagnostics_ = rclcpp::create_publisher<diagnostic_msgs::msg::DiagnosticArray>(node, "/diagnostics", 10);
  brake_ = rclcpp::create_publisher<std_msgs::msg::Bool>(
    node, "~/brake", rclcpp::QoS(1).reliable().transient_local());
  last_.status.latched = TORQUE_CORE_NO_FAULT;
  last_.status.brake = 1;
  // A steady clock: diagnostics continue while simulated time stands still.
  timer_ = node.create_wall_timer(std::chrono::duration<double>(1.0 / rate), [this]() {tick();});
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

void Report::tick()
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
  if (ticks_++ % tick_a_status_ == 0) {
    topics_.look_for_listeners();
    const bool news = last_.status.state != published_state_ || last_.status.latched != published_fault_;
    if (news || ++published_ >= 10) {
      publish_status();
    }
  }
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

void Report::publish_status()
{
  const auto & status = last_.status;
  const char * state = torque_core_state_name(status.state);
  const char * fault = torque_core_fault_name(status.latched);
  published_state_ = status.state;
  published_fault_ = status.latched;
  published_ = 0;
  diagnostic_msgs::msg::DiagnosticStatus shown;
  shown.name = std::string(node_.get_name()) + ": torque";
  shown.hardware_id = arm_.name + " " + arm_.digest;
  const bool taken = status.state == TORQUE_CORE_DAMPING || status.state == TORQUE_CORE_HOLDING ||
    status.state == TORQUE_CORE_FADING_OUT || status.state == TORQUE_CORE_YIELDED || status.state == TORQUE_CORE_CLOSED;
  using diagnostic_msgs::msg::DiagnosticStatus;
  shown.level = !active_ ? DiagnosticStatus::OK : taken && fault ? DiagnosticStatus::ERROR :
    taken || status.released || status.floating || (status.touched && !status.guided) ? DiagnosticStatus::WARN :
    DiagnosticStatus::OK;
  const char * follows = status.state == TORQUE_CORE_FADING_IN ? "torque fades in" :
    status.released ? "hand guiding has ended: the arm is held; set mode again" :
    status.floating ? "the arm floats after a contact: set mode again" :
    status.guided ? "a person may guide the arm" :
    status.touched ? "something touches the arm, or efforts are those of an unknown load or have another unit" : status.settling ? "what led the arm has gone: it is brought to rest" :
    !status.followed ? "no reference: torque for what is measured" : (last_.terms & USING_REFERENCE) != 0U ?
    "torque follows the reference" : "no active term uses the reference: torque for what is measured";
  shown.message = !active_ ? "configured, not active" : fault ?
    std::string(state) + ": " + torque_core_fault_cause(status.latched) : taken ? state : follows;
  const auto add = [&shown](const std::string & key, const std::string & value) {
      diagnostic_msgs::msg::KeyValue pair;
      pair.key = key;
      pair.value = value;
      shown.values.push_back(std::move(pair));
    };
  std::string terms;
  for (std::size_t term = 0; term < TORQUE_CORE_TERMS; ++term) {
    if (last_.terms >> term & 1U) {
      terms += (terms.empty() ? "" : ",") + std::string(TERM_NAMES[term]);
    }
  }
  add("gate", state);
  add("model", arm_.compiled ? arm_.plugin : "newton_euler");
  add("gate_reason", fault ? torque_core_fault_cause(status.latched) : "");
  add("fault", fault ? fault : "");
  add("brake", status.brake ? "True" : "False");
  add("guard", "none");
  add("active_terms", terms);
  add("mode", status.guided != 0 ? "hand_guiding" : node_.get_parameter("mode").as_string());
  add("guiding", status.guided == 0 ? "off" : status.released != 0 ? "released" :
    status.floating != 0 ? "floating" : "guided");
  add("followed", status.followed ? "True" : "False");
  add("samples", std::to_string(durations_.count()));
  add("evaluation_s", number(durations_.share(0.5)));
  add("evaluation_p99_s", number(durations_.share(0.99)));
  add("evaluation_max_s", number(durations_.largest()));
  add("payload_kg", number(payload_.mass));
  add("payload_pending", same(payload_, accepted_payload_) ? "False" : "True");
  add("refused_references", std::to_string(last_.refused_references));
  if (estimates_) {
    std::string torques, thresholds;
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      torques += (j > 0 ? " " : "") + number(last_.external[j]);
      thresholds += (j > 0 ? " " : "") + number(last_.threshold[j]);
    }
    add("effort", status.effort ? "measured" : "unusable");
    add("external_torque_Nm", torques);
    add("threshold_Nm", thresholds);
    if (active_ && find_wrench()) {
      std::string band, unexplained;
      for (const double value : wrench_.band()) {
        band += (band.empty() ? "" : " ") + number(value);
      }
      for (const double value : wrench_.unexplained()) {
        unexplained += (unexplained.empty() ? "" : " ") + number(value);
      }
      add("wrench_frame", wrench_frame_);
      add("wrench_hidden", wrench_.hidden().empty() ? "no direction" : wrench_.hidden());
      add("wrench_band", band);
      add("wrench_unexplained_Nm", unexplained);
    }
  }
  const auto & writing = last_.writing;
  const bool busy = writing.failed != published_writing_.failed, limited = writing.changed != published_writing_.changed;
  published_writing_ = writing;
  if (active_ && limited) {
    shown.level = std::max<unsigned char>(shown.level, DiagnosticStatus::WARN);
    shown.message = joints_[writing.joint] + ": another limit acts after this controller (enforce_command_limits): " +
      number(writing.written) + " N m became " + number(writing.found);
  } else if (active_ && busy) {
    shown.level = std::max<unsigned char>(shown.level, DiagnosticStatus::WARN);
    shown.message = "a command interface was busy; the torque was written a cycle later";
  }
  const std::pair<const char *, std::uint64_t> trips[] = {
    {"not_written", writing.failed}, {"changed_after_write", writing.changed},
    {"torque_limit", status.torque_limit}, {"soft_limit", status.soft_limit}, {"torque_rate", status.torque_rate},
    {"not_finite", status.not_finite}, {"stamp", status.stamp}, {"contact_samples_lost", samples_.lost()}};
  for (const auto & [name, count] : trips) {
    if (count > 0) {
      add(std::string("trips.") + name, std::to_string(count));
    }
  }
  for (std::int32_t each = 0; each < TORQUE_CORE_FAULTS; ++each) {
    if (status.refused[each] > 0) {
      add(std::string("trips.") + torque_core_fault_name(each), std::to_string(status.refused[each]));
    }
    if (status.faults[each] > 0) {
      add(std::string("trips.fault.") + torque_core_fault_name(each), std::to_string(status.faults[each]));
    }
  }
  diagnostic_msgs::msg::DiagnosticArray message;
  message.header.stamp = node_.now();
  message.status.push_back(std::move(shown));
  diagnostics_->publish(message);
}

}  // namespace @package@
