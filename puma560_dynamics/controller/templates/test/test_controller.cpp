// Tests of torques against golden vectors, of faults, and of refused input.
#include <atomic>
#include <functional>
#include <limits>

#include "control_msgs/msg/joint_trajectory_controller_state.hpp"
#include "diagnostic_msgs/msg/diagnostic_array.hpp"
#include "diagnostic_msgs/msg/diagnostic_status.hpp"
#include "fixture.hpp"
#include "pluginlib/class_loader.hpp"

TEST_F(ControllerTest, WithoutAModelARobotDescriptionIsNeeded)
{
  with_description_ = false;
  ASSERT_EQ(init({}), return_type::OK);
  EXPECT_NE(controller_.configure().id(), State::PRIMARY_STATE_INACTIVE);
}

TEST_F(ControllerTest, AModelThatIsNotInstalledIsRefused)
{
  ASSERT_EQ(init({{"model", "no_such_model/Model"}}), return_type::OK);
  EXPECT_NE(controller_.configure().id(), State::PRIMARY_STATE_INACTIVE);
}

TEST_F(ControllerTest, TheRecursiveEquationsCanBeNamed)
{
  activate({{"mode", "gravity"}, {"model", "newton_euler"}}, golden::STATES[0].q);
  update(100);
  expect_torque(golden::STATES[0].gravity);
}

TEST_F(ControllerTest, GravityIsTheGoldenTorque)
{
  activate({{"mode", "gravity"}}, golden::STATES[0].q);
  update(100);
  expect_torque(golden::STATES[0].gravity);
}

TEST_F(ControllerTest, TheStateOfTheControllerHasReferenceErrorAndOutput)
{
  activate({{"mode", "computed_torque"}}, golden::STATES[0].q, 0.0, true);
  control_msgs::msg::JointTrajectoryControllerState shown;
  const auto node = std::make_shared<rclcpp::Node>("listener");
  const auto listener = node->create_subscription<control_msgs::msg::JointTrajectoryControllerState>(
    "/feedforward_controller/controller_state", 10,
    [&](const control_msgs::msg::JointTrajectoryControllerState & message) {shown = message;});
  executor_.add_node(node);
  for (int i = 0; i < 50 && shown.reference.positions.empty(); ++i) {
    lead(1e-3);
    update(1);
    spin(10);
  }
  executor_.remove_node(node);
  ASSERT_EQ(shown.joint_names.size(), arm::JOINTS);
  ASSERT_EQ(shown.reference.positions.size(), arm::JOINTS);
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    EXPECT_EQ(shown.feedback.positions[j], golden::STATES[0].q[j]);
    EXPECT_NEAR(shown.error.positions[j], 1e-3, 1e-12);
  }
  EXPECT_EQ(shown.output.effort.size(), arm::JOINTS);
  EXPECT_TRUE(shown.feedback.effort.empty());  // it is not read without a contact_policy
}

TEST_F(ControllerTest, TheModelGivesEveryGoldenTorque)
{
  const double most = *std::max_element(arm::MAXIMUM_TORQUE.begin(), arm::MAXIMUM_TORQUE.end());
  for (const auto & state : golden::STATES) {
    const auto torque = gravity_of(state.q);
    for (std::size_t j = 0; j < arm::JOINTS; ++j) {
      EXPECT_NEAR(torque[j], state.gravity[j], 1e-9 * most);
    }
  }
}

TEST_F(ControllerTest, ComputedTorqueAtItsReferenceIsGravity)
{
  activate({{"mode", "computed_torque"}}, golden::STATES[0].q, 0.0, true);
  for (int i = 0; i < 100; ++i) {
    lead();
    update(1);
  }
  expect_torque(golden::STATES[0].gravity);
}

class ReportTest : public ControllerTest
{
protected:
  // Run until the message of the diagnostics begins with `wanted`, or for 50 rounds; return the last diagnostics of the torque.
  diagnostic_msgs::msg::DiagnosticStatus listen(const std::string & wanted, const std::function<void()> & round)
  {
    diagnostic_msgs::msg::DiagnosticStatus shown;
    const auto node = std::make_shared<rclcpp::Node>("listener");
    const auto listener = node->create_subscription<diagnostic_msgs::msg::DiagnosticArray>(
      "/diagnostics", 10, [&](const diagnostic_msgs::msg::DiagnosticArray & message) {
        for (const auto & status : message.status) {
          shown = status.name == "feedforward_controller: torque" ? status : shown;
        }
      });
    executor_.add_node(node);
    for (int i = 0; i < 50 && shown.message.rfind(wanted, 0) != 0; ++i) {
      round();
      spin(10);
    }
    executor_.remove_node(node);
    return shown;
  }

