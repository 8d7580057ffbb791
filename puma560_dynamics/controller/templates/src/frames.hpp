// Find the frames of links, and convert a payload between them: from the model's frame, which the core uses, to those of
// the description.
#pragma once

#include <array>
#include <cstring>
#include <stdexcept>
#include <string>

#include "arm.hpp"

namespace @package@
{

// Return the frame of a link that moves. Throws std::invalid_argument, with the parameter's name, for another link; with
// `at_end`, also for a link that is not fixed to the last one.
inline const Frame & frame_of(const Arm & arm, const std::string & link, const char * parameter, bool at_end)
{
  std::string known;
  for (const auto & each : arm.frames) {
    if (at_end && each.carrier != arm.links.size()) {
      continue;
    }
    if (link == each.link) {
      return each;
    }
    known += std::string(known.empty() ? "" : ", ") + (each.link.empty() ? "'' (the tip)" : each.link);
  }
  throw std::invalid_argument(
          std::string(parameter) + " '" + link + (at_end ? "' is not fixed to the last link" : "' is no link that moves") +
          "; expected one of: " + known);
}

// Return the same body in another frame: center R c + p, inertia R I R^T. `turn` is R, row by row, and `origin` is p.
inline torque_core_payload moved(
  const torque_core_payload & load, const std::array<double, 9> & turn, const std::array<double, 3> & origin)
{
  const auto & g = load.inertia;
  const double tensor[3][3] = {{g[0], g[3], g[4]}, {g[3], g[1], g[5]}, {g[4], g[5], g[2]}};
  double turned[3][3] = {};
  torque_core_payload result{};
  result.mass = load.mass;
  for (std::size_t i = 0; i < 3; ++i) {
    result.center[i] = load.mass > 0.0 ? origin[i] : 0.0;
    for (std::size_t k = 0; k < 3; ++k) {
      result.center[i] += turn[3 * i + k] * load.center[k];
      for (std::size_t l = 0; l < 3; ++l) {
        for (std::size_t m = 0; m < 3; ++m) {
          turned[i][k] += turn[3 * i + l] * tensor[l][m] * turn[3 * k + m];
        }
      }
    }
  }
  const double six[6] = {turned[0][0], turned[1][1], turned[2][2], turned[0][1], turned[0][2], turned[1][2]};
  std::memcpy(result.inertia, six, sizeof six);
  return result;
}

// Return a payload in the frame of the last link in the robot description, which subscribers use.
inline torque_core_payload of_last_link(const Arm & arm, const torque_core_payload & load)
{
  const Frame & frame = frame_of(arm, arm.last_link, "last link", true);
  std::array<double, 9> back{};
  std::array<double, 3> origin{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      back[3 * i + k] = frame.turn[3 * k + i];
      origin[i] -= frame.turn[3 * k + i] * frame.origin[k];
    }
  }
  return moved(load, back, origin);
}

}  // namespace @package@
