#include "feedforward_controller.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "pluginlib/class_list_macros.hpp"
#include "settings.hpp"

namespace @package@
{

namespace
{

constexpr const char * REFERENCES[] = {"position", "velocity", "acceleration", "effort"};
constexpr double NO_NUMBER = std::numeric_limits<double>::quiet_NaN();

// Steady time: neither simulated nor adjusted.
double steady()
{
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template<typename Interface>
double value_of(const Interface & handle)
{
  const auto value = handle.get_optional();
  return value ? *value : NO_NUMBER;
}

}  // namespace

controller_interface::CallbackReturn FeedforwardController::on_init()
{
  try {
    listener_ = std::make_shared<ParamListener>(get_node());
    params_ = listener_->get_params();
  } catch (const std::exception & error) {
    RCLCPP_ERROR(get_node()->get_logger(), "%s", error.what());
    return CallbackReturn::ERROR;
  }
  return CallbackReturn::SUCCESS;
}

controller_interface::CallbackReturn FeedforwardController::on_configure(const rclcpp_lifecycle::State &)
{
  const auto logger = get_node()->get_logger();
  if (!arm::selftest()) {
    RCLCPP_ERROR(logger, "the compiled model of @arm@ fails its self-test on this machine; build the package again "
      "without options that change floating point");
    return CallbackReturn::FAILURE;
  }
  try {
    params_ = listener_->get_params();
    settings_ = settings_of(params_, get_robot_description());
  } catch (const std::exception & error) {
    RCLCPP_ERROR(logger, "%s", error.what());
    return CallbackReturn::FAILURE;
  }
  const auto model = arm::model();
  if (const char * wrong = torque_core_check(&model, &settings_)) {
    RCLCPP_ERROR(logger, "%s", wrong);
    return CallbackReturn::FAILURE;
  }
  core_.reset(torque_core_create(&model, &settings_));
  if (!core_) {
    RCLCPP_ERROR(logger, "not enough memory for the torque core");
    return CallbackReturn::FAILURE;
  }
  terms_ = terms_in_use_ = settings_.terms;
  changed_ = params_;
  report_ = std::make_unique<Report>(*get_node(), params_.joints, params_.publish_rate);
  references_ = get_node()->create_subscription<trajectory_msgs::msg::JointTrajectory>(
    "~/reference", rclcpp::QoS(10).best_effort(),
    [this](const trajectory_msgs::msg::JointTrajectory & message) {take_reference(message);});
  fade_out_service_ = get_node()->create_service<std_srvs::srv::Trigger>(
    "~/fade_out", [this](
      const std_srvs::srv::Trigger::Request::SharedPtr, std_srvs::srv::Trigger::Response::SharedPtr answer) {
      fade_out_ = true;
      answer->success = true;
      answer->message = "the torque fades out; deactivate when diagnostics show gate: closed";
    });
  reset_service_ = get_node()->create_service<std_srvs::srv::Trigger>(
    "~/reset", [this](
      const std_srvs::srv::Trigger::Request::SharedPtr, std_srvs::srv::Trigger::Response::SharedPtr answer) {
      const auto & status = report_->shown().status;
      answer->success = status.state == TORQUE_CORE_CLOSED && !status.pending;
      answer->message = answer->success ? "the torque fades in" :
        "expected gate: closed; the torque has not come to its end, or the controller is not active";
      reset_ = answer->success;
    });
  // Terms may change at run time; looked at here and not in update(), for it copies texts.
  changes_ = get_node()->create_wall_timer(
    std::chrono::milliseconds(100), [this]() {
      if (listener_->is_old(changed_)) {
        changed_ = listener_->get_params();
        terms_ = terms_of(changed_);
      }
    });
  RCLCPP_INFO(
    logger, "model of @arm@ (parameters %s) passed its self-test; mode %s", arm::DIGEST, params_.mode.c_str());
  return CallbackReturn::SUCCESS;
}

controller_interface::InterfaceConfiguration FeedforwardController::command_interface_configuration() const
{
  controller_interface::InterfaceConfiguration found;
  found.type = controller_interface::interface_configuration_type::INDIVIDUAL;
  for (const auto & joint : params_.joints) {
    found.names.push_back(joint + "/effort");
  }
  return found;
}

controller_interface::InterfaceConfiguration FeedforwardController::state_interface_configuration() const
{
  controller_interface::InterfaceConfiguration found;
  found.type = controller_interface::interface_configuration_type::INDIVIDUAL;
  for (const char * interface : {"position", "velocity"}) {
    for (const auto & joint : params_.joints) {
      found.names.push_back(joint + "/" + interface);
    }
  }
  return found;
}

std::vector<hardware_interface::CommandInterface::SharedPtr>
FeedforwardController::on_export_reference_interfaces_list()
{
  std::vector<hardware_interface::CommandInterface::SharedPtr> found;
  for (const char * interface : REFERENCES) {
    for (const auto & joint : params_.joints) {
      found.push_back(std::make_shared<hardware_interface::CommandInterface>(
          std::string(get_node()->get_name()) + "/" + joint, interface));
      static_cast<void>(found.back()->set_value(NO_NUMBER));
    }
  }
  return found;
}

controller_interface::CallbackReturn FeedforwardController::on_activate(const rclcpp_lifecycle::State &)
{
  const double now = steady();
  // What another controller left in the interfaces acts: the torque begins there, and without a step. So it does where
  // a controller before this one came or went: ros2_control starts this one anew within a cycle.
  const bool anew = now - ended_ < 2.0 / std::max(get_update_rate(), 1U);
  double acting[arm::JOINTS];
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    const double left = anew ? torque_[j] : value_of(command_interfaces_[j]);
    acting[j] = std::isfinite(left) ? left : 0.0;
  }
  const auto model = arm::model();
  core_.reset(torque_core_create(&model, &settings_));
  if (!core_) {
    return CallbackReturn::ERROR;
  }
  terms_in_use_ = settings_.terms;
  fade_out_ = reset_ = false;
  refused_references_ = 0;
  Given unused;
  given_.read(unused, given_turn_);  // of before the activation
  for (auto & reference : ordered_exported_reference_interfaces_) {
    static_cast<void>(reference->set_value(NO_NUMBER));
  }
  torque_core_acting(core_.get(), now, acting);
  torque_core_activate(core_.get(), now);
  next_report_ = now;
  report_->begin(true);
  return CallbackReturn::SUCCESS;
}

controller_interface::CallbackReturn FeedforwardController::on_deactivate(const rclcpp_lifecycle::State &)
{
  torque_core_torque(core_.get(), torque_);
  ended_ = steady();
  write_zero();  // in one step: call ~/fade_out before, and wait
  report_->begin(false);
  return CallbackReturn::SUCCESS;
}

controller_interface::CallbackReturn FeedforwardController::on_cleanup(const rclcpp_lifecycle::State &)
{
  changes_.reset();
  references_.reset();
  fade_out_service_.reset();
  reset_service_.reset();
  report_.reset();
  core_.reset();
  return CallbackReturn::SUCCESS;
}

controller_interface::CallbackReturn FeedforwardController::on_error(const rclcpp_lifecycle::State & previous)
{
  write_zero();
  return on_cleanup(previous);
}

void FeedforwardController::write_zero()
{
  for (auto & command : command_interfaces_) {
    static_cast<void>(command.set_value(0.0));
  }
}

// Of the node's thread: one point with every joint by its name; what is incomplete is not used.
void FeedforwardController::take_reference(const trajectory_msgs::msg::JointTrajectory & message)
{
  const auto refuse = [this](const char * why) {
      RCLCPP_WARN_THROTTLE(
        get_node()->get_logger(), *get_node()->get_clock(), 1000, "reference: %s; it is not followed", why);
    };
  if (message.points.size() != 1) {
    return refuse("expected one point");
  }
  const auto & point = message.points[0];
  const auto named = message.joint_names.size();
  if (point.positions.size() != named || point.velocities.size() != named || point.accelerations.size() != named) {
    return refuse("expected a position, a velocity and an acceleration for each joint name");
  }
  Given given{};
  given.stamp = rclcpp::Time(message.header.stamp).seconds();
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    const auto & names = message.joint_names;
    const auto found = std::find(names.begin(), names.end(), params_.joints[j]);
    if (found == names.end() || std::find(found + 1, names.end(), params_.joints[j]) != names.end()) {
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
    refused_references_ += taken == TORQUE_CORE_SEND ? 0 : 1;
  }
  return controller_interface::return_type::OK;
}

// Chained references carry no stamp: they are of this cycle. What is not finite ends them.
void FeedforwardController::take_chained_reference(double now, double clock)
{
  Given given;
  bool complete = true;
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    const auto & all = ordered_exported_reference_interfaces_;
    given.position[j] = value_of(*all[j]);
    given.velocity[j] = value_of(*all[arm::JOINTS + j]);
    const double acceleration = value_of(*all[2 * arm::JOINTS + j]);
    given.acceleration[j] = std::isfinite(acceleration) ? acceleration : 0.0;
    complete = complete && std::isfinite(given.position[j]) && std::isfinite(given.velocity[j]);
    const double effort = value_of(*all[3 * arm::JOINTS + j]);
    added_[j] = std::isfinite(effort) ? effort : 0.0;
  }
  if (complete) {
    const int taken = torque_core_reference(
      core_.get(), now, clock, clock, given.position, given.velocity, given.acceleration);
    refused_references_ += taken == TORQUE_CORE_SEND ? 0 : 1;
  }
}

