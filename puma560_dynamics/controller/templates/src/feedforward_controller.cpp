// Life cycle of the controller: checks before torque acts, activation and deactivation.
#include "feedforward_controller.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "chosen_arm.hpp"
#include "driver.hpp"
#include "effort_unit.hpp"
#include "hardware_check.hpp"
#include "interfaces.hpp"
#include "pluginlib/class_list_macros.hpp"
#include "settings.hpp"

namespace @package@
{

namespace
{

constexpr const char * REFERENCES[] = {"position", "velocity", "acceleration", "effort"};

}  // namespace

controller_interface::CallbackReturn FeedforwardController::on_init()
{
  try {
    declare_preset(*get_node());
    listener_ = std::make_shared<ParamListener>(get_node());
    params_ = changed_ = listener_->get_params();
    updater_ = std::make_unique<diagnostic_updater::Updater>(get_node());
    updater_->setHardwareID("none");
    updater_->add("torque", [this](diagnostic_updater::DiagnosticStatusWrapper & shown) {describe(shown);});
  } catch (const std::exception & error) {
    RCLCPP_ERROR(get_node()->get_logger(), "%s", error.what());
    return CallbackReturn::ERROR;
  }
  judge_ = get_node()->add_on_set_parameters_callback(
    [this](const std::vector<rclcpp::Parameter> & changes) {return judge(changes);});
  chosen_ = get_node()->add_post_set_parameters_callback(
    [this](const std::vector<rclcpp::Parameter> & changes) {take_chosen_mode(changes);});
  return CallbackReturn::SUCCESS;
}

void FeedforwardController::describe(diagnostic_updater::DiagnosticStatusWrapper & shown)
{
  using diagnostic_msgs::msg::DiagnosticStatus;
  const std::lock_guard<std::mutex> lock(configuration_);
  if (report_) {
    report_->describe(shown);
  } else if (refusal_.empty()) {
    shown.summary(DiagnosticStatus::OK, "not configured");
  } else {
    shown.summary(DiagnosticStatus::ERROR, "not configured: " + refusal_);
  }
}

void FeedforwardController::tick()
{
  bool due = false;
  {
    const std::lock_guard<std::mutex> lock(configuration_);
    due = report_ && report_->tick(1.5 * updater_->getPeriod().seconds());
  }
  if (due) {  // after the lock, because describe() takes it
    updater_->force_update();
  }
}

// Choose the arm and make the core, with the parameters of this moment. Return why they cannot be used, or ''.
std::string FeedforwardController::prepare()
{
  const auto logger = get_node()->get_logger();
  try {
    params_ = listener_->get_params();
    if (!plugins_) {
      plugins_ = std::make_unique<ModelPlugins>(logger);
    }
    arm_ = chosen_arm(*plugins_, params_, get_robot_description(), logger);
    names_ = joints_given(params_);
    names_ = names_.empty() ? arm_.joints : names_;
    n_ = names_.size();
    const Driver * driver = driver_of(params_.driver);
    if (driver != nullptr) {
      check_preset(*driver, *get_node());
      check_hardware(*driver, get_robot_description(), names_);
    }
    takes_position_ = driver != nullptr && driver->takes_position;
    from_positions_ = params_.velocity_source == "position";
    Needed needed{{"effort"}, {"position"}};
    if (!from_positions_) {
      needed.states.push_back("velocity");
    }
    if (takes_position_) {
      needed.commands.push_back("position");
    }
    if (params_.contact_policy != "none") {
      needed.states.push_back("effort");
    }
    check_interfaces(get_robot_description(), names_, needed);
    settings_ = settings_of(arm_, params_, get_robot_description());
    per_torque_ = effort_per_torque(arm_, params_);
  } catch (const std::exception & error) {
    return error.what();
  }
  const auto model = arm_.model();
  if (const char * wrong = torque_core_check(&model, &settings_)) {
    return wrong;
  }
  core_.reset(torque_core_create(&model, &settings_));
  if (!core_) {
    return "not enough memory for the torque core";
  }
  writing_ = Writing(n_, row_of(arm_.usual.motor_torque), per_torque_);
  base_ = base_mode(params_);
  mode_ = mode_in_use_ = settings_.mode;
  terms_ = terms_in_use_ = settings_.terms;
  friction_scale_ = friction_in_use_ = settings_.friction_scale;
  stiffness_ = stiffness_in_use_ = settings_.stiffness[0];
  damping_ = damping_in_use_ = settings_.damping[0];
  payload_.write(settings_.payload);
  return "";
}

controller_interface::CallbackReturn FeedforwardController::on_configure(const rclcpp_lifecycle::State &)
{
  const std::lock_guard<std::mutex> lock(configuration_);
  // This lock is not held in between, because the node's parameters have one of their own.
  const auto begin = [this](bool configuring, bool configured) {
      const std::lock_guard<std::mutex> change(changing_);
      configuring_ = configuring;
      configured_ = configured;
      changed_ = configured ? params_ : changed_;
    };
  begin(true, false);
  refusal_ = prepare();
  begin(false, refusal_.empty());
  if (!refusal_.empty()) {
    RCLCPP_ERROR(get_node()->get_logger(), "%s", refusal_.c_str());
    return CallbackReturn::FAILURE;
  }
  report_ = std::make_unique<Report>(
    *get_node(), arm_, names_, params_.publish_rate, params_.contact_policy == "none" ? 0.0 : params_.contact_bandwidth,
    params_.wrench_link, params_.frame_prefix);
  report_->payload_accepted(settings_.payload, true);
  references_ = get_node()->create_subscription<trajectory_msgs::msg::JointTrajectory>(
    "~/reference", rclcpp::QoS(10).best_effort(),
    [this](const trajectory_msgs::msg::JointTrajectory & message) {take_reference(message);});
  if (params_.brake_feedback) {
    brake_states_ = get_node()->create_subscription<std_msgs::msg::Bool>(
      "~/brake_state", rclcpp::QoS(1).reliable().transient_local(),
      [this](const std_msgs::msg::Bool & message) {brakes_closed_ = message.data ? 1 : 0;});
  }
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
      const std::lock_guard<std::mutex> guard(configuration_);
      const auto * status = report_ ? &report_->shown().status : nullptr;  // none: cleaned up as the call arrived
      answer->success = status != nullptr && status->state == TORQUE_CORE_CLOSED && !status->pending;
      answer->message = answer->success ? "the torque fades in" :
        "expected gate: closed; the torque has not come to its end, or the controller is not active";
      reset_ = answer->success;
    });
  // Read here and not in update(), because it copies strings.
  changes_ = get_node()->create_wall_timer(std::chrono::milliseconds(50), [this]() {take_changes();});
  // A steady clock: terms and diagnostics continue while simulated time stands still.
  ticks_ = get_node()->create_wall_timer(
    std::chrono::duration<double>(1.0 / params_.publish_rate), [this]() {tick();});
  RCLCPP_INFO(
    get_node()->get_logger(), "%s (parameters %s), %s; mode %s", arm_.name.c_str(), arm_.digest.c_str(),
    arm_.compiled ? ("model " + arm_.plugin).c_str() : "recursive Newton-Euler equations", params_.mode.c_str());
  return CallbackReturn::SUCCESS;
}

