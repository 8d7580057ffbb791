// The controller on fake interfaces: torques against golden vectors, faults, and what it refuses.
#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "feedforward_controller.hpp"
#include "golden.hpp"
#include "hardware_interface/loaned_command_interface.hpp"
#include "hardware_interface/loaned_state_interface.hpp"
#include "lifecycle_msgs/msg/state.hpp"
#include "pluginlib/class_loader.hpp"
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

class ControllerTest : public testing::Test
{
protected:
  static void SetUpTestSuite() {rclcpp::init(0, nullptr);}
  static void TearDownTestSuite() {rclcpp::shutdown();}

  return_type init(std::vector<rclcpp::Parameter> parameters)
  {
    auto options = controller_.define_custom_node_options();
    options.parameter_overrides(parameters);
    controller_interface::ControllerInterfaceParams given;
    given.controller_name = "feedforward_controller";
    given.update_rate = 5;
    given.controller_manager_update_rate = 5;
    given.node_options = options;
    return controller_.init(given);
  }

  // Configured and active, with a state that stands.
  void activate(
    std::vector<rclcpp::Parameter> parameters, const arm::Numbers & q, double fade_in_time = 0.0, bool chained = false)
  {
    parameters.emplace_back("fade_in_time", fade_in_time);
    parameters.emplace_back("state_timeout", 1.0);  // a busy machine is no fault here
    parameters.emplace_back("torque_rate", std::vector<double>(arm::JOINTS, 1e4));
    ASSERT_EQ(init(parameters), return_type::OK);
    ASSERT_EQ(controller_.configure().id(), State::PRIMARY_STATE_INACTIVE);
    controller_.export_reference_interfaces();
    ASSERT_TRUE(controller_.set_chained_mode(chained));
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
    set(q);
    controller_.assign_interfaces(std::move(commands), std::move(states));
    ASSERT_EQ(controller_.get_node()->activate().id(), State::PRIMARY_STATE_ACTIVE);
  }

  void set(const arm::Numbers & q)
  {
    for (std::size_t j = 0; j < arm::JOINTS; ++j) {
      static_cast<void>(states_[j]->set_value(q[j]));
      static_cast<void>(states_[arm::JOINTS + j]->set_value(0.0));
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

  double torque(std::size_t joint) const {return commands_[joint]->get_optional().value_or(NAN);}

  void expect_torque(const arm::Numbers & wanted) const
  {
    const double most = *std::max_element(arm::MAXIMUM_TORQUE.begin(), arm::MAXIMUM_TORQUE.end());
    for (std::size_t j = 0; j < arm::JOINTS; ++j) {
      const double within = std::clamp(wanted[j], -arm::MAXIMUM_TORQUE[j], arm::MAXIMUM_TORQUE[j]);
      EXPECT_NEAR(torque(j), within, 1e-9 * most) << "joint " << j;
    }
  }

  Controller controller_;
  std::vector<hardware_interface::CommandInterface::SharedPtr> commands_;
  std::vector<hardware_interface::StateInterface::SharedPtr> states_;
  rclcpp::Time time_{1000, 0, RCL_ROS_TIME};
};

TEST_F(ControllerTest, TheModelPassesItsSelftest) {EXPECT_TRUE(arm::selftest());}

TEST_F(ControllerTest, GravityIsTheGoldenTorque)
{
  activate({{"mode", "gravity"}}, golden::STATES[0].q);
  update(100);
  expect_torque(golden::STATES[0].gravity);
}

TEST_F(ControllerTest, TheModelGivesEveryGoldenTorque)
{
  const auto model = arm::model();
  const double most = *std::max_element(arm::MAXIMUM_TORQUE.begin(), arm::MAXIMUM_TORQUE.end());
  for (const auto & state : golden::STATES) {
    arm::Numbers torque{};
    model.gravity(state.q.data(), torque.data());
    for (std::size_t j = 0; j < arm::JOINTS; ++j) {
      EXPECT_NEAR(torque[j], state.gravity[j], 1e-9 * most);
    }
  }
}

TEST_F(ControllerTest, ComputedTorqueAtItsReferenceIsGravity)
{
  activate({{"mode", "computed_torque"}}, golden::STATES[0].q, 0.0, true);
  for (int i = 0; i < 100; ++i) {
    for (std::size_t j = 0; j < arm::JOINTS; ++j) {
      auto & all = controller_.ordered_exported_reference_interfaces_;
      static_cast<void>(all[j]->set_value(golden::STATES[0].q[j]));
      static_cast<void>(all[arm::JOINTS + j]->set_value(0.0));
      static_cast<void>(all[2 * arm::JOINTS + j]->set_value(0.0));
    }
    update(1);
  }
  expect_torque(golden::STATES[0].gravity);
}

TEST_F(ControllerTest, AStateThatIsNotFiniteLeadsToZeroInTheEnd)
{
  activate({{"mode", "gravity"}, {"hold_time", 0.1}, {"fade_out_time", 0.1}}, golden::STATES[0].q);
  update(50);
  static_cast<void>(states_[0]->set_value(std::numeric_limits<double>::quiet_NaN()));
  const auto ended = [this]() {
      for (std::size_t j = 0; j < arm::JOINTS; ++j) {
        if (torque(j) != 0.0) {
          return false;
        }
      }
      return true;
    };
  EXPECT_FALSE(ended());
  for (int i = 0; i < 5000 && !ended(); ++i) {
    update(1);
  }
  EXPECT_TRUE(ended());
}

TEST_F(ControllerTest, DeactivationWritesZero)
{
  activate({{"mode", "gravity"}}, golden::STATES[0].q);
  update(50);
  controller_.get_node()->deactivate();
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    EXPECT_EQ(torque(j), 0.0);
  }
}

TEST_F(ControllerTest, StartedAnewWithinACycleTheTorqueGoesOn)
{
  activate({{"mode", "gravity"}}, golden::STATES[0].q, 0.3);
  update(400);
  controller_.get_node()->deactivate();
  ASSERT_EQ(controller_.get_node()->activate().id(), State::PRIMARY_STATE_ACTIVE);
  update(1);
  expect_torque(golden::STATES[0].gravity);
}

TEST_F(ControllerTest, ActivatedLaterTheTorqueBeginsAtZero)
{
  activate({{"mode", "gravity"}}, golden::STATES[0].q, 10.0);
  update(1);
  controller_.get_node()->deactivate();
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  ASSERT_EQ(controller_.get_node()->activate().id(), State::PRIMARY_STATE_ACTIVE);
  update(2);
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    EXPECT_LE(std::abs(torque(j)), 0.01 * arm::MAXIMUM_TORQUE[j]);
  }
}

TEST_F(ControllerTest, ANumberOfRatesThatDoesNotFitIsRefused)
{
  ASSERT_EQ(init({{"torque_rate", std::vector<double>{1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0}}}),
    return_type::OK);
  EXPECT_NE(controller_.configure().id(), State::PRIMARY_STATE_INACTIVE);
}

TEST_F(ControllerTest, PluginlibFindsIt)
{
  pluginlib::ClassLoader<controller_interface::ChainableControllerInterface> loader(
    "controller_interface", "controller_interface::ChainableControllerInterface");
  EXPECT_NO_THROW(loader.createUniqueInstance("@package@/FeedforwardController"));
}
