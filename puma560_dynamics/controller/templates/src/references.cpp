// References from a topic, or from the preceding controller.
#include "feedforward_controller.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "interfaces.hpp"

namespace @package@
{

// Called by the node's thread: read one point with every joint by name. Incomplete messages are not used, nor those of one
// of several publishers: torque that follows two of them in turn is that of neither motion.
void FeedforwardController::take_reference(const trajectory_msgs::msg::JointTrajectory & message)
{
  const std::lock_guard<std::mutex> lock(configuration_);
  if (!report_ || !references_) {
    return;  // cleaned up as the message arrived
  }
  const auto refuse = [this](const std::string & why) {
      report_->reject("reference: " + why + "; it is not followed");
    };
  const auto publishers = references_->get_publisher_count();
  if (publishers > 1) {
    return refuse(
      std::to_string(publishers) + " publishers of " + references_->get_topic_name() + "; expected one");
  }
  if (message.points.size() != 1) {
    return refuse("expected one point");
  }
  const auto & point = message.points[0];
  const auto named = message.joint_names.size();
  if (point.positions.size() != named || point.velocities.size() != named || point.accelerations.size() != named) {
    return refuse("expected a position, a velocity and an acceleration for each joint name");
  }
  Given given{};
  given.stamp = message.header.stamp.sec + 1e-9 * message.header.stamp.nanosec;  // rclcpp::Time throws below zero
  for (std::size_t j = 0; j < n_; ++j) {
    const auto & names = message.joint_names;
    const auto found = std::find(names.begin(), names.end(), names_[j]);
    if (found == names.end() || std::find(found + 1, names.end(), names_[j]) != names.end()) {
      return refuse("expected each joint once");
    }
    const auto place = static_cast<std::size_t>(found - names.begin());
    given.position[j] = point.positions[place];
    given.velocity[j] = point.velocities[place];
    given.acceleration[j] = point.accelerations[place];
  }
  given_.write(given);
}

controller_interface::return_type FeedforwardController::update_reference_from_subscribers(
  const rclcpp::Time & time, const rclcpp::Duration &)
{
  Given given;
  if (given_.read(given, given_turn_)) {
    const int taken = torque_core_reference(
      core_.get(), steady(), time.seconds(), given.stamp, given.position, given.velocity, given.acceleration);
    refused_references_ += taken < TORQUE_CORE_NONE ? 1 : 0;
  }
  return controller_interface::return_type::OK;
}

// Chained references have no stamp: they apply to this cycle. Without finite positions and velocities, none is followed.
void FeedforwardController::take_chained_reference(double now, double clock)
{
  Given given;
  bool complete = true;
  for (std::size_t j = 0; j < n_; ++j) {
    const auto & all = ordered_exported_reference_interfaces_;
    given.position[j] = value_of(*all[j]);
    given.velocity[j] = value_of(*all[n_ + j]);
    const double acceleration = value_of(*all[2 * n_ + j]);
    given.acceleration[j] = std::isfinite(acceleration) ? acceleration : 0.0;
    complete = complete && std::isfinite(given.position[j]) && std::isfinite(given.velocity[j]);
    const double effort = value_of(*all[3 * n_ + j]);
    added_[j] = std::isfinite(effort) ? effort : 0.0;
  }
  if (complete) {
    const int taken = torque_core_reference(
      core_.get(), now, clock, clock, given.position, given.velocity, given.acceleration);
    refused_references_ += taken < TORQUE_CORE_NONE ? 1 : 0;
  }
}

}  // namespace @package@
