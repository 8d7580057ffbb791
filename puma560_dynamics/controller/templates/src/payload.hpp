// Convert the payload in the parameters to the frame of the last link, which the core uses.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "@package@/@package@_parameters.hpp"
#include "frames.hpp"
#include "rclcpp/parameter.hpp"

namespace @package@
{

using GivenPayload = decltype(Params::payload);

// Apply the changes of payload parameters; return whether there are any. A payload is set by all parameters at once, or
// removed by mass 0: otherwise the model would have a wrong payload in between. Throws std::invalid_argument if some are
// missing.
inline bool overlay(const std::vector<rclcpp::Parameter> & changes, GivenPayload & given)
{
  std::size_t found = 0;
  bool removes = false;
  for (const auto & each : changes) {
    const auto & name = each.get_name();
    if (name == "payload.mass") {
      given.mass = each.as_double();
      removes = given.mass == 0.0;
    } else if (name == "payload.link") {
      given.link = each.as_string();
    } else if (name == "payload.center_of_mass") {
      given.center_of_mass = each.as_double_array();
    } else if (name == "payload.inertia") {
      given.inertia = each.as_double_array();
    } else {
      continue;
    }
    ++found;
  }
  if (found != 0 && found != 4 && !removes) {
    throw std::invalid_argument(
            "a load is set as a whole: payload.mass, payload.link, payload.center_of_mass and payload.inertia by one call "
            "of set_parameters_atomically, as `puma560 arm payload` does; payload.mass 0.0 alone removes the load");
  }
  return found != 0;
}

// Return the payload, empty if its mass is 0. Throws std::invalid_argument if its link is not fixed to the last link;
// `torque_core_check_payload` finds all other errors.
inline torque_core_payload payload_of(const Arm & arm, const GivenPayload & given)
{
  if (given.mass == 0.0) {
    return {};  // the other parameters are ignored
  }
  if (given.center_of_mass.size() != 3 || given.inertia.size() != 6) {
    throw std::invalid_argument("payload: expected three numbers of center_of_mass, m, and six of inertia, kg m^2");
  }
  const Frame & frame = frame_of(arm, given.link, "payload.link", true);
  torque_core_payload load{};
  load.mass = given.mass;
  std::copy(given.center_of_mass.begin(), given.center_of_mass.end(), load.center);
  std::copy(given.inertia.begin(), given.inertia.end(), load.inertia);
  return moved(load, frame.turn, frame.origin);
}

}  // namespace @package@
