// Tests of payload, gravity, friction, terms and limits from parameters and the robot description, also at run time.
#include <atomic>
#include <thread>

#include "control_msgs/msg/joint_trajectory_controller_state.hpp"
#include "fixture.hpp"
#include "payload.hpp"
#include "std_msgs/msg/bool.hpp"

namespace
{

std::vector<double> row(const double * values) {return {values, values + 3};}

std::vector<rclcpp::Parameter> payload(
  double mass = golden::LOAD, const std::vector<double> & center = row(golden::CENTER),
  const std::string & link = arm::LAST_LINK, const std::vector<double> & inertia = std::vector<double>(6, 0.0))
{
  return {
    {"payload.mass", mass}, {"payload.center_of_mass", center}, {"payload.link", link}, {"payload.inertia", inertia}};
}

}  // namespace

TEST_F(ControllerTest, GravityAndPayloadAreThoseOfTheParameters)
{
  auto given = payload();
  given.emplace_back("gravity", row(golden::TILTED));
  activate(given, golden::STATES[0].q);
  update(100);
  expect_torque(golden::LOADED);
}

TEST_F(ControllerTest, APayloadIsSwappedWhileTorqueActs)
{
  activate({{"gravity", row(golden::TILTED)}}, golden::STATES[0].q);
  update(20);
  const double before = torque(1);
  const auto result = controller_.get_node()->set_parameters_atomically(payload());
  ASSERT_TRUE(result.successful) << result.reason;
  spin();
  update(100);
  EXPECT_NE(torque(1), before);
  expect_torque(golden::LOADED);
}

TEST_F(ControllerTest, OtherParametersChangeOnlyBeforeTheControllerIsConfigured)
{
  ASSERT_EQ(init({}), return_type::OK);
  const auto node = controller_.get_node();
  EXPECT_TRUE(node->set_parameter({"torque_limit_scale", 0.5}).successful);
  EXPECT_FALSE(node->set_parameter({"torque_limit_scale", 2.0}).successful);  // beyond its bounds
  EXPECT_TRUE(node->set_parameter({"mode", "computed_torque"}).successful);
  ASSERT_EQ(controller_.configure().id(), State::PRIMARY_STATE_INACTIVE);
  const auto result = node->set_parameter({"torque_limit_scale", 0.4});
  EXPECT_FALSE(result.successful);
  EXPECT_NE(result.reason.find("torque_limit_scale acts when the controller is configured"), std::string::npos);
  EXPECT_TRUE(node->set_parameter({"torque_limit_scale", 0.5}).successful);  // as it is
  EXPECT_TRUE(node->set_parameter({"computed_torque.stiffness", 50.0}).successful);
  ASSERT_EQ(node->cleanup().id(), State::PRIMARY_STATE_UNCONFIGURED);
  EXPECT_TRUE(node->set_parameter({"torque_limit_scale", 0.4}).successful);
}

// Otherwise a payload that nothing has checked would reach the node's thread.
TEST_F(ControllerTest, AParameterThatIsSetWhileTheControllerIsConfiguredIsRefused)
{
  ASSERT_EQ(init({}), return_type::OK);
  const auto node = controller_.get_node();
  for (int round = 0; round < 5; ++round) {
    std::atomic<bool> ends{false};
    std::thread other([&]() {
        auto load = payload(1.0, {0.0, 0.0, 0.0}, "nowhere");
        do {
          std::this_thread::sleep_for(std::chrono::milliseconds(3));
          static_cast<void>(node->set_parameters_atomically(load));
        } while (!ends);
      });
    const bool ready = controller_.configure().id() == State::PRIMARY_STATE_INACTIVE;
    ends = true;
    other.join();
    if (ready) {
      EXPECT_EQ(node->get_parameter("payload.mass").as_double(), 0.0);
      EXPECT_NO_THROW(spin(15));
      node->cleanup();
    }
    ASSERT_TRUE(node->set_parameter({"payload.mass", 0.0}).successful);
  }
}

