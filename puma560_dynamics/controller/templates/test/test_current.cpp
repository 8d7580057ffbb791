// Tests of the parameters effort_unit and current_per_torque: the hardware takes and measures A, all else is torque.
#include <limits>

#include "control_msgs/msg/joint_trajectory_controller_state.hpp"
#include "diagnostic_msgs/msg/diagnostic_array.hpp"
#include "fixture.hpp"

class CurrentTest : public ControllerTest
{
protected:
  CurrentTest()
  {
    for (std::size_t j = 0; j < arm::JOINTS; ++j) {  // two motors turn against their joints
      per_torque_[j] = (j % 3 == 1 ? -0.3 : 0.2) * static_cast<double>(j + 1);
    }
  }

  // Return parameters for hardware that takes A.
  std::vector<rclcpp::Parameter> current(std::vector<rclcpp::Parameter> more = {}) const
  {
    more.emplace_back("effort_unit", "current");
    more.emplace_back("current_per_torque", std::vector<double>(per_torque_.begin(), per_torque_.end()));
    return more;
  }

  // Run cycles until a message of a topic is `wanted`; return it, or the last one.
  template<typename Message, typename Wanted>
  Message receive(const std::string & topic, const Wanted & wanted)
  {
    Message found;
    const auto node = std::make_shared<rclcpp::Node>("listener");
    const auto listener =
      node->create_subscription<Message>(topic, 10, [&found](const Message & message) {found = message;});
    executor_.add_node(node);
    for (int i = 0; i < 100 && !wanted(found); ++i) {
      update(1);
      spin(10);
    }
    executor_.remove_node(node);
    return found;
  }
};

TEST_F(CurrentTest, TheTorqueIsWrittenAsCurrent)
{
  activate(current(), golden::STATES[0].q);
  update(100);
  const double most = *std::max_element(arm::MAXIMUM_TORQUE.begin(), arm::MAXIMUM_TORQUE.end());
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    EXPECT_NEAR(command(j), per_torque_[j] * golden::STATES[0].gravity[j], 1e-9 * most) << "joint " << j;
  }
  EXPECT_LT(command(1) * golden::STATES[0].gravity[1], 0.0);
}

TEST_F(CurrentTest, OneNumberIsForAllJoints)
{
  per_torque_.fill(-0.5);
  activate({{"effort_unit", "current"}, {"current_per_torque", std::vector<double>{-0.5}}}, golden::STATES[0].q);
  update(100);
  expect_torque(golden::STATES[0].gravity);
}

TEST_F(CurrentTest, TheEffortOfAPrecedingControllerIsATorque)
{
  activate(current(), golden::STATES[0].q, 0.0, true);
  auto wanted = golden::STATES[0].gravity;
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    const double added = 0.05 * arm::MAXIMUM_TORQUE[j] * (wanted[j] > 0.0 ? -1.0 : 1.0);
    wanted[j] += added;
    static_cast<void>(controller_.ordered_exported_reference_interfaces_[3 * arm::JOINTS + j]->set_value(added));
  }
  update(100);
  expect_torque(wanted);
}

TEST_F(CurrentTest, LimitsAreThoseOfTheTorque)
{
  activate(current({{"torque_limit_scale", 0.01}}), golden::STATES[0].q);
  update(100);
  std::size_t limited = 0;
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    const double most = 0.01 * arm::MAXIMUM_TORQUE[j];
    limited += std::abs(golden::STATES[0].gravity[j]) > most ? 1 : 0;
    EXPECT_NEAR(torque(j), std::clamp(golden::STATES[0].gravity[j], -most, most), 1e-9 * arm::MAXIMUM_TORQUE[j]);
  }
  EXPECT_GT(limited, 0u);
}

TEST_F(CurrentTest, ADeactivationEndsTheCurrent)
{
  activate(current(), golden::STATES[0].q);
  update(50);
  EXPECT_NE(command(1), 0.0);
  controller_.get_node()->deactivate();
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    EXPECT_EQ(command(j), 0.0);
  }
}

TEST_F(CurrentTest, StartedAnewWithinACycleTheCurrentGoesOn)
{
  activate(current(), golden::STATES[0].q);
  update(100);
  std::vector<double> before;
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    before.push_back(command(j));
  }
  controller_.get_node()->deactivate();
  ASSERT_EQ(controller_.get_node()->activate().id(), State::PRIMARY_STATE_ACTIVE);
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    EXPECT_EQ(command(j), before[j]) << "joint " << j;
  }
}

// Another controller has left it in the interfaces.
TEST_F(CurrentTest, TheTorqueBeginsFromTheCurrentThatActs)
{
  activate(current(), golden::STATES[0].q, 10.0);
  update(1);
  controller_.get_node()->deactivate();
  std::this_thread::sleep_for(std::chrono::milliseconds(500));  // longer than a restart within a cycle
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    static_cast<void>(commands_[j]->set_value(0.5 * per_torque_[j] * golden::STATES[0].gravity[j]));
  }
  ASSERT_EQ(controller_.get_node()->activate().id(), State::PRIMARY_STATE_ACTIVE);
  update(2);
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    EXPECT_NEAR(torque(j), 0.5 * golden::STATES[0].gravity[j], 0.01 * arm::MAXIMUM_TORQUE[j]) << "joint " << j;
  }
}

