// One serial arm of a robot description, in the form that the torque core takes. No ROS.
//
// The frame of a moving link has its z axis on the axis of its joint and its origin at that of the joint. Links that are
// fixed to it, and what other joints carry there, which are held at zero or the nearest limit, count as one body.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "robot_description.hpp"
#include "selected_joints.hpp"
#include "torque_core_types.h"

namespace arm_description
{

// Pose of a link's frame of the description in the frame of the moving link that carries it.
struct LinkPlace
{
  std::string link;
  std::size_t carrier;         // number of the moving link: 1 after the first joint or follower, 0 for the base
  std::array<double, 9> turn;  // rotation by rows
  Triple origin;               // m
};

struct DescribedArm
{
  std::string name, base, tip;
  std::vector<std::string> joints;      // with motors, from the base outwards
  std::vector<torque_core_link> links;  // of joints and followers; the first step begins in the frame of the base link
  std::vector<torque_core_follower> followers;  // joints without motors, by <mimic>
  std::vector<double> lower, upper;     // rad or m, also with those of the followers; infinite for a continuous joint
  std::vector<double> velocity, effort, viscous, dry;
  std::vector<LinkPlace> places;        // of all links that move, the last moving link first
  Triple gravity{};                     // m/s^2, in the frame of the base link, for a root that stands upright
  std::string moved_base;               // joint between root and base, whose position would turn gravity; empty for none
  std::uint64_t digest = 0;             // `digest_of`
};

// Return the arm. Throws DescriptionError: no such joints or links, joints that do not form one arm, or numbers with which
// no torque can be computed.
DescribedArm described_arm(const RobotDescription & robot, const Selection & part);

// Set limits, motor torques and friction of the arm.
void set_limits(const DescribedArm & arm, torque_core_settings & settings);

// Return the FNV-1a hash of all numbers, as written, on which torque depends from the first of these joints on: origins,
// axes, masses, inertias, and multipliers and offsets of followers. Names, massless links at the ends, limits, friction and
// the mounting do not count. controller/description_digest.py computes the same.
std::uint64_t digest_of(const RobotDescription & robot, const std::vector<std::string> & joints);

}  // namespace arm_description
