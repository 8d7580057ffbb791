// Choose the joints of one arm in a robot description, and check that they form one. No ROS.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "robot_description.hpp"

namespace arm_description
{

// What part of a description is the arm. Empty fields are found: the joints between base and tip, or all joints of a
// description that has one arm; as the base the root, or the link that carries the first joint if the root moves it.
struct Selection
{
  std::vector<std::string> joints;  // from the base outwards
  std::string base, tip;            // links
};

// Return the indices of the joints from the root to a link, the outermost last.
std::vector<std::size_t> way_to(const RobotDescription & robot, std::size_t link);

// Return the names, with commas between them.
std::string listed(const std::vector<std::string> & names);

// Return the index of a link. Throws DescriptionError for an unknown one; `what` is its purpose.
std::size_t known_link(const RobotDescription & robot, const std::string & link, const char * what);

// Return the joints of the arm where they are not given: those on the way to the tip, beyond the base. Without a tip, a
// gripper at the end is not part of the arm; a description that branches otherwise is refused.
std::vector<std::string> found_joints(const RobotDescription & robot, const Selection & part);

// Return the indices of joints with motors. Throws DescriptionError: unknown ones, or joints that cannot have a motor.
std::vector<std::size_t> driven_joints(const RobotDescription & robot, const std::vector<std::string> & names);

// Return whether a joint, or one beyond it, moves a link with inertia or is one of these.
bool matters(const RobotDescription & robot, const RobotJoint & joint, const std::vector<std::string> & names);

// Position of a joint that follows one of an arm, directly or through others that follow: multiplier times the position of
// its leader, plus offset.
struct Coupling
{
  std::size_t leader;  // index among the names
  double multiplier, offset;
};

// Return how a joint that moves follows one of these; nothing if it does not. Throws DescriptionError for numbers that are
// too large.
std::optional<Coupling> coupling_of(
  const RobotDescription & robot, const RobotJoint & joint, const std::vector<std::string> & names);

// Return the indices of the joints of an arm, from the base outwards: those with these names, which have motors, and the
// joints between the base and the tip that follow them. Without a tip, the arm ends with the outermost of them. Throws
// DescriptionError if they do not form one arm, in this order.
std::vector<std::size_t> arm_joints(
  const RobotDescription & robot, const std::vector<std::string> & names, const std::string & base = "",
  const std::string & tip = "");

}  // namespace arm_description