TEST_F(CurrentTest, AChangedCurrentIsReportedAsTorque)
{
  using diagnostic_msgs::msg::DiagnosticArray;
  activate(current(), golden::STATES[0].q);
  update(100);
  const auto text = [](const DiagnosticArray & message) {
      return message.status.empty() ? std::string() : message.status[0].message;
    };
  const auto untouched = receive<DiagnosticArray>(
    "/diagnostics", [&text](const DiagnosticArray & message) {return !text(message).empty();});
  EXPECT_THAT(text(untouched), testing::Not(testing::HasSubstr("another limit")));
  const double before = torque(1);
  static_cast<void>(commands_[1]->set_value(0.25 * command(1)));
  const auto changed = receive<DiagnosticArray>("/diagnostics", [&text](const DiagnosticArray & message) {
        return text(message).find("another limit") != std::string::npos;
      });
  char wanted[80];
  std::snprintf(wanted, sizeof wanted, ": %.6g N m became %.6g", before, 0.25 * before);
  EXPECT_THAT(text(changed), testing::HasSubstr(wanted));
  for (const auto & pair : changed.status.at(0).values) {
    EXPECT_TRUE(pair.key != "trips.changed_after_write" || pair.value == "1") << pair.value;
  }
}

TEST_F(CurrentTest, MeasuredCurrentsAndTheOutputAreShownAsTorque)
{
  using control_msgs::msg::JointTrajectoryControllerState;
  static_cast<void>(feel(current({{"contact_policy", "stop"}})));
  const auto shown = receive<JointTrajectoryControllerState>(
    "/feedforward_controller/controller_state",
    [](const JointTrajectoryControllerState & message) {return !message.feedback.effort.empty();});
  ASSERT_EQ(shown.feedback.effort.size(), arm::JOINTS);
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    EXPECT_NEAR(shown.feedback.effort[j], golden::STATES[0].gravity[j], 0.01 * arm::MAXIMUM_TORQUE[j]);
    EXPECT_NEAR(shown.output.effort[j], golden::STATES[0].gravity[j], 1e-6 * arm::MAXIMUM_TORQUE[j]);
  }
}

TEST_F(CurrentTest, AContactIsFoundInMeasuredCurrents)
{
  auto effort = feel(current({{"contact_policy", "stop"}}));
  effort[1] -= 3.0 * arm::MAXIMUM_TORQUE[1];
  set_effort(effort);
  update(150);
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    EXPECT_EQ(command(j), 0.0) << "joint " << j;
  }
}

TEST_F(CurrentTest, BothParametersChangeOnlyBeforeTheControllerIsConfigured)
{
  ASSERT_EQ(init(current()), return_type::OK);
  const auto node = controller_.get_node();
  ASSERT_EQ(controller_.configure().id(), State::PRIMARY_STATE_INACTIVE);
  const rclcpp::Parameter unit("effort_unit", "torque"), constants("current_per_torque", std::vector<double>{0.5});
  for (const auto & each : {unit, constants}) {
    EXPECT_THAT(
      node->set_parameter(each).reason, testing::StartsWith(each.get_name() + " acts when the controller is configured"));
  }
  ASSERT_EQ(node->cleanup().id(), State::PRIMARY_STATE_UNCONFIGURED);
  EXPECT_TRUE(node->set_parameter(constants).successful);
  EXPECT_TRUE(node->set_parameter(unit).successful);
}

TEST_F(CurrentTest, ConstantsThatNothingWouldUseAreRefused)
{
  expect_refused({{"current_per_torque", std::vector<double>{0.1}}}, "set effort_unit to current");
}

TEST_F(CurrentTest, WithoutConstantsACurrentIsRefused)
{
  expect_refused({{"effort_unit", "current"}}, "effort_unit is current: give current_per_torque");
}

TEST_F(CurrentTest, AnotherUnitIsRefused)
{
  EXPECT_NE(init({{"effort_unit", "ampere"}}), return_type::OK);
}

class WrongConstant : public CurrentTest, public testing::WithParamInterface<double> {};

INSTANTIATE_TEST_SUITE_P(
  Each, WrongConstant, testing::Values(
    0.0, 1e308, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()));

TEST_P(WrongConstant, OfOneJointIsRefused)
{
  per_torque_.back() = GetParam();
  expect_refused(current(), "with a number other than 0 for every joint");
}

TEST_F(CurrentTest, AnotherNumberOfConstantsIsRefused)
{
  expect_refused(
    {{"effort_unit", "current"}, {"current_per_torque", std::vector<double>(arm::JOINTS + 1, 0.1)}},
    "current_per_torque: expected one number or");
}

class DriverOfTorques : public CurrentTest, public testing::WithParamInterface<const char *> {};

INSTANTIATE_TEST_SUITE_P(All, DriverOfTorques, testing::Values("universal_robots", "franka", "kuka_fri"));

TEST_P(DriverOfTorques, IsRefusedWithCurrents)
{
  expect_refused(
    current({{"driver", GetParam()}}), std::string("effort_unit: with driver ") + GetParam() + " the robot takes N m",
    with_positions());
}