void FeedforwardController::obey_requests(double now)
{
  if (fade_out_.exchange(false, std::memory_order_relaxed)) {
    torque_core_deactivate(core_.get(), now);
  }
  if (reset_.exchange(false, std::memory_order_relaxed)) {
    torque_core_activate(core_.get(), now);
  }
  const std::uint32_t terms = terms_.load(std::memory_order_relaxed);
  if (terms != terms_in_use_ && torque_core_set_terms(core_.get(), terms) == TORQUE_CORE_SEND) {
    terms_in_use_ = terms;
  }
}

controller_interface::return_type FeedforwardController::update_and_write_commands(
  const rclcpp::Time & time, const rclcpp::Duration &)
{
  const double now = steady(), clock = time.seconds();
  obey_requests(now);
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    q_[j] = value_of(state_interfaces_[j]);
    qd_[j] = value_of(state_interfaces_[arm::JOINTS + j]);
  }
  if (is_in_chained_mode()) {
    take_chained_reference(now, clock);
  }
  const double * added = is_in_chained_mode() ? added_ : nullptr;
  const bool sent =
    torque_core_state(core_.get(), now, clock, clock, q_, qd_, added, torque_) == TORQUE_CORE_SEND ||
    torque_core_update(core_.get(), now, torque_) == TORQUE_CORE_SEND;
  for (std::size_t j = 0; sent && j < arm::JOINTS; ++j) {
    static_cast<void>(command_interfaces_[j].set_value(torque_[j]));
  }
  leave(time, now, sent);
  report_->durations().add(steady() - now);
  return controller_interface::return_type::OK;
}

// What others may look at, at the rate of the report.
void FeedforwardController::leave(const rclcpp::Time & time, double now, bool sent)
{
  if (now < next_report_) {
    return;
  }
  next_report_ = now + 1.0 / params_.publish_rate;
  torque_core_status(core_.get(), &shown_.status);
  shown_.terms = settings_.hardware_compensates_gravity ?
    terms_in_use_ & ~std::uint32_t{TORQUE_CORE_GRAVITY} : terms_in_use_;
  shown_.refused_references = refused_references_;
  shown_.stamp = time.nanoseconds();
  if (sent && report_->terms_wanted()) {
    torque_core_terms(core_.get(), shown_.each);
    torque_core_acceleration(core_.get(), shown_.qdd);
  }
  std::copy(q_, q_ + arm::JOINTS, shown_.q);
  std::copy(qd_, qd_ + arm::JOINTS, shown_.qd);
  torque_core_torque(core_.get(), shown_.torque);
  report_->leave(shown_);
}

}  // namespace @package@

PLUGINLIB_EXPORT_CLASS(@package@::FeedforwardController, controller_interface::ChainableControllerInterface)
