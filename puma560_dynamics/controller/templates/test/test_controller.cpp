// Torques against golden vectors, faults, and what the controller refuses.
#include <limits>

#include "fixture.hpp"
#include "pluginlib/class_loader.hpp"

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