  // Expect this message of the diagnostics in `mode` with references.
  void expect_report(const std::string & mode, const std::string & wanted)
  {
    activate({{"mode", mode}, {"terms.friction", false}}, golden::STATES[0].q, 0.0, true);
    const auto shown = listen(wanted, [this]() {lead(); update(1);});
    std::string shown_mode;
    for (const auto & pair : shown.values) {
      shown_mode = pair.key == "mode" ? pair.value : shown_mode;
    }
    EXPECT_EQ(shown.message, wanted);
    EXPECT_EQ(shown_mode, mode);
  }
};

TEST_F(ReportTest, WhyTheControllerIsNotConfigured)
{
  with_description_ = false;
  ASSERT_EQ(init({}), return_type::OK);
  EXPECT_EQ(listen("not configured", []() {}).message, "not configured");
  EXPECT_NE(controller_.configure().id(), State::PRIMARY_STATE_INACTIVE);
  const std::string wanted = "not configured: no robot description";
  const auto shown = listen(wanted, []() {});
  EXPECT_THAT(shown.message, testing::StartsWith(wanted));
  EXPECT_EQ(shown.level, diagnostic_msgs::msg::DiagnosticStatus::ERROR);
}

// The node's thread and the life cycle are different threads of the controller manager. Diagnostics contain a parameter, so
// they wait while parameters change.
TEST_F(ReportTest, ACleanUpWaitsForDiagnosticsThatAreInWork)
{
  ASSERT_EQ(init({{"publish_rate", 1000.0}}), return_type::OK);
  const auto node = controller_.get_node();
  ASSERT_EQ(controller_.configure().id(), State::PRIMARY_STATE_INACTIVE);
  std::atomic<bool> go_on{false}, cleaned{false};
  const auto slow = node->add_on_set_parameters_callback([&](const std::vector<rclcpp::Parameter> &) {
        while (!go_on) {
          std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return rcl_interfaces::msg::SetParametersResult().set__successful(true);
      });
  executor_.add_node(node->get_node_base_interface());
  std::thread parameters([&]() {node->set_parameter({"terms.gravity", false});});
  std::thread nodes_thread([this]() {executor_.spin();});
  std::this_thread::sleep_for(std::chrono::seconds(4));  // diagnostics are due every second
  std::thread life_cycle([&]() {
      EXPECT_EQ(node->cleanup().id(), State::PRIMARY_STATE_UNCONFIGURED);
      cleaned = true;
    });
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  EXPECT_FALSE(cleaned);
  go_on = true;
  life_cycle.join();
  parameters.join();
  executor_.cancel();
  nodes_thread.join();
}

TEST_F(ReportTest, OfSeveralPublishersNoneIsFollowed)
{
  activate({{"mode", "computed_torque"}, {"acceleration_limit", std::vector<double>(arm::JOINTS, 1e3)}},
    golden::STATES[0].q);
  const auto node = std::make_shared<rclcpp::Node>("references");
  std::vector<rclcpp::Publisher<trajectory_msgs::msg::JointTrajectory>::SharedPtr> publishers;
  for (int k = 0; k < 2; ++k) {
    publishers.push_back(
      node->create_publisher<trajectory_msgs::msg::JointTrajectory>(
        "/feedforward_controller/reference", rclcpp::QoS(10).reliable()));
  }
  for (int i = 0; i < 500 && (publishers[0]->get_subscription_count() == 0 ||
    publishers[1]->get_subscription_count() == 0); ++i)
  {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  auto message = reference();
  const auto round = [&]() {
      message.header.stamp = time_;
      publishers[0]->publish(message);
      spin(2);
      update(2);
    };
  update(20);
  const std::string wanted = "reference: 2 publishers of /feedforward_controller/reference; expected one";
  const auto shown = listen(wanted, round);
  EXPECT_THAT(shown.message, testing::StartsWith(wanted));
  EXPECT_EQ(shown.level, diagnostic_msgs::msg::DiagnosticStatus::WARN);
  EXPECT_FALSE(beyond_gravity());
  publishers.pop_back();
  for (int i = 0; i < 500 && !beyond_gravity(); ++i) {
    round();
  }
  EXPECT_TRUE(beyond_gravity());
}

TEST_F(ReportTest, ComputedTorqueFollowsTheReference) {expect_report("computed_torque", "torque follows the reference");}

TEST_F(ReportTest, GravityUsesNoReference)
{
  expect_report("gravity", "no active term uses the reference: torque for what is measured");
}

// ros2_control restarts a chained controller within a cycle when its preceding controller comes or goes.
TEST_F(ControllerTest, AMovingArmIsBrakedWhereTheControllerBeforeItGoes)
{
  activate({{"mode", "computed_torque"}}, golden::STATES[0].q, 0.0, true);
  auto q = golden::STATES[0].q;
  const auto speed = [](std::size_t j) {return 0.02 * arm::VELOCITY[j] * (golden::STATES[0].q[j] > 0.0 ? -1.0 : 1.0);};
  const auto move = [&](bool led) {
      for (std::size_t j = 0; j < arm::JOINTS; ++j) {
        q[j] += speed(j) * 0.002;
        static_cast<void>(states_[j]->set_value(q[j]));
        static_cast<void>(states_[arm::JOINTS + j]->set_value(speed(j)));
        auto & all = controller_.ordered_exported_reference_interfaces_;
        static_cast<void>(all[j]->set_value(led ? q[j] : NAN));
        static_cast<void>(all[arm::JOINTS + j]->set_value(led ? speed(j) : NAN));
        static_cast<void>(all[2 * arm::JOINTS + j]->set_value(led ? 0.0 : NAN));
      }
      update(1);
    };
  for (int i = 0; i < 50; ++i) {
    move(true);
  }
  std::vector<double> before;
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    before.push_back(torque(j));
  }
  controller_.get_node()->deactivate();
  EXPECT_EQ(torque(1), 0.0);
  ASSERT_TRUE(controller_.set_chained_mode(false));
  ASSERT_EQ(controller_.get_node()->activate().id(), State::PRIMARY_STATE_ACTIVE);
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    EXPECT_EQ(torque(j), before[j]) << "the hardware gets no zero in between";
  }
  for (int i = 0; i < 50; ++i) {
    move(false);
  }
  const auto gravity = gravity_of(q);
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    EXPECT_LT((torque(j) - gravity[j]) * speed(j), 0.0) << "joint " << j;
  }
  // At rest the torque is that of the pose, and the gate is open.
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    static_cast<void>(states_[arm::JOINTS + j]->set_value(0.0));
  }
  update(350);
  expect_torque(gravity);
}

