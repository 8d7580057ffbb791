// Chainable controller with the torque of the model of an arm: claims effort, reads position, velocity and, for contacts, effort.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "@package@/@package@_parameters.hpp"
#include "arm.hpp"
#include "controller_interface/chainable_controller_interface.hpp"
#include "diagnostic_updater/diagnostic_updater.hpp"
#include "latest.hpp"
#include "model_plugins.hpp"
#include "position_velocity.hpp"
#include "rcl_interfaces/msg/set_parameters_result.hpp"
#include "report.hpp"
#include "state_times.hpp"
#include "std_msgs/msg/bool.hpp"
#include "std_srvs/srv/trigger.hpp"
#include "trajectory_msgs/msg/joint_trajectory.hpp"
#include "writing.hpp"

namespace @package@
{

class FeedforwardController : public controller_interface::ChainableControllerInterface
{
public:
  using CallbackReturn = controller_interface::CallbackReturn;

  CallbackReturn on_init() override;
  CallbackReturn on_configure(const rclcpp_lifecycle::State & previous) override;
  CallbackReturn on_activate(const rclcpp_lifecycle::State & previous) override;
  CallbackReturn on_deactivate(const rclcpp_lifecycle::State & previous) override;
  CallbackReturn on_cleanup(const rclcpp_lifecycle::State & previous) override;
  CallbackReturn on_error(const rclcpp_lifecycle::State & previous) override;
  controller_interface::InterfaceConfiguration command_interface_configuration() const override;
  controller_interface::InterfaceConfiguration state_interface_configuration() const override;

protected:
  std::vector<hardware_interface::CommandInterface::SharedPtr> on_export_reference_interfaces_list() override;
  bool on_set_chained_mode(bool) override {return true;}
  controller_interface::return_type update_reference_from_subscribers(
    const rclcpp::Time & time, const rclcpp::Duration & period) override;
  controller_interface::return_type update_and_write_commands(
    const rclcpp::Time & time, const rclcpp::Duration & period) override;

private:
  // A reference from the topic.
  struct Given
  {
    double stamp;
    double position[MOST_JOINTS], velocity[MOST_JOINTS], acceleration[MOST_JOINTS];
  };
  struct Destroy
  {
    void operator()(torque_core * core) const {torque_core_destroy(core);}
  };

  std::string prepare();
  void describe(diagnostic_updater::DiagnosticStatusWrapper & shown);
  void tick();
  void take_reference(const trajectory_msgs::msg::JointTrajectory & message);
  void take_chained_reference(double now, double clock);
  void notice_pause(double now, double clock);
  void obey_requests(double now);
  void read_states();
  void write_positions();
  rcl_interfaces::msg::SetParametersResult judge(const std::vector<rclcpp::Parameter> & changes);
  void take_changes();
  void take_chosen_mode(const std::vector<rclcpp::Parameter> & changes);
  void leave(const rclcpp::Time & time, double now, bool answered, bool sent);
  void sample_contact(double now);
  bool ended_by_fault() const;
  bool write_zero();
  void go_on();
  bool holdable();
  bool efforts_measured();

  std::shared_ptr<ParamListener> listener_;
  std::unique_ptr<ModelPlugins> plugins_;  // before the core, which calls their functions
  Arm arm_;
  std::size_t n_ = 0;               // number of joints
  std::vector<std::string> names_;  // of the joints, in ros2_control
  Params params_;   // as configured
  // Held while callbacks use arm, names or report, and by configuration and clean-up, which change them. update(),
  // on_activate() and on_deactivate() take no lock. A callback may take the lock of the node's parameters, and then
  // changing_, while it holds this one; so no callback for a change of parameters may take this one.
  std::mutex configuration_;
  std::mutex changing_;  // of changed_, configuring_ and configured_
  bool configuring_ = false;
  std::string refusal_;  // why the controller was not configured
  Params changed_;  // used by the node's thread: present values
  torque_core_settings settings_{};
  std::unique_ptr<torque_core, Destroy> core_;
  std::unique_ptr<Report> report_;
  Latest<Given> given_;
  Latest<torque_core_payload> payload_;
  torque_core_payload payload_in_use_{};
  std::uint64_t given_turn_ = 0, payload_turn_ = 0, refused_references_ = 0;
  std::atomic<bool> fade_out_{false}, reset_{false}, configured_{false};
  std::atomic<std::int32_t> mode_{TORQUE_CORE_MODE_FEEDFORWARD};
  std::atomic<std::uint32_t> mode_turn_{0};  // number of choices of the mode
  std::uint32_t mode_turn_in_use_ = 0;
  std::atomic<std::int32_t> mode_in_use_{TORQUE_CORE_MODE_FEEDFORWARD};  // not mode_ after a contact with policy float
  std::atomic<bool> reference_moves_{false};  // the mode cannot change then
  std::string base_;  // mode of an arm that is not guided by hand
  std::atomic<std::uint32_t> terms_{0};
  std::uint32_t terms_in_use_ = 0;
  std::atomic<double> friction_scale_{0.0};
  std::atomic<double> stiffness_{0.0}, damping_{0.0};  // of mode computed_torque
  double friction_in_use_ = 0.0, stiffness_in_use_ = 0.0, damping_in_use_ = 0.0;
  double next_report_ = 0.0, ended_ = -1.0, updated_ = 0.0, touched_until_ = -1.0;
  std::atomic<int> brakes_closed_{-1};  // last report of the brakes; -1: no report
  int brakes_in_use_ = -1;
  bool renewed_ = false;  // whether a newer state was used since the last report
  bool takes_position_ = false;  // the robot takes the measured position with every torque
  bool led_ = false;  // whether a preceding controller sent references when this controller was deactivated
  StateTimes times_;
  bool from_positions_ = false;  // no velocity is measured
  PositionVelocity velocities_;
  Numbers per_torque_{};  // factor from a torque to the value of an interface `effort`: 1, or A/(N m)
  Writing writing_;
  Shown shown_{};
  double q_[MOST_JOINTS] = {}, qd_[MOST_JOINTS] = {}, effort_[MOST_JOINTS] = {}, added_[MOST_JOINTS] = {}, torque_[MOST_JOINTS] = {};
  rclcpp::Subscription<trajectory_msgs::msg::JointTrajectory>::SharedPtr references_;
  rclcpp::Subscription<std_msgs::msg::Bool>::SharedPtr brake_states_;
  rclcpp::Service<std_srvs::srv::Trigger>::SharedPtr fade_out_service_, reset_service_;
  rclcpp::TimerBase::SharedPtr changes_, ticks_;
  // It has a timer of its own, whose callback may run during a clean-up: it lives as long as the node.
  std::unique_ptr<diagnostic_updater::Updater> updater_;
  rclcpp::node_interfaces::OnSetParametersCallbackHandle::SharedPtr judge_;
  rclcpp::node_interfaces::PostSetParametersCallbackHandle::SharedPtr chosen_;
};

}  // namespace @package@
