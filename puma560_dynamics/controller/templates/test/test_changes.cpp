// Payload, gravity, friction, terms and limits: from parameters and the robot description, also while torque acts.
#include "fixture.hpp"
#include "payload.hpp"

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

std::string description_with(const std::string & limits)
{
  std::string text = "<robot name='it'><link name='world'/>";
  std::string before = "world";
  const std::string names[] = {@quoted_joints@};
  for (const auto & joint : names) {
    text += "<link name='" + joint + "_link'/><joint name='" + joint + "' type='revolute'><parent link='" + before +
      "'/><child link='" + joint + "_link'/><axis xyz='0 0 1'/><limit " + limits + "/></joint>";
    before = joint + "_link";
  }
  return text + "</robot>";
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
  // The parameters that are left over are of no load: a whole one can follow.
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
  // One parameter after another, there would be a load in between that the arm does not carry.
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
    wanted[j] += 0.9 * 1e-4 * arm::VELOCITY[j];  // below the dead band viscous friction alone
  }
  expect_torque(wanted);
}

TEST_F(ControllerTest, TheLowerLimitOfTheDescriptionCounts)
{
  activate({}, golden::STATES[0].q, 0.0, false, description_with("lower='-99' upper='99' velocity='99' effort='0.01'"));
  update(100);
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    EXPECT_LE(std::abs(torque(j)), 0.01);
  }
  EXPECT_EQ(std::abs(torque(1)), 0.01);
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