TEST_F(ControllerTest, AFaultStaysOverARestartWithinACycle)
{
  activate({{"hold_time", 0.0}, {"fade_out_time", 0.05}}, golden::STATES[0].q, 0.0, true);
  update(50);
  static_cast<void>(states_[arm::JOINTS]->set_value(100.0 * arm::VELOCITY[0]));  // overspeed
  update(200);
  expect_torque(arm::Numbers{});
  static_cast<void>(states_[arm::JOINTS]->set_value(0.0));
  controller_.get_node()->deactivate();
  ASSERT_TRUE(controller_.set_chained_mode(false));
  ASSERT_EQ(controller_.get_node()->activate().id(), State::PRIMARY_STATE_ACTIVE);
  update(200);
  expect_torque(arm::Numbers{});
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

TEST_F(ControllerTest, AReferenceOfTheTopicIsFollowedAndTimesOut)
{
  activate({{"mode", "computed_torque"}, {"reference_timeout", 0.1}, {"hold_time", 0.05}, {"fade_out_time", 0.05},
      {"acceleration_limit", std::vector<double>(arm::JOINTS, 1e3)}}, golden::STATES[0].q);
  const auto node = std::make_shared<rclcpp::Node>("references");
  const auto references = node->create_publisher<trajectory_msgs::msg::JointTrajectory>(
    "/feedforward_controller/reference", rclcpp::QoS(10).reliable());
  for (int i = 0; i < 500 && references->get_subscription_count() == 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  auto message = reference();
  update(20);
  message.header.stamp.sec = -1;  // before the epoch
  references->publish(message);
  spin(2);
  update(2);
  for (int i = 0; i < 100 && !beyond_gravity(); ++i) {
    message.header.stamp = time_;
    references->publish(message);
    spin(2);
    update(2);
  }
  EXPECT_TRUE(beyond_gravity());  // the acceleration of the reference
  const auto ended = [this]() {
      return std::all_of(commands_.begin(), commands_.end(), [](const auto & each) {
        return each->get_optional().value_or(NAN) == 0.0;
      });
    };
  EXPECT_FALSE(ended());
  for (int i = 0; i < 2000 && !ended(); ++i) {  // lost in a motion: damping, zero
    update(1);
  }
  EXPECT_TRUE(ended());
}

TEST_F(ControllerTest, StatesThatPauseInAMotionAndGoOnAreNoJump)
{
  activate({}, golden::STATES[0].q);
  auto q = golden::STATES[0].q;
  const auto speed = [](std::size_t j) {return 0.3 * arm::VELOCITY[j] * (golden::STATES[0].q[j] > 0.0 ? -1.0 : 1.0);};
  const auto move = [&](double seconds) {
      for (std::size_t j = 0; j < arm::JOINTS; ++j) {
        q[j] += speed(j) * seconds;
        static_cast<void>(states_[j]->set_value(q[j]));
        static_cast<void>(states_[arm::JOINTS + j]->set_value(speed(j)));
      }
      update(1);
    };
  for (int i = 0; i < 10; ++i) {
    move(0.002);
  }
  update(20);
  move(0.042);  // one cycle would allow a twentieth of it
  for (int i = 0; i < 10; ++i) {
    move(0.002);
  }
  expect_torque(gravity_of(q));
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

// Without a number in the state interfaces, a contact could not be noticed.
TEST_F(ControllerTest, WithoutMeasuredEffortsNoTorqueBeginsWhereContactsEndIt)
{
  ASSERT_EQ(init({{"contact_policy", "stop"}}), return_type::OK);
  ASSERT_EQ(controller_.configure().id(), State::PRIMARY_STATE_INACTIVE);
  controller_.export_reference_interfaces();
  ASSERT_TRUE(controller_.set_chained_mode(false));
  assign();
  ASSERT_EQ(states_.size(), 3 * arm::JOINTS);
  set(golden::STATES[0].q);
  set_effort(arm::Numbers{});
  static_cast<void>(states_[2 * arm::JOINTS]->set_value(double{NAN}));
  EXPECT_NE(controller_.get_node()->activate().id(), State::PRIMARY_STATE_ACTIVE);
}

TEST_F(ControllerTest, AContactEndsTheTorque)
{
  auto effort = feel({{"contact_policy", "stop"}});
  effort[1] -= 3.0 * arm::MAXIMUM_TORQUE[1];
  set_effort(effort);
  update(150);
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    EXPECT_EQ(torque(j), 0.0) << "joint " << j;
  }
}

TEST_F(ControllerTest, AContactOfASlowArmBeginsHandGuidingWithThePolicyFloat)
{
  auto effort = feel(
    {{"contact_policy", "float"}, {"hand_guiding.enabled", true}, {"hand_guiding.limit_margin", 0.0}});
  std::vector<diagnostic_msgs::msg::DiagnosticArray> heard;
  const auto contacts = controller_.get_node()->create_subscription<diagnostic_msgs::msg::DiagnosticArray>(
    "~/contacts", rclcpp::QoS(10), [&heard](const diagnostic_msgs::msg::DiagnosticArray & message) {
      heard.push_back(message);
    });
  std::vector<geometry_msgs::msg::WrenchStamped> felt;
  const auto wrenches = controller_.get_node()->create_subscription<geometry_msgs::msg::WrenchStamped>(
    "~/external_wrench", rclcpp::QoS(10), [&felt](const geometry_msgs::msg::WrenchStamped & message) {
      felt.push_back(message);
    });
  effort[1] -= 3.0 * arm::MAXIMUM_TORQUE[1];
  set_effort(effort);
  update(150);
  expect_torque(golden::STATES[0].gravity);
  spin();
  ASSERT_EQ(heard.size(), 1u);
  const std::vector<std::string> keys{"state", "joints", "torque_Nm", "band_Nm", "confidence", "standing"};
  const auto & values = heard[0].status.at(0).values;
  ASSERT_EQ(values.size(), keys.size());
  for (std::size_t k = 0; k < keys.size(); ++k) {
    EXPECT_EQ(values[k].key, keys[k]);
  }
  EXPECT_EQ(values[0].value, "began");
  const auto second = controller_.command_interface_configuration().names[1];
  EXPECT_NE(values[1].value.find(second.substr(0, second.rfind('/'))), std::string::npos);
  update(150);
  spin();
  ASSERT_FALSE(felt.empty());
  EXPECT_EQ(felt.back().header.frame_id, arm::TIP);
  const auto & force = felt.back().wrench.force;
  EXPECT_GT(std::hypot(force.x, force.y, force.z), 1.0);
  // The parameter has this value all the time; choosing it ends the floating, so that the next contact counts again.
  const auto chosen = controller_.get_node()->set_parameter(rclcpp::Parameter("mode", std::string("gravity")));
  EXPECT_TRUE(chosen.successful) << chosen.reason;
  // Without efforts there is no new estimate, and the last one is not published again.
  effort.fill(NAN);
  set_effort(effort);
  update(30);
  spin();
  const auto count = felt.size();
  update(30);
  spin();
  EXPECT_EQ(felt.size(), count);
}
