// The payload that parameters give, as the core takes it: in the frame of the last link.
#pragma once

#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "@package@/@package@_parameters.hpp"
#include "arm.hpp"
#include "rclcpp/parameter.hpp"

namespace @package@
{

using GivenPayload = decltype(Params::payload);

// Take those of `changes` that are of the payload; whether there are any.
inline bool overlay(const std::vector<rclcpp::Parameter> & changes, GivenPayload & given)
{
  bool found = false;
  for (const auto & each : changes) {
    const auto & name = each.get_name();
    if (name == "payload.mass") {
      given.mass = each.as_double();
    } else if (name == "payload.link") {
      given.link = each.as_string();
    } else if (name == "payload.center_of_mass") {
      given.center_of_mass = each.as_double_array();
    } else if (name == "payload.inertia") {
      given.inertia = each.as_double_array();
    } else {
      continue;
    }
    found = true;
  }
  return found;
}

// Throws std::invalid_argument where no link carries it; `torque_core_check_payload` finds the rest.
inline torque_core_payload payload_of(const GivenPayload & given)
{
  if (given.center_of_mass.size() != 3 || given.inertia.size() != 6) {
    throw std::invalid_argument("payload: expected three numbers of center_of_mass, m, and six of inertia, kg m^2");
  }
  const arm::Frame * frame = nullptr;
  for (const auto & each : arm::FRAMES) {
    frame = frame == nullptr && given.link == each.link ? &each : frame;
  }
  if (frame == nullptr) {
    throw std::invalid_argument(
            "payload.link '" + given.link + "' is not fixed to the last link; expected one of: " + arm::LINK_NAMES);
  }
  const double * r = frame->turn;
  const auto & g = given.inertia;
  const double tensor[3][3] = {{g[0], g[3], g[4]}, {g[3], g[1], g[5]}, {g[4], g[5], g[2]}};
  double turned[3][3] = {};
  torque_core_payload load{};
  load.mass = given.mass;
  for (std::size_t i = 0; i < 3; ++i) {
    load.center[i] = given.mass > 0.0 ? frame->origin[i] : 0.0;
    for (std::size_t k = 0; k < 3; ++k) {
      load.center[i] += r[3 * i + k] * given.center_of_mass[k];
      for (std::size_t l = 0; l < 3; ++l) {
        for (std::size_t m = 0; m < 3; ++m) {
          turned[i][k] += r[3 * i + l] * tensor[l][m] * r[3 * k + m];
        }
      }
    }
  }
  const double six[6] = {turned[0][0], turned[1][1], turned[2][2], turned[0][1], turned[0][2], turned[1][2]};
  std::memcpy(load.inertia, six, sizeof six);
  return load;
}

}  // namespace @package@