TEST_F(ControllerTest, GainsChangeWhileTorqueActs)
{
  activate({{"mode", "computed_torque"}, {"computed_torque.stiffness", 0.0}}, golden::STATES[0].q, 0.0, true);
  const auto follow = [this](double ahead) {
      for (int i = 0; i < 50; ++i) {
        lead(ahead);
        update(1);
      }
      return torque(0);
    };
  const double without = follow(1e-3);
  ASSERT_TRUE(controller_.get_node()->set_parameter({"computed_torque.stiffness", 40.0}).successful);
  spin();
  const double with = follow(1e-3);
  EXPECT_GT(std::abs(with - without), 0.0);
  ASSERT_TRUE(controller_.get_node()->set_parameter({"computed_torque.stiffness", 80.0}).successful);
  spin();
  EXPECT_NEAR(follow(1e-3) - without, 2.0 * (with - without), 1e-9);
}

TEST_F(ControllerTest, ANumberThatIsNoneIsRefused)
{
  activate({{"mode", "computed_torque"}}, golden::STATES[0].q);
  for (const char * name : {"computed_torque.stiffness", "computed_torque.damping", "friction.scale"}) {
    const auto result = controller_.get_node()->set_parameter({name, NAN});
    EXPECT_EQ(result.reason, std::string(name) + ": expected a number, got NaN; the parameter stays as it is");
    EXPECT_FALSE(std::isnan(controller_.get_node()->get_parameter(name).as_double()));
  }
}

TEST_F(ControllerTest, ThePayloadIsKeptOverADeactivation)
{
  activate({{"gravity", row(golden::TILTED)}}, golden::STATES[0].q);
  ASSERT_TRUE(controller_.get_node()->set_parameters_atomically(payload()).successful);
  spin();
  controller_.get_node()->deactivate();
  ASSERT_EQ(controller_.get_node()->activate().id(), State::PRIMARY_STATE_ACTIVE);
  update(100);
  expect_torque(golden::LOADED);
}

TEST_F(ControllerTest, MassZeroAloneRemovesAPayloadWhateverElseIsGiven)
{
  activate(payload(), golden::STATES[0].q);
  update(20);
  EXPECT_TRUE(controller_.get_node()->set_parameter({"payload.mass", 0.0}).successful);
  spin();
  update(100);
  expect_torque(golden::STATES[0].gravity);
  // The remaining parameters describe no payload: a complete payload can follow.
  ASSERT_TRUE(controller_.get_node()->set_parameters_atomically(payload()).successful);
}

TEST_F(ControllerTest, APayloadThatMakesNoSenseIsRefusedWithTheReason)
{
  activate({}, golden::STATES[0].q);
  const auto refused = [this](const std::vector<rclcpp::Parameter> & given) {
      const auto result = controller_.get_node()->set_parameters_atomically(given);
      EXPECT_FALSE(result.successful);
      return result.reason;
    };
  using testing::HasSubstr;
  EXPECT_THAT(refused(payload(999.0, {9.0, 0.0, 9.0})), HasSubstr("decimal point"));
  EXPECT_THAT(refused(payload(1.0, {0.0, 0.0, 0.0}, "nowhere")), HasSubstr("nowhere"));
  EXPECT_THAT(refused(payload(1.0, {1.0})), HasSubstr("three"));
  // If parameters were set one after another, the model would have a wrong payload in between.
  for (const auto & part : payload(1.0)) {
    EXPECT_THAT(refused({part}), HasSubstr("set as a whole")) << part.get_name();
  }
  spin();
  update(50);
  expect_torque(golden::STATES[0].gravity);
}

TEST_F(ControllerTest, ATermIsSwitchedOffWhileTorqueActs)
{
  activate({}, golden::STATES[0].q);
  update(20);
  ASSERT_TRUE(controller_.get_node()->set_parameter({"terms.gravity", false}).successful);
  spin();
  update(100);
  expect_torque(arm::Numbers{});
}