controller_interface::InterfaceConfiguration FeedforwardController::command_interface_configuration() const
{
  controller_interface::InterfaceConfiguration found;
  found.type = controller_interface::interface_configuration_type::INDIVIDUAL;
  for (const auto & joint : names_) {
    found.names.push_back(joint + "/effort");
  }
  for (const auto & joint : names_) {
    if (takes_position_) {
      found.names.push_back(joint + "/position");
    }
  }
  return found;
}

controller_interface::InterfaceConfiguration FeedforwardController::state_interface_configuration() const
{
  controller_interface::InterfaceConfiguration found;
  found.type = controller_interface::interface_configuration_type::INDIVIDUAL;
  for (const char * interface : {"position", "velocity", "effort"}) {
    const std::string name = interface;
    if ((name == "effort" && params_.contact_policy == "none") || (name == "velocity" && from_positions_)) {
      continue;
    }
    for (const auto & joint : names_) {
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
    for (const auto & joint : names_) {
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
  for (auto & reference : ordered_exported_reference_interfaces_) {
    static_cast<void>(reference->set_value(NO_NUMBER));
  }
  Given unused;
  given_.read(unused, given_turn_);  // sent before the activation
  if (core_ && now - ended_ < 2.0 / std::max(get_update_rate(), 1U)) {
    go_on();
    return CallbackReturn::SUCCESS;
  }
  // The value that another controller left in the interfaces still acts: the torque begins from it, without a step.
  double acting[MOST_JOINTS];
  for (std::size_t j = 0; j < n_; ++j) {
    const double left = value_of(command_interfaces_[j]) / per_torque_[j];
    acting[j] = std::isfinite(left) ? left : 0.0;
  }
  payload_.read(payload_in_use_, payload_turn_);
  torque_core_settings settings = settings_;
  settings.payload = payload_in_use_;
  mode_turn_in_use_ = mode_turn_.load(std::memory_order_acquire);  // first: a mode that is chosen now is not lost
  settings.mode = mode_.load(std::memory_order_relaxed);
  settings.terms = terms_in_use_ = terms_.load(std::memory_order_relaxed);
  settings.friction_scale = friction_in_use_ = friction_scale_.load(std::memory_order_relaxed);
  stiffness_in_use_ = stiffness_.load(std::memory_order_relaxed);
  damping_in_use_ = damping_.load(std::memory_order_relaxed);
  std::fill_n(settings.stiffness, n_, stiffness_in_use_);
  std::fill_n(settings.damping, n_, damping_in_use_);
  if (!core_ || torque_core_renew(core_.get(), &settings) != TORQUE_CORE_SEND) {
    return CallbackReturn::ERROR;
  }
  if (!holdable() || !efforts_measured()) {
    return CallbackReturn::FAILURE;
  }
  fade_out_ = reset_ = false;
  refused_references_ = 0;
  // The longest lateness is half of state_timeout: a later state is close to the fault of silence anyway.
  std::array<bool, MOST_JOINTS> round{};
  for (std::size_t j = 0; j < n_; ++j) {
    round[j] = torque_core_::continuous(arm_.usual.lower[j], arm_.usual.upper[j]);
  }
  velocities_ = PositionVelocity(n_, round);
  std::fill_n(qd_, n_, 0.0);
  times_ = StateTimes(n_, round, 1.0 / std::max(get_update_rate(), 1U), 0.5 * settings.state_timeout);
  updated_ = now;
  writing_.forget();
  brakes_in_use_ = -1;
  torque_core_acting(core_.get(), now, acting);
  torque_core_activate(core_.get(), now);
  next_report_ = now;
  report_->begin(true);
  return CallbackReturn::SUCCESS;
}

// Return whether the gravity load of the present pose is within the torque limits; otherwise the arm would fall.
bool FeedforwardController::holdable()
{
  double load[MOST_JOINTS] = {};
  read_states();
  for (std::size_t j = 0; j < n_; ++j) {
    if (params_.brakes == "supported" || !std::isfinite(q_[j])) {
      return true;  // a person holds the arm; or the first usable state decides
    }
  }
  torque_core_load(core_.get(), q_, load);
  std::string heavy;
  for (std::size_t j = 0; j < n_; ++j) {
    if (std::abs(load[j]) > settings_.maximum_torque[j]) {
      heavy += (heavy.empty() ? "" : ", ") + sentence(
        "%s %.3g of %.3g", names_[j].c_str(), load[j], settings_.maximum_torque[j]);
    }
  }
  if (!heavy.empty()) {
    RCLCPP_ERROR(
      get_node()->get_logger(), "not activated: the gravity load of the pose exceeds the torque limit, N m: %s; raise "
      "torque_limit_scale, or let a person hold the arm (brakes: supported)", heavy.c_str());
  }
  return heavy.empty();
}

// Return whether every joint has a measured effort, if contacts are to end the torque.
bool FeedforwardController::efforts_measured()
{
  if (params_.contact_policy != "stop" && params_.contact_policy != "float") {
    return true;
  }
  read_states();
  std::string missing;
  for (std::size_t j = 0; j < n_; ++j) {
    if (!std::isfinite(effort_[j])) {
      missing += (missing.empty() ? "" : ", ") + names_[j];
    }
  }
  if (!missing.empty()) {
    RCLCPP_ERROR(
      get_node()->get_logger(), "not activated: contact_policy: %s needs measured efforts, and the state interface "
      "effort has no number at %s; use hardware that measures effort, or another contact_policy",
      params_.contact_policy.c_str(), missing.c_str());
  }
  return missing.empty();
}

// Continue after a restart within a cycle, because a preceding controller came or went: the torque continues, and the zero
// of the deactivation is overwritten. It is unknown why the preceding controller is gone: a moving arm is brought to rest.
void FeedforwardController::go_on()
{
  torque_core_resume(core_.get(), led_ && !is_in_chained_mode());
  torque_core_status_t status{};
  torque_core_status(core_.get(), &status);
  if (!status.quiet) {
    writing_.write(command_interfaces_, torque_, steady());
  }
  report_->begin(true);
}

controller_interface::CallbackReturn FeedforwardController::on_deactivate(const rclcpp_lifecycle::State &)
{
  led_ = is_in_chained_mode();
  reference_moves_.store(false, std::memory_order_relaxed);
  torque_core_torque(core_.get(), torque_);
  ended_ = steady();
  const bool written = write_zero();  // in one step: to avoid it, call ~/fade_out first and wait
  report_->begin(false);
  return written ? CallbackReturn::SUCCESS : CallbackReturn::ERROR;
}

controller_interface::CallbackReturn FeedforwardController::on_cleanup(const rclcpp_lifecycle::State &)
{
  const std::lock_guard<std::mutex> lock(configuration_);
  const std::lock_guard<std::mutex> change(changing_);
  changes_.reset();
  ticks_.reset();
  references_.reset();
  brake_states_.reset();
  fade_out_service_.reset();
  reset_service_.reset();
  configured_ = false;
  report_.reset();
  core_.reset();
  return CallbackReturn::SUCCESS;
}

controller_interface::CallbackReturn FeedforwardController::on_error(const rclcpp_lifecycle::State & previous)
{
  write_zero();
  return on_cleanup(previous);
}

// Write zero torque, repeatedly if an interface is busy; return whether it was written. Positions are kept.
bool FeedforwardController::write_zero()
{
  bool written = command_interfaces_.empty();
  for (int attempt = 0; attempt < 100 && !written; ++attempt) {
    written = true;
    for (std::size_t j = 0; j < n_; ++j) {
      written = command_interfaces_[j].set_value(0.0) && written;
    }
  }
  if (!written) {
    RCLCPP_ERROR(get_node()->get_logger(), "zero could not be written: the hardware may hold the last torque");
  }
  return written;
}

}  // namespace @package@

PLUGINLIB_EXPORT_CLASS(@package@::FeedforwardController, controller_interface::ChainableControllerInterface)
