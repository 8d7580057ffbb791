// The arm of a controller: its model, and its usual limits, friction and bounds, which parameters may lower. No ROS.
#pragma once

#include <array>
#include <cstddef>
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
  std::vector<std::string> joints;  // from the base outwards
  torque_core_model functions{};    // without functions the recursive Newton-Euler equations act
  std::vector<torque_core_link> links;
  std::vector<torque_core_follower> followers;  // joints without motors; they need a model without functions
  // Limits, friction and motor inertia. A compiled model also has what `torque_core_complete` computes for a description.
  torque_core_settings usual{};
  Numbers gravity_error{}, contact_tilted{};
  bool compiled = false;            // whether the model was compiled into this package
  bool pinned = false;              // masses were identified, or differ from the description on purpose
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

// Return the arm whose model was compiled into this package; nullptr for a package without one.
const Arm * built_in();

// Return the arm of a robot description, with the recursive Newton-Euler equations as its model. `knows_gravity`: its
// direction is a parameter. Throws arm_description::DescriptionError.
Arm arm_of(const std::string & description, const arm_description::Selection & part, bool knows_gravity);

}  // namespace @package@