TEST_F(ControllerTest, FrictionFollowsItsScaleWhileTorqueActs)
{
  activate({{"terms.friction", true}, {"friction.scale", 0.0}, {"friction.viscous", std::vector<double>(arm::JOINTS, 1.0)}},
    golden::STATES[0].q);
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    static_cast<void>(states_[arm::JOINTS + j]->set_value(1e-4 * arm::VELOCITY[j]));
  }
  update(50);
  expect_torque(golden::STATES[0].gravity);
  ASSERT_TRUE(controller_.get_node()->set_parameter({"friction.scale", 1.0}).successful);
  EXPECT_FALSE(controller_.get_node()->set_parameter({"friction.scale", 1.1}).successful);
  spin();
  update(50);
  arm::Numbers wanted = golden::STATES[0].gravity;
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    wanted[j] += 0.9 * 1e-4 * arm::VELOCITY[j];  // below the dead band only viscous friction
  }
  expect_torque(wanted);
}

TEST_F(ControllerTest, TheLowerLimitOfTheDescriptionCounts)
{
  activate({}, golden::STATES[0].q, 0.0, false, described("effort=\"[^\"]*\"", "effort=\"0.01\""));
  update(100);
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    EXPECT_LE(std::abs(torque(j)), 0.01);
  }
  EXPECT_EQ(std::abs(torque(1)), 0.01);
}

TEST_F(ControllerTest, TheDescriptionOfTheArmIsAcceptedAndThatOfAnotherRobotRefused)
{
  EXPECT_TRUE(configured(described("nothing of it", "")));
  const std::string heavy = described("<mass value=\"([0-9.]*)\"", "<mass value=\"9$1\"");
  EXPECT_TRUE(configured(heavy));  // the description is the arm
  EXPECT_TRUE(configured(heavy, {{"description_tolerance", std::vector<double>(arm::JOINTS, 1e6)}}));
  EXPECT_FALSE(configured("no description"));
  EXPECT_FALSE(configured(described("type=\"revolute\"", "type=\"fixed\"")));
}

TEST_F(ControllerTest, WithoutVelocitiesTheDisplacementGivesThem)
{
  with_description_ = false;
  const auto text = described("<state_interface name=\"velocity\"", "<state_interface name=\"other\"");
  ASSERT_EQ(
    init(
      {{"velocity_source", "position"}, {"mode", "feedforward"}, {"fade_in_time", 0.0}, {"state_timeout", 1.0}}, text),
    return_type::OK);
  ASSERT_EQ(controller_.configure().id(), State::PRIMARY_STATE_INACTIVE);
  controller_.export_reference_interfaces();
  assign();
  ASSERT_EQ(states_.size(), arm::JOINTS);
  auto q = golden::STATES[0].q;
  const auto place = [&]() {
      for (std::size_t j = 0; j < arm::JOINTS; ++j) {
        static_cast<void>(states_[j]->set_value(q[j]));
      }
    };
  place();
  ASSERT_EQ(controller_.get_node()->activate().id(), State::PRIMARY_STATE_ACTIVE);
  control_msgs::msg::JointTrajectoryControllerState shown;
  const auto node = std::make_shared<rclcpp::Node>("listener");
  const auto listener = node->create_subscription<control_msgs::msg::JointTrajectoryControllerState>(
    "/feedforward_controller/controller_state", 10,
    [&](const control_msgs::msg::JointTrajectoryControllerState & message) {shown = message;});
  executor_.add_node(node);
  const double speed = 0.05 * arm::VELOCITY[0] * (q[0] > 0.0 ? -1.0 : 1.0);
  for (int i = 0; i < 200 && (shown.feedback.velocities.empty() || i < 60); ++i) {
    q[0] += speed * 0.002;
    place();
    update(1);
    spin(1);
  }
  executor_.remove_node(node);
  ASSERT_EQ(shown.feedback.velocities.size(), arm::JOINTS);
  EXPECT_NEAR(shown.feedback.velocities[0], speed, 1e-6);
  EXPECT_EQ(shown.feedback.velocities[1], 0.0);
}

