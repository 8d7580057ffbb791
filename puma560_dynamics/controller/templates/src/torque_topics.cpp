#include "torque_topics.hpp"

#include <algorithm>
#include <cmath>

#include "frames.hpp"
#include "joints.hpp"

namespace @package@
{

TorqueTopics::TorqueTopics(
  rclcpp_lifecycle::LifecycleNode & node, const Arm & arm, const std::vector<std::string> & joints, bool estimates)
: node_(node), arm_(arm), joints_(joints),
  parts_{{
      {"gravity", TORQUE_CORE_GRAVITY, nullptr, false},
      {"inertia", TORQUE_CORE_INERTIA | TORQUE_CORE_MOTOR_INERTIA, nullptr, false},
      {"velocity", TORQUE_CORE_CORIOLIS | TORQUE_CORE_CENTRIFUGAL, nullptr, false},
      {"friction", TORQUE_CORE_FRICTION, nullptr, false},
      {"guiding", TORQUE_CORE_GUIDING, nullptr, false},
      {"total", 0, nullptr, false}}}
{
  const auto reliable = rclcpp::QoS(10).reliable();
  terms_ = rclcpp::create_publisher<trajectory_msgs::msg::JointTrajectory>(node, "~/terms", reliable);
  state_ = rclcpp::create_publisher<control_msgs::msg::JointTrajectoryControllerState>(
    node, "~/controller_state", rclcpp::QoS(10).reliable());
  payload_ = rclcpp::create_publisher<geometry_msgs::msg::InertiaStamped>(
    node, "~/payload", rclcpp::QoS(1).reliable().transient_local());
  if (estimates) {
    external_ = rclcpp::create_publisher<JointState>(node, "~/external_torque", reliable);
  }
  for (auto & part : parts_) {
    part.publisher = rclcpp::create_publisher<JointState>(node, std::string("~/") + part.name, reliable);
  }
}

void TorqueTopics::look_for_listeners()
{
  bool wanted = terms_subscribed_ = terms_->get_subscription_count() > 0;
  for (auto & part : parts_) {
    part.subscribed = part.publisher->get_subscription_count() > 0;
    wanted = wanted || (part.subscribed && part.terms != 0);
  }
  terms_wanted_.store(wanted, std::memory_order_relaxed);
}

void TorqueTopics::publish_effort(
  rclcpp::Publisher<JointState> & publisher, const rclcpp::Time & stamp, const double * torque) const
{
  JointState message;
  message.header.stamp = stamp;
  message.name = joints_;
  message.effort.assign(torque, torque + joints_.size());
  publisher.publish(message);
}

// Publish reference, feedback, error and output; an empty row has no values.
void TorqueTopics::publish_state(const Shown & shown) const
{
  const auto n = joints_.size();
  const auto row = [n](const double * values) {return std::vector<double>(values, values + n);};
  control_msgs::msg::JointTrajectoryControllerState message;
  message.header.stamp = rclcpp::Time(shown.stamp);
  message.joint_names = joints_;
  message.feedback.positions = row(shown.q);
  message.feedback.velocities = row(shown.qd);
  if (std::all_of(shown.effort, shown.effort + n, [](double each) {return std::isfinite(each);})) {
    message.feedback.effort = row(shown.effort);
  }
  if (shown.followed) {
    message.reference.positions = row(shown.reference_q);
    message.reference.velocities = row(shown.reference_qd);
    message.reference.accelerations = row(shown.reference_qdd);
    for (std::size_t j = 0; j < n; ++j) {
      const bool round = torque_core_::continuous(arm_.usual.lower[j], arm_.usual.upper[j]);
      message.error.positions.push_back(torque_core_::displacement(shown.reference_q[j], shown.q[j], round));
      message.error.velocities.push_back(shown.reference_qd[j] - shown.qd[j]);
    }
  }
  message.output.effort = row(shown.torque);
  state_->publish(message);
}

void TorqueTopics::publish(const Shown & shown)
{
  if (state_->get_subscription_count() > 0) {
    publish_state(shown);
  }
  const rclcpp::Time stamp(shown.stamp);
  if (external_ && shown.estimated) {
    publish_effort(*external_, stamp, shown.external);
  }
  for (const auto & part : parts_) {
    if (!part.subscribed || !shown.sent) {
      continue;
    }
    if (part.terms == 0) {  // output of the gate
      publish_effort(*part.publisher, stamp, shown.torque);
      continue;
    }
    if (!shown.formed) {
      continue;
    }
    double sum[MOST_JOINTS] = {};
    for (std::size_t term = 0; term < TORQUE_CORE_TERMS; ++term) {
      for (std::size_t j = 0; j < joints_.size() && (part.terms & shown.terms & (1U << term)) != 0; ++j) {
        sum[j] += shown.each[term * joints_.size() + j];
      }
    }
    publish_effort(*part.publisher, stamp, sum);
  }
  if (!terms_subscribed_ || !shown.formed) {
    return;
  }
  trajectory_msgs::msg::JointTrajectory message;
  message.header.stamp = stamp;
  message.joint_names = joints_;
  message.points.resize(TORQUE_CORE_TERMS);
  for (std::size_t term = 0; term < TORQUE_CORE_TERMS; ++term) {
    auto & point = message.points[term];
    point.positions.assign(shown.q, shown.q + joints_.size());
    point.velocities.assign(shown.qd, shown.qd + joints_.size());
    point.accelerations.assign(shown.qdd, shown.qdd + joints_.size());
    if (shown.terms >> term & 1U) {  // empty while the term is switched off
      point.effort.assign(shown.each + term * joints_.size(), shown.each + (term + 1) * joints_.size());
    }
  }
  terms_->publish(message);
}

void TorqueTopics::publish_payload(const torque_core_payload & load)
{
  geometry_msgs::msg::InertiaStamped message;
  message.header.stamp = node_.now();
  message.header.frame_id = arm_.last_link;
  const auto shown = of_last_link(arm_, load);
  auto & body = message.inertia;
  body.m = shown.mass;
  body.com.x = shown.center[0];
  body.com.y = shown.center[1];
  body.com.z = shown.center[2];
  body.ixx = shown.inertia[0];
  body.iyy = shown.inertia[1];
  body.izz = shown.inertia[2];
  body.ixy = shown.inertia[3];
  body.ixz = shown.inertia[4];
  body.iyz = shown.inertia[5];
  payload_->publish(message);
}

}  // namespace @package@
