// Test fixture: the controller with fake interfaces.
#pragma once

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <iterator>
#include <memory>
#include <regex>
#include <string>
#include <thread>
#include <vector>

#include "feedforward_controller.hpp"
#include "golden.hpp"
#include "hardware_interface/loaned_command_interface.hpp"
#include "hardware_interface/loaned_state_interface.hpp"
#include "lifecycle_msgs/msg/state.hpp"
#include "newton_euler.hpp"
#include "rclcpp/rclcpp.hpp"

using @package@::FeedforwardController;
namespace arm = @package@::arm;
namespace golden = @package@::golden;
using controller_interface::return_type;
using lifecycle_msgs::msg::State;

class Controller : public FeedforwardController
{
public:
  using FeedforwardController::ordered_exported_reference_interfaces_;
};

inline arm::Numbers ones()
{
  arm::Numbers found{};
  found.fill(1.0);
  return found;
}

// Return the gravity torque of a pose by the recursive Newton-Euler equations.
inline arm::Numbers gravity_of(const arm::Numbers & q)
{
  torque_core_model model{};
  model.joints = arm::JOINTS;
  model.links = arm::LINKS;
  torque_core_settings settings{};
  std::copy(arm::GRAVITY_VECTOR, arm::GRAVITY_VECTOR + 3, settings.gravity_vector);
  torque_core_::NewtonEuler equations(model, settings);
  arm::Numbers torque{};
  equations.at(q.data());
  equations.gravity(torque.data());
  return torque;
}

