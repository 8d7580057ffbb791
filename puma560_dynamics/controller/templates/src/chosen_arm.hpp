// Choose the arm of the controller: that of a model plugin, or that of the robot description.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "@package@/@package@_parameters.hpp"
#include "arm.hpp"
#include "model_choice.hpp"
#include "model_plugins.hpp"
#include "rclcpp/logging.hpp"
#include "settings.hpp"

namespace @package@
{

inline constexpr const char * RECURSION = "newton_euler";  // parameter model: no plugin

// Return the arm. Throws std::invalid_argument without a usable description, or if the model that is named cannot be used.
inline Arm chosen_arm(
  ModelPlugins & plugins, const Params & given, const std::string & description, const rclcpp::Logger & logger)
{
  if (!given.model.empty() && given.model != RECURSION) {
    if (!given.base.empty() || !given.tip.empty()) {
      throw std::invalid_argument(
              "base, tip: model " + given.model + " has its own; leave them out, or leave out model");
    }
    return plugins.named(given.model);
  }
  if (description.empty()) {
    throw std::invalid_argument(
            "no robot description: the controller manager has not received one; start robot_state_publisher with the "
            "description of this robot");
  }
  const auto found = arm_description::described_arm(
    arm_description::read_robot(description), {joints_given(given), given.base, given.tip});
  if (!found.moved_base.empty() && !gravity_given(given)) {
    throw std::invalid_argument(
            "robot description: joint " + found.moved_base + " turns or moves the base " + found.base +
            "; give the parameter gravity, in the frame of the base link");
  }
  if (given.model.empty()) {
    std::vector<std::string> others;
    const Arm fitting = fitting_model(plugins.all(), found, others);
    for (const auto & each : others) {
      RCLCPP_WARN(logger, "%s; the recursive Newton-Euler equations act", each.c_str());
    }
    if (fitting.compiled) {
      return fitting;
    }
  }
  return arm_of(found);
}

}  // namespace @package@