TEST_F(ControllerTest, HardwareWithoutAnInterfaceThatIsNeededIsRefused)
{
  const auto accepted = [](const std::string & description, const std::string & policy) {
      return configured(description, {{"contact_policy", policy}});
    };
  EXPECT_FALSE(accepted(described("<command_interface name=\"effort\"", "<command_interface name=\"other\""), "none"));
  EXPECT_FALSE(accepted(described("<state_interface name=\"velocity\"", "<state_interface name=\"other\""), "none"));
  const auto without = described("<state_interface name=\"effort\"", "<state_interface name=\"other\"");
  EXPECT_TRUE(accepted(without, "none"));
  EXPECT_FALSE(accepted(without, "report"));
  EXPECT_TRUE(accepted(mock_description(), "report"));
}

TEST_F(ControllerTest, AJointThatNoHardwareDrivesIsRefused)
{
  testing::internal::CaptureStderr();
  init({}, std::regex_replace(
      mock_description(), std::regex("<command_interface[^]*?</command_interface>"), "",
      std::regex_constants::format_first_only));
  EXPECT_NE(controller_.configure().id(), State::PRIMARY_STATE_INACTIVE);
  EXPECT_THAT(
    testing::internal::GetCapturedStderr(), testing::HasSubstr("has no command interface effort in <ros2_control>"));
}

TEST_F(ControllerTest, WhereBrakesAreLeftOpenItIsNotConfigured)
{
  EXPECT_EQ(init({{"brakes", ""}}), return_type::OK);
  EXPECT_NE(controller_.configure().id(), State::PRIMARY_STATE_INACTIVE);
}

TEST_F(ControllerTest, BrakesOfOursOpenOnceTheTorqueHoldsTheArm)
{
  activate({{"brakes", "ours"}, {"brake_release_time", 0.05}}, golden::STATES[0].q, 0.2);
  update(5);
  expect_torque(golden::STATES[0].gravity);  // before the fade
  spin(4);
  const auto requests = std::make_shared<std::vector<bool>>();
  const auto node = std::make_shared<rclcpp::Node>("brakes");
  const auto subscription = node->create_subscription<std_msgs::msg::Bool>(
    "/feedforward_controller/brake", rclcpp::QoS(1).reliable().transient_local(),
    [requests](const std_msgs::msg::Bool & message) {requests->push_back(message.data);});
  for (int i = 0; i < 200 && (requests->empty() || requests->back()); ++i) {
    update(1);
    spin(1);
    rclcpp::spin_some(node);
  }
  ASSERT_FALSE(requests->empty());
  EXPECT_FALSE(requests->back());
  expect_torque(golden::STATES[0].gravity);
}

TEST_F(ControllerTest, ALimitBelowTheGravityLoadIsRefused)
{
  ASSERT_EQ(init({{"brakes", "ours"}, {"torque_limit_scale", 0.001}}), return_type::OK);
  ASSERT_EQ(controller_.configure().id(), State::PRIMARY_STATE_INACTIVE);
  assign();
  set(golden::STATES[0].q);
  EXPECT_EQ(controller_.get_node()->activate().id(), State::PRIMARY_STATE_INACTIVE);
}

TEST_F(ControllerTest, AfterAFaultTheFallbackIsCalledWhenTheTorqueHasEnded)
{
  activate({{"error_after_fault", true}, {"hold_time", 0.0}, {"fade_out_time", 0.05}}, golden::STATES[0].q);
  update(50);
  static_cast<void>(states_[arm::JOINTS]->set_value(100.0 * arm::VELOCITY[0]));  // overspeed
  auto result = return_type::OK;
  for (int i = 0; i < 5000 && result == return_type::OK; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    time_ += rclcpp::Duration::from_seconds(0.002);
    result = controller_.update(time_, rclcpp::Duration::from_seconds(0.002));
  }
  EXPECT_EQ(result, return_type::ERROR);
  expect_torque(arm::Numbers{});
}
