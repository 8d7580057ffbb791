// Tests of the parameter driver: what the robot adds is left out and refused, and positions are written next to torques.
#include <limits>

#include "fixture.hpp"

class DriverTest : public ControllerTest
{
protected:
  // Expect that the controller is not configured, with these words in its log.
  void expect_refused(
    std::vector<rclcpp::Parameter> parameters, const std::string & words, const std::string & description = "")
  {
    testing::internal::CaptureStderr();
    EXPECT_EQ(init(std::move(parameters), description), return_type::OK);
    EXPECT_NE(controller_.configure().id(), State::PRIMARY_STATE_INACTIVE);
    EXPECT_THAT(testing::internal::GetCapturedStderr(), testing::HasSubstr(words));
  }

  // Expect that the robot, which adds gravity, gets no torque in any of `cycles` cycles.
  void expect_no_torque(int cycles)
  {
    for (int i = 0; i < cycles; ++i) {
      update(1);
      for (std::size_t j = 0; j < arm::JOINTS; ++j) {
        ASSERT_EQ(torque(j), 0.0) << "joint " << j << ", cycle " << i;
      }
    }
  }

  double position(std::size_t joint) const {return commands_[arm::JOINTS + joint]->get_optional().value_or(NAN);}
};

class EachDriver : public DriverTest, public testing::WithParamInterface<const char *> {};

INSTANTIATE_TEST_SUITE_P(All, EachDriver, testing::Values("universal_robots", "franka", "kuka_fri"));

TEST_P(EachDriver, TheRobotHoldsTheArmInEveryModeAndAfterAFault)
{
  activate(
    {{"driver", GetParam()}, {"hand_guiding.enabled", true}, {"hand_guiding.limit_margin", 0.0},
      {"torque_rate", std::vector<double>{0.0}}},
    golden::STATES[0].q, 0.0, false, with_positions());
  expect_no_torque(20);
  const auto guides = controller_.get_node()->set_parameter({"mode", "hand_guiding"});
  EXPECT_TRUE(guides.successful) << guides.reason;
  expect_no_torque(20);
  static_cast<void>(states_[0]->set_value(std::numeric_limits<double>::quiet_NaN()));
  expect_no_torque(600);
}

TEST_P(EachDriver, WhatTheRobotAddsIsRefusedWhileTorqueActs)
{
  activate({{"driver", GetParam()}, {"torque_rate", std::vector<double>{0.0}}}, golden::STATES[0].q, 0.0, false,
    with_positions());
  const auto reason = [this](const std::vector<rclcpp::Parameter> & changes) {
      return controller_.get_node()->set_parameters_atomically(changes).reason;
    };
  using testing::StartsWith;
  const std::string robot = std::string(": with driver ") + GetParam() + " the robot ";
  EXPECT_THAT(reason({{"terms.gravity", true}}), StartsWith("terms.gravity" + robot));
  EXPECT_NE(reason({{"hardware_compensates_gravity", false}}), "");
  EXPECT_THAT(
    reason({{"payload.mass", 1.0}, {"payload.link", ""}, {"payload.center_of_mass", std::vector<double>(3, 0.0)},
        {"payload.inertia", std::vector<double>(6, 0.0)}}), StartsWith("payload.mass" + robot));
  EXPECT_NE(reason({{"driver", "none"}}), "");
  if (std::string(GetParam()) == "kuka_fri") {
    EXPECT_THAT(reason({{"terms.coriolis", true}}), StartsWith("terms.coriolis" + robot));
    EXPECT_THAT(reason({{"terms.centrifugal", true}}), StartsWith("terms.centrifugal" + robot));
  } else {
    EXPECT_THAT(reason({{"friction.scale", 0.5}}), StartsWith("friction.scale" + robot));
    EXPECT_THAT(reason({{"terms.friction", true}}), StartsWith("terms.friction" + robot));
  }
  EXPECT_EQ(reason({{"terms.inertia", false}}), "");
  spin();
  expect_no_torque(20);
}

TEST_P(EachDriver, WhatTheRobotAddsIsRefusedBefore)
{
  expect_refused({{"driver", GetParam()}, {"terms.gravity", true}}, "terms.gravity: with driver", with_positions());
}

TEST_F(DriverTest, GravityThatNobodyAddsIsRefused)
{
  expect_refused(
    {{"driver", "franka"}, {"hardware_compensates_gravity", false}}, "hardware_compensates_gravity: with driver franka");
}

// Its values stand since the controller was loaded: without the driver, nobody would add gravity.
TEST_F(DriverTest, TheDriverDoesNotChangeOnceItIsLoaded)
{
  ASSERT_EQ(init({{"driver", "franka"}}), return_type::OK);
  const auto node = controller_.get_node();
  EXPECT_THAT(node->set_parameter({"driver", "none"}).reason, testing::StartsWith("driver acts when the controller is"));
  EXPECT_TRUE(node->set_parameter({"driver", "franka"}).successful);  // as it is
}