// Return the description of the arm.
inline std::string mock_description()
{
  std::ifstream file(MOCK_DESCRIPTION);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Return the description of the arm with every match of `pattern` replaced by `other`.
inline std::string described(const std::string & pattern, const std::string & other)
{
  return std::regex_replace(mock_description(), std::regex(pattern), other);
}

// Return the description of the arm with hardware that takes positions next to torques.
inline std::string with_positions()
{
  return described("<command_interface name=\"effort\"", "<command_interface name=\"position\"/>$&");
}

// Return whether a parameter is given.
inline bool given(const std::vector<rclcpp::Parameter> & parameters, const std::string & name)
{
  return std::any_of(
    parameters.begin(), parameters.end(), [&name](const auto & each) {return each.get_name() == name;});
}

class ControllerTest : public testing::Test
{
protected:
  static void SetUpTestSuite() {rclcpp::init(0, nullptr);}
  static void TearDownTestSuite() {rclcpp::shutdown();}

  return_type init(std::vector<rclcpp::Parameter> parameters, const std::string & description = "")
  {
    if (!given(parameters, "brakes")) {
      parameters.emplace_back("brakes", "supported");
    }
    auto options = controller_.define_custom_node_options();
    options.parameter_overrides(parameters);
    controller_interface::ControllerInterfaceParams params;
    params.controller_name = "feedforward_controller";
    params.robot_description = description.empty() && with_description_ ? mock_description() : description;
    params.update_rate = 5;
    params.controller_manager_update_rate = 5;
    params.node_options = options;
    return controller_.init(params);
  }

  // Configure and activate the controller, with a constant state at rest.
  void activate(
    std::vector<rclcpp::Parameter> parameters, const arm::Numbers & q, double fade_in_time = 0.0, bool chained = false,
    const std::string & description = "")
  {
    parameters.emplace_back("fade_in_time", fade_in_time);
    parameters.emplace_back("state_timeout", 1.0);  // a busy machine must not cause a fault here
    if (!given(parameters, "torque_rate")) {
      parameters.emplace_back("torque_rate", std::vector<double>(arm::JOINTS, 1e4));
    }
    ASSERT_EQ(init(parameters, description), return_type::OK);
    ASSERT_EQ(controller_.configure().id(), State::PRIMARY_STATE_INACTIVE);
    controller_.export_reference_interfaces();
    ASSERT_TRUE(controller_.set_chained_mode(chained));
    assign();
    set(q);
    if (states_.size() == 3 * arm::JOINTS) {
      set_effort(golden::STATES[0].gravity);
    }
    ASSERT_EQ(controller_.get_node()->activate().id(), State::PRIMARY_STATE_ACTIVE);
  }

  // Activate the controller with a contact policy, at rest with the efforts of gravity, until it knows their noise. Return
  // the efforts.
  arm::Numbers feel(std::vector<rclcpp::Parameter> parameters)
  {
    parameters.emplace_back("fade_out_time", 0.0);
    parameters.emplace_back("hold_time", 0.0);
    auto effort = golden::STATES[0].gravity;
    activate(parameters, golden::STATES[0].q);
    for (int i = 0; i < 100; ++i) {
      effort[1] += i % 2 == 0 ? 1e-3 : -1e-3;
      set_effort(effort);
      update(1);
    }
    expect_torque(golden::STATES[0].gravity);
    return effort;
  }

  // Assign fake interfaces.
  void assign()
  {
    std::vector<hardware_interface::LoanedCommandInterface> commands;
    std::vector<hardware_interface::LoanedStateInterface> states;
    for (const auto & name : controller_.command_interface_configuration().names) {
      const auto slash = name.rfind('/');
      commands_.push_back(
        std::make_shared<hardware_interface::CommandInterface>(name.substr(0, slash), name.substr(slash + 1)));
      commands.emplace_back(commands_.back(), nullptr);
    }
    for (const auto & name : controller_.state_interface_configuration().names) {
      const auto slash = name.rfind('/');
      states_.push_back(
        std::make_shared<hardware_interface::StateInterface>(name.substr(0, slash), name.substr(slash + 1)));
      states.emplace_back(states_.back(), nullptr);
    }
    controller_.assign_interfaces(std::move(commands), std::move(states));
  }

  // A reference that accelerates at the first golden pose, with the joints in another order.
  trajectory_msgs::msg::JointTrajectory reference() const
  {
    trajectory_msgs::msg::JointTrajectory message;
    message.points.resize(1);
    for (std::size_t j = arm::JOINTS; j-- > 0; ) {
      message.joint_names.push_back(controller_.command_interface_configuration().names[j]);
      message.joint_names.back().resize(message.joint_names.back().rfind('/'));
      message.points[0].positions.push_back(golden::STATES[0].q[j]);
      message.points[0].velocities.push_back(0.0);
      message.points[0].accelerations.push_back(0.1);
    }
    return message;
  }

  void set(const arm::Numbers & q)
  {
    for (std::size_t j = 0; j < arm::JOINTS; ++j) {
      static_cast<void>(states_[j]->set_value(q[j]));
      static_cast<void>(states_[arm::JOINTS + j]->set_value(0.0));
    }
  }

  // Let a preceding controller lead the arm to the first golden pose, or `ahead` of it, rad.
  void lead(double ahead = 0.0)
  {
    auto & all = controller_.ordered_exported_reference_interfaces_;
    for (std::size_t j = 0; j < arm::JOINTS; ++j) {
      static_cast<void>(all[j]->set_value(golden::STATES[0].q[j] + ahead));
      static_cast<void>(all[arm::JOINTS + j]->set_value(0.0));
      static_cast<void>(all[2 * arm::JOINTS + j]->set_value(0.0));
    }
  }

  // Return whether a controller can be configured with a description.
  static bool configured(const std::string & description, std::vector<rclcpp::Parameter> parameters = {})
  {
    Controller controller;
    parameters.emplace_back("brakes", "supported");
    auto options = controller.define_custom_node_options();
    options.parameter_overrides(parameters);
    controller_interface::ControllerInterfaceParams params;
    params.controller_name = "feedforward_controller";
    params.robot_description = description;
    params.update_rate = params.controller_manager_update_rate = 5;
    params.node_options = options;
    return controller.init(params) == return_type::OK && controller.configure().id() == State::PRIMARY_STATE_INACTIVE;
  }

  // Expect that the controller is not configured, with these words in its log.
  void expect_refused(
    std::vector<rclcpp::Parameter> parameters, const std::string & words, const std::string & description = "")
  {
    testing::internal::CaptureStderr();
    EXPECT_EQ(init(std::move(parameters), description), return_type::OK);
    EXPECT_NE(controller_.configure().id(), State::PRIMARY_STATE_INACTIVE);
    EXPECT_THAT(testing::internal::GetCapturedStderr(), testing::HasSubstr(words));
  }

  // Set measured efforts, N m, which the controller reads with a contact policy.
  void set_effort(const arm::Numbers & effort)
  {
    for (std::size_t j = 0; j < arm::JOINTS; ++j) {
      static_cast<void>(states_[2 * arm::JOINTS + j]->set_value(per_torque_[j] * effort[j]));
    }
  }

  void update(int count)
  {
    for (int i = 0; i < count; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      time_ += rclcpp::Duration::from_seconds(0.002);
      ASSERT_EQ(controller_.update(time_, rclcpp::Duration::from_seconds(0.002)), return_type::OK);
    }
  }

  // Run the work of the node's thread: parameters, services, reports.
  void spin(int times = 40)
  {
    executor_.add_node(controller_.get_node()->get_node_base_interface());
    for (int i = 0; i < times; ++i) {
      executor_.spin_some();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    executor_.remove_node(controller_.get_node()->get_node_base_interface());
  }

  double command(std::size_t joint) const {return commands_[joint]->get_optional().value_or(NAN);}

  double torque(std::size_t joint) const {return command(joint) / per_torque_[joint];}

  // Return whether a torque differs from that of gravity at the first golden pose by more than rounding.
  bool beyond_gravity() const
  {
    const double most = *std::max_element(arm::MAXIMUM_TORQUE.begin(), arm::MAXIMUM_TORQUE.end());
    bool found = false;
    for (std::size_t j = 0; j < arm::JOINTS; ++j) {
      found = found || std::abs(torque(j) - golden::STATES[0].gravity[j]) > 1e-6 * most;
    }
    return found;
  }

  void expect_torque(const arm::Numbers & wanted) const
  {
    const double most = *std::max_element(arm::MAXIMUM_TORQUE.begin(), arm::MAXIMUM_TORQUE.end());
    for (std::size_t j = 0; j < arm::JOINTS; ++j) {
      const double within = std::clamp(wanted[j], -arm::MAXIMUM_TORQUE[j], arm::MAXIMUM_TORQUE[j]);
      EXPECT_NEAR(torque(j), within, 1e-9 * most) << "joint " << j;
    }
  }

  arm::Numbers per_torque_ = ones();  // values of the interfaces effort per torque
  bool with_description_ = true;
  rclcpp::executors::SingleThreadedExecutor executor_;
  Controller controller_;
  std::vector<hardware_interface::CommandInterface::SharedPtr> commands_;
  std::vector<hardware_interface::StateInterface::SharedPtr> states_;
  rclcpp::Time time_{1000, 0, RCL_ROS_TIME};
};
