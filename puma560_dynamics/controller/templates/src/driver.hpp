// Presets of robots that add part of the torque themselves: declare their values, and refuse others.
#pragma once

#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "description_check.hpp"
#include "drivers.hpp"
#include "hardware_check.hpp"
#include "rclcpp/parameter.hpp"
#include "rclcpp_lifecycle/lifecycle_node.hpp"

namespace @package@
{

using torque_core_::drivers::Driver;

// Return the driver of this name; nullptr for none.
inline const Driver * driver_of(const std::string & name)
{
  for (const auto & each : torque_core_::drivers::DRIVERS) {
    if (name == each.name) {
      return &each;
    }
  }
  return nullptr;
}

// Return the only value of a parameter with a driver.
inline rclcpp::ParameterValue only_value(const torque_core_::drivers::Rule & rule)
{
  return rule.text != nullptr ? rclcpp::ParameterValue(rule.text) :
         rule.is_switch ? rclcpp::ParameterValue(rule.value != 0.0) : rclcpp::ParameterValue(rule.value);
}

// Declare the parameters that follow from the driver and are not given, with the values that follow.
inline void declare_preset(rclcpp_lifecycle::LifecycleNode & node)
{
  const auto & given = node.get_node_parameters_interface()->get_parameter_overrides();
  const auto name = given.find("driver");
  const Driver * driver = name != given.end() && name->second.get_type() == rclcpp::PARAMETER_STRING ?
    driver_of(name->second.get<std::string>()) : nullptr;
  for (std::size_t k = 0; driver != nullptr && k < driver->count; ++k) {
    const auto & rule = driver->rules[k];
    if (!node.has_parameter(rule.parameter)) {
      rcl_interfaces::msg::ParameterDescriptor descriptor;
      descriptor.description = rule.reason;
      descriptor.read_only = rule.fixed;
      node.declare_parameter(rule.parameter, only_value(rule), descriptor);
    }
  }
}

// Return whether a parameter is another driver than the present one.
inline bool is_other_driver(const rclcpp::Parameter & given, const std::string & present)
{
  return given.get_name() == "driver" && given.as_string() != present;
}

// Return why a parameter does not fit the driver, a sentence; nullptr if it fits.
inline const char * refusal(const Driver & driver, const rclcpp::Parameter & given)
{
  for (std::size_t k = 0; k < driver.count; ++k) {
    const auto & rule = driver.rules[k];
    if (given.get_name() == rule.parameter) {
      return given.get_parameter_value() == only_value(rule) ? nullptr : rule.reason;
    }
  }
  return nullptr;
}

// Throws std::invalid_argument if a present parameter of the node does not fit the driver.
inline void check_preset(const Driver & driver, const rclcpp_lifecycle::LifecycleNode & node)
{
  for (std::size_t k = 0; k < driver.count; ++k) {
    if (const char * wrong = refusal(driver, node.get_parameter(driver.rules[k].parameter))) {
      throw std::invalid_argument(wrong);
    }
  }
}

// Return the largest rate of torque that the robot accepts, N m/s.
inline double accepted_rate(const std::string & name)
{
  const Driver * driver = driver_of(name);
  return driver == nullptr || driver->torque_rate == 0.0 ? std::numeric_limits<double>::infinity() : driver->torque_rate;
}

// Throws std::invalid_argument if a rate of torque (n) is above the one that the robot accepts.
inline void check_rate(
  const std::string & driver, const char * parameter, const double * rate, const std::vector<std::string> & joints)
{
  const double accepted = accepted_rate(driver);
  for (std::size_t j = 0; j < joints.size(); ++j) {
    if (rate[j] > accepted) {
      throw std::invalid_argument(
              sentence("%s: %g N m/s for joint ", parameter, rate[j]) + joints[j] + " is faster than the robot accepts with "
              "driver " + driver + sentence("; set it to at most %g", accepted));
    }
  }
}

// Throws std::invalid_argument if the hardware in the robot description does not take torques as the driver does.
inline void check_hardware(const Driver & driver, const std::string & description, const std::vector<std::string> & joints)
{
  for_each_hardware(description, joints, [&driver](const Hardware & hardware) {
      std::string found;
      if (
        driver.hardware_parameter != nullptr &&
        hardware.has_other(driver.hardware_parameter, driver.hardware_value, found))
      {
        throw std::invalid_argument(
                std::string("driver: the robot description has no hardware for ") + driver.name + ": " +
                driver.hardware_parameter + " is " + (found.empty() ? "empty" : found) + "; set it to " +
                driver.hardware_value);
      }
    });
}

}  // namespace @package@
