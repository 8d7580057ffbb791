// Output of the controller: diagnostics, terms and the request for brakes, from the values that update() stores.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "contact_events.hpp"
#include "diagnostic_msgs/msg/diagnostic_array.hpp"
#include "diagnostic_updater/diagnostic_status_wrapper.hpp"
#include "durations.hpp"
#include "external_wrench.hpp"
#include "geometry_msgs/msg/wrench_stamped.hpp"
#include "latest.hpp"
#include "rclcpp_lifecycle/lifecycle_node.hpp"
#include "samples.hpp"
#include "shown.hpp"
#include "std_msgs/msg/bool.hpp"
#include "torque_topics.hpp"

namespace @package@
{

class Report
{
public:
  // Topics are in the namespace of the controller's name.
  // With `bandwidth` above 0, external torques are estimated; it is the pole of the estimate, 1/s. The external wrench is
  // given at `link`. The arm must outlive the report.
  Report(
    rclcpp_lifecycle::LifecycleNode & node, const Arm & arm, const std::vector<std::string> & joints, double rate,
    double bandwidth, const std::string & link, const std::string & frame_prefix);

  // Called by update(): never waits.
  void leave(const Shown & shown) {shown_.write(shown);}
  void leave_contact(const ContactSample & sample) {samples_.push(sample);}
  bool terms_wanted() const {return topics_.terms_wanted();}
  Durations & durations() {return durations_;}
  void begin(bool active);

  // Called by the node's thread when a payload was accepted. It is published once update() uses it; the payload of the
  // configuration is published at once.
  void payload_accepted(const torque_core_payload & load, bool in_use);

  // Called by the node's thread for a message that is not used: count it, and show the reason in log and diagnostics.
  void reject(const std::string & reason);

  // Called by the node's thread at the rate: publish what update() stored. Return whether diagnostics are due: the gate has
  // changed, or `period` (s) has passed without diagnostics, because the node's clock stands still.
  bool tick(double period);
  // Called by the node's thread: write the diagnostics of the torque.
  void describe(diagnostic_updater::DiagnosticStatusWrapper & shown);

  // The last values that update() stored; for the node's thread.
  const Shown & shown() const {return last_;}

private:
  void describe_contacts(diagnostic_updater::DiagnosticStatusWrapper & shown);
  void describe_counts(diagnostic_updater::DiagnosticStatusWrapper & shown);
  void look_for_contacts();
  void publish_contact(const Contact & contact);
  bool find_wrench();
  void publish_wrench();

  rclcpp_lifecycle::LifecycleNode & node_;
  const Arm & arm_;
  Latest<Shown> shown_;
  Durations durations_;
  std::uint64_t turn_ = 0, ticks_ = 0, ticks_per_look_ = 1;
  std::chrono::steady_clock::time_point described_{}, rejected_at_{};
  std::uint64_t rejected_ = 0;
  std::string rejection_;
  std::int32_t published_state_ = -1, published_fault_ = -2;
  int published_brake_ = -1;
  std::atomic<bool> active_{false};
  bool estimates_, announced_ = false;
  Samples<ContactSample, 1024> samples_{};
  ContactEvents events_;
  ExternalWrench wrench_;
  std::string wrench_frame_;
  rclcpp::Publisher<geometry_msgs::msg::WrenchStamped>::SharedPtr wrenches_;
  double sampled_ = 0.0;  // time of the last sample of a contact, s
  std::vector<std::string> joints_;
  Shown last_{};
  Writing::Figures published_writing_{};
  torque_core_payload payload_{}, accepted_payload_{};
  rclcpp::Publisher<diagnostic_msgs::msg::DiagnosticArray>::SharedPtr contacts_;
  TorqueTopics topics_;
  rclcpp::Publisher<std_msgs::msg::Bool>::SharedPtr brake_;
};

}  // namespace @package@
