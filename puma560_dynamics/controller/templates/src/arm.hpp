// An arm: its model, and its usual limits, friction and bounds, which parameters may lower. No ROS.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "described_arm.hpp"
#include "torque_core.h"

namespace @package@
{

inline constexpr std::size_t MOST_JOINTS = TORQUE_CORE_MAX_JOINTS;
using Numbers = std::array<double, MOST_JOINTS>;  // one per joint, 0 beyond the last
using Frame = arm_description::LinkPlace;         // of a link in the frame of the moving link that carries it

struct Arm
{
  std::string name, digest;         // digest: of the numbers of the arm
  std::string plugin;               // name of its model plugin; empty without one
  std::vector<std::uint64_t> descriptions;  // arm_description::digest_of of the robot descriptions that it is made for
  std::vector<std::string> joints;  // from the base outwards
  torque_core_model functions{};    // without functions the recursive Newton-Euler equations act
  std::vector<torque_core_link> links;
  std::vector<torque_core_follower> followers;  // joints without motors; they need a model without functions
  // Limits, friction and motor inertia. A compiled model also has what `torque_core_complete` computes for a description.
  torque_core_settings usual{};
  Numbers gravity_error{}, contact_tilted{};
  bool compiled = false;            // whether the model is that of a plugin
  bool pinned = false;              // masses were identified, or differ from the description on purpose
  std::string base_link;
  double base[9]{}, base_origin[3]{};  // rotation from the base link, by rows, to the frame before the first joint; m
  double gravity[3]{};              // m/s^2, in the frame of the base link
  std::vector<Frame> frames;        // of all links that move; first the one without name, the tip
  std::string tip, last_link;
  bool (* selftest)() = nullptr;

  std::size_t n() const {return joints.size();}

  torque_core_model model() const
  {
    torque_core_model found = functions;
    found.joints = joints.size();
    found.links = links.data();
    found.followers = followers.data();
    found.followers_count = followers.size();
    return found;
  }
};

// Return the arm of a robot description, with the recursive Newton-Euler equations as its model.
Arm arm_of(const arm_description::DescribedArm & found);

// Set gravity (m/s^2, in the frame before the first joint), and the bounds that depend on its direction.
inline void turn_gravity(const Arm & arm, const double * gravity, torque_core_settings & s)
{
  constexpr double ROUNDING = 1e-9;
  double size = 0.0, apart = 0.0;
  for (std::size_t k = 0; k < 3; ++k) {
    size = std::hypot(size, gravity[k]);
    apart = std::max(apart, std::abs(gravity[k] - s.gravity_vector[k]));
  }
  if (apart <= ROUNDING * size) {
    return;
  }
  std::copy(gravity, gravity + 3, s.gravity_vector);
  for (std::size_t j = 0; j < arm.n(); ++j) {  // gravity may then act on other joints
    s.contact_still[j] = std::max(s.contact_still[j], arm.contact_tilted[j] * size);
  }
}

}  // namespace @package@
