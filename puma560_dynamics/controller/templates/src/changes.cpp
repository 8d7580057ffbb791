// Parameter changes while torque acts: mode, terms, friction, gains, payload.
#include "feedforward_controller.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>

#include "driver.hpp"
#include "settings.hpp"

namespace @package@
{

namespace
{

// Parameters that may change while the controller is configured. The others act when it is configured.
constexpr const char * CHANGEABLE[] = {
  @changeable@};

bool may_change(const std::string & name)
{
  return std::any_of(std::begin(CHANGEABLE), std::end(CHANGEABLE), [&name](const char * each) {return name == each;});
}

// Parameters of diagnostic_updater, which reads them once.
bool acts_when_loaded(const std::string & name) {return name.rfind("diagnostic_updater.", 0) == 0;}

// Return whether a parameter has NaN, which the check of its bounds does not refuse.
bool has_nan(const rclcpp::Parameter & given)
{
  const auto type = given.get_type();
  const auto numbers = type == rclcpp::ParameterType::PARAMETER_DOUBLE_ARRAY ? given.as_double_array() :
    std::vector<double>(1, type == rclcpp::ParameterType::PARAMETER_DOUBLE ? given.as_double() : 0.0);
  return std::any_of(numbers.begin(), numbers.end(), [](double each) {return std::isnan(each);});
}

}  // namespace

// Check all changes of one call before they are applied; refuse them with the reason.
rcl_interfaces::msg::SetParametersResult FeedforwardController::judge(const std::vector<rclcpp::Parameter> & changes)
{
  const std::lock_guard<std::mutex> lock(changing_);
  rcl_interfaces::msg::SetParametersResult result;
  if (configuring_) {  // the parameters were read already
    result.reason = "the controller is being configured; set the parameter again when it is";
    result.successful = false;
    return result;
  }
  try {
    auto given = changed_;
    if (listener_->is_old(changed_)) {
      given = listener_->get_params();
    }
    const Driver * driver = driver_of(given.driver);
    for (const auto & each : changes) {
      if (const char * wrong = driver == nullptr ? nullptr : refusal(*driver, each)) {
        result.reason = wrong;
      }
    }
    const rclcpp::Parameter * mode = nullptr;
    for (const auto & each : changes) {
      mode = each.get_name() == "mode" ? &each : mode;
      if (has_nan(each)) {
        result.reason = each.get_name() + ": expected a number, got NaN; the parameter stays as it is";
      } else if (is_other_driver(each, given.driver) || acts_when_loaded(each.get_name())) {
        result.reason = each.get_name() + " acts when the controller is loaded; unload the controller and load it with the "
          "other value";
      } else if (configured_ && !may_change(each.get_name()) && each != get_node()->get_parameter(each.get_name())) {
        result.reason = each.get_name() + " acts when the controller is configured; deactivate it, clean it up, set the "
          "parameter and configure it again";
      }
    }
    if (mode != nullptr && configured_ && result.reason.empty()) {
      const auto wanted = mode->as_string();
      const bool guides = wanted == "hand_guiding", guided = mode_in_use_ == TORQUE_CORE_MODE_HAND_GUIDING;
      if (wanted != base_ && !(wanted == "hand_guiding" && params_.hand_guiding.enabled)) {
        result.reason = "mode: expected " + base_ + (
          params_.hand_guiding.enabled ? " or hand_guiding" : "; hand_guiding.enabled is false") + " while configured";
      } else if ((guides != guided || wanted != changed_.mode) && reference_moves_.load(std::memory_order_relaxed)) {
        result.reason = "mode: " + wanted + " begins only while no reference moves the arm; let the motion end first";
      }
    }
    if (result.reason.empty() && overlay(changes, given.payload)) {
      if (configured_) {  // otherwise the configuration checks it: the arm may be unknown yet
        const auto model = arm_.model();
        const auto load = payload_of(arm_, given.payload);
        const char * wrong = torque_core_check_payload(&model, &settings_, &load);
        result.reason = wrong == nullptr ? "" : wrong;
      }
    }
  } catch (const std::exception & error) {
    result.reason = error.what();
  }
  result.successful = result.reason.empty();
  return result;
}

// Called after all checks of a change have passed.
void FeedforwardController::take_chosen_mode(const std::vector<rclcpp::Parameter> & changes)
{
  for (const auto & each : changes) {
    if (each.get_name() == "mode") {  // also the same mode: it guides an arm that was released
      mode_ = each.as_string() == "hand_guiding" ? TORQUE_CORE_MODE_HAND_GUIDING : TORQUE_CORE_MODE_FEEDFORWARD;
      ++mode_turn_;
    }
  }
}

// Called by the node's thread: store changes, which update() reads in its next cycle without waiting.
void FeedforwardController::take_changes()
{
  const std::lock_guard<std::mutex> lock(configuration_);
  const std::lock_guard<std::mutex> change(changing_);
  if (!configured_) {  // cleaned up while this call began
    return;
  }
  if (!listener_->is_old(changed_)) {
    return;
  }
  const auto before = payload_of(arm_, changed_.payload);
  changed_ = listener_->get_params();
  terms_ = terms_of(changed_, base_);
  friction_scale_ = changed_.friction.scale;
  if (base_ == "computed_torque") {
    stiffness_ = changed_.computed_torque.stiffness;
    damping_ = changed_.computed_torque.damping;
  }
  const auto load = payload_of(arm_, changed_.payload);
  if (std::memcmp(&load, &before, sizeof load) != 0) {
    payload_.write(load);
    report_->payload_accepted(load, false);
  }
}

}  // namespace @package@