TEST_F(DriverTest, APayloadThatTheRobotHasIsRefused)
{
  expect_refused({{"driver", "universal_robots"}, {"payload.mass", 1.0}}, "give the payload to the robot only");
}

TEST_F(DriverTest, ARateThatTheRobotDoesNotAcceptIsRefused)
{
  expect_refused(
    {{"driver", "franka"}, {"torque_rate", std::vector<double>(arm::JOINTS, 1001.0)}},
    "faster than the robot accepts with driver franka; set it to at most 1000");
}

TEST_F(DriverTest, ARemovalThatTheRobotDoesNotAcceptIsRefused)
{
  expect_refused(
    {{"driver", "franka"}, {"removal_rate", std::vector<double>(arm::JOINTS, 1001.0)}}, "removal_rate: 1001 N m/s");
}

TEST_F(DriverTest, AnUnknownDriverIsRefused)
{
  EXPECT_NE(init({{"driver", "kuka"}}), return_type::OK);
}

// Without a given rate, that of the robot is the largest: the torque of an error in position grows no faster.
TEST_F(DriverTest, TheUsualRateIsAtMostThatOfTheRobot)
{
  activate(
    {{"driver", "franka"}, {"mode", "computed_torque"}, {"computed_torque.stiffness", 1e5},
      {"torque_rate", std::vector<double>{0.0}}},
    golden::STATES[0].q, 0.0, true);
  const auto follow = [this](double error, int cycles) {
      for (int i = 0; i < cycles; ++i) {
        for (std::size_t j = 0; j < arm::JOINTS; ++j) {
          auto & all = controller_.ordered_exported_reference_interfaces_;
          const double q = golden::STATES[0].q[j];
          static_cast<void>(all[j]->set_value(q + (q > 0.0 ? -error : error)));
          static_cast<void>(all[arm::JOINTS + j]->set_value(0.0));
          static_cast<void>(all[2 * arm::JOINTS + j]->set_value(0.0));
        }
        update(1);
      }
    };
  follow(0.0, 20);
  const auto begun = std::chrono::steady_clock::now();
  follow(0.005, 10);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begun;
  double largest = 0.0;
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    largest = std::max(largest, std::abs(torque(j)));
  }
  EXPECT_GT(largest, std::min(10.0, 0.05 * *std::max_element(arm::MAXIMUM_TORQUE.begin(), arm::MAXIMUM_TORQUE.end())));
  EXPECT_LE(largest, 1000.0 * (passed.count() + 0.004));
}

TEST_F(DriverTest, WithTheTorqueTheMeasuredPositionIsWritten)
{
  activate({{"driver", "kuka_fri"}}, golden::STATES[0].q, 0.0, false, with_positions());
  const auto names = controller_.command_interface_configuration().names;
  ASSERT_EQ(names.size(), 2 * arm::JOINTS);
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    EXPECT_THAT(names[j], testing::EndsWith("/effort"));
    EXPECT_EQ(names[arm::JOINTS + j], names[j].substr(0, names[j].rfind('/')) + "/position");
  }
  auto q = golden::STATES[0].q;
  for (int i = 0; i < 20; ++i) {
    q[0] += q[0] > 0.0 ? -1e-4 : 1e-4;
    set(q);
    update(1);
    for (std::size_t j = 0; j < arm::JOINTS; ++j) {
      ASSERT_EQ(position(j), q[j]) << "joint " << j;
    }
  }
  static_cast<void>(states_[0]->set_value(std::numeric_limits<double>::quiet_NaN()));
  update(2);
  EXPECT_EQ(position(0), q[0]);
  controller_.get_node()->deactivate();
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    EXPECT_EQ(torque(j), 0.0);
    EXPECT_EQ(position(j), q[j]) << "joint " << j;
  }
}

TEST_F(DriverTest, OtherRobotsTakeOnlyTheTorque)
{
  activate({{"driver", "universal_robots"}}, golden::STATES[0].q);
  EXPECT_EQ(commands_.size(), arm::JOINTS);
}

TEST_F(DriverTest, HardwareWithoutPositionsIsRefused)
{
  expect_refused({{"driver", "kuka_fri"}}, "has no command interface position in <ros2_control>");
}

TEST_F(DriverTest, HardwareInAnotherCommandModeIsRefused)
{
  const auto mode = std::regex_replace(
    with_positions(), std::regex("<hardware>"), "<hardware><param name=\"client_command_mode\">position</param>");
  expect_refused({{"driver", "kuka_fri"}}, "client_command_mode is position; set it to torque", mode);
}
