// Publish the torque term by term, and the payload, on the topics of feedforward_node in the controller's namespace, and the
// controller's state as joint_trajectory_controller does.
#pragma once

#include <array>
#include <atomic>
#include <string>
#include <vector>

#include "control_msgs/msg/joint_trajectory_controller_state.hpp"
#include "geometry_msgs/msg/inertia_stamped.hpp"
#include "rclcpp_lifecycle/lifecycle_node.hpp"
#include "sensor_msgs/msg/joint_state.hpp"
#include "shown.hpp"
#include "trajectory_msgs/msg/joint_trajectory.hpp"

namespace @package@
{

inline constexpr const char * TERM_NAMES[TORQUE_CORE_TERMS] = {
  "gravity", "inertia", "motor_inertia", "coriolis", "centrifugal", "friction", "guiding"};

// All functions are for the node's thread, except `terms_wanted`.
class TorqueTopics
{
public:
  TorqueTopics(
    rclcpp_lifecycle::LifecycleNode & node, const Arm & arm, const std::vector<std::string> & joints, bool estimates);

  // Return whether the terms, which are slow to compute, have a subscriber.
  bool terms_wanted() const {return terms_wanted_.load(std::memory_order_relaxed);}
  void look_for_listeners();
  void publish(const Shown & shown);
  void publish_payload(const torque_core_payload & load);

private:
  using JointState = sensor_msgs::msg::JointState;

  // A topic, and the terms that it sums.
  struct Part
  {
    const char * name;
    std::uint32_t terms;
    rclcpp::Publisher<JointState>::SharedPtr publisher;
    bool subscribed;
  };

  void publish_state(const Shown & shown) const;
  void publish_effort(
    rclcpp::Publisher<JointState> & publisher, const rclcpp::Time & stamp, const double * torque) const;

  rclcpp_lifecycle::LifecycleNode & node_;
  const Arm & arm_;
  std::vector<std::string> joints_;
  std::atomic<bool> terms_wanted_{false};
  bool terms_subscribed_ = false;
  rclcpp::Publisher<trajectory_msgs::msg::JointTrajectory>::SharedPtr terms_;
  rclcpp::Publisher<geometry_msgs::msg::InertiaStamped>::SharedPtr payload_;
  rclcpp::Publisher<JointState>::SharedPtr external_;
  rclcpp::Publisher<control_msgs::msg::JointTrajectoryControllerState>::SharedPtr state_;
  std::array<Part, 6> parts_;
};

}  // namespace @package@
