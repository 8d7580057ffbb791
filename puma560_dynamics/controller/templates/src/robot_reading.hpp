// Read a robot description as a tree of bodies.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "joint_poses.hpp"
#include "robot_tree.hpp"
#include "selected_joints.hpp"

namespace @package@
{

// Return a link's inertia and parent joint; `parent` is the index of the parent link.
inline RobotBody body_of(
  const arm_description::RobotDescription & robot, std::size_t link, std::size_t parent,
  const std::vector<std::string> & joints)
{
  RobotBody body{parent, -1, false, 0.0, {1, 0, 0, 0, 1, 0, 0, 0, 1}, {}, {0, 0, 1}, 0.0, {}, {}};
  const auto & given = robot.links[link];
  const auto place = arm_description::pose_of(given.inertial);
  const auto & i = given.inertia;
  const Matrix own{i[0], i[3], i[4], i[3], i[1], i[5], i[4], i[5], i[2]};
  const auto & turn = place.turn;
  const Matrix back{turn[0], turn[3], turn[6], turn[1], turn[4], turn[7], turn[2], turn[5], turn[8]};
  body.mass = given.mass;
  body.center = place.origin;
  body.inertia = turn * own * back;
  if (given.parent_joint != arm_description::RobotLink::NONE) {
    const auto & joint = robot.joints[given.parent_joint];
    const auto origin = arm_description::pose_of(joint.origin);
    body.turn = origin.turn;
    body.origin = origin.origin;
    const auto found = std::find(joints.begin(), joints.end(), joint.name);
    body.joint = found == joints.end() ? -1 : static_cast<int>(found - joints.begin());
    body.slides = arm_description::slides(joint);
    const auto coupling = body.joint >= 0 ? std::nullopt : arm_description::coupling_of(robot, joint, joints);
    if (coupling && arm_description::matters(robot, joint, {})) {
      throw arm_description::DescriptionError(
              "robot description: joint " + joint.name + " follows joint " + joints[coupling->leader] +
              ", and the model holds it; leave out the parameter model, or remove <mimic>");
    }
    if (arm_description::moves(joint)) {
      body.axis = arm_description::direction(joint);
      body.held = arm_description::held_at(robot, joint);  // such as a joint of a gripper
    } else if (body.joint >= 0) {
      throw arm_description::DescriptionError("robot description: joint " + joint.name + " does not move");
    }
  }
  return body;
}

// Return the bodies of a description. Throws DescriptionError if a joint is missing or cannot move, or if one that moves a mass
// follows them.
inline RobotTree robot_of(const arm_description::RobotDescription & robot, const std::vector<std::string> & joints)
{
  RobotTree tree(joints.size());
  std::vector<std::size_t> links, parents{0};
  for (std::size_t k = 0; k < robot.links.size(); ++k) {
    if (robot.links[k].parent_joint == arm_description::RobotLink::NONE) {
      links.push_back(k);
    }
  }
  std::size_t found = 0;
  for (std::size_t k = 0; k < links.size(); ++k) {  // `links` grows
    tree.bodies.push_back(body_of(robot, links[k], parents[k], joints));
    found += tree.bodies.back().joint >= 0 ? 1 : 0;
    for (const std::size_t joint : robot.links[links[k]].joints) {
      links.push_back(robot.link(robot.joints[joint].child));
      parents.push_back(k);
    }
  }
  if (found != joints.size()) {
    throw arm_description::DescriptionError("robot description: it has not all joints of the parameter joints");
  }
  return tree;
}

// Return gravity in the frame of the root, from that in the frame of a link, which joints before it hold where `robot_of` does.
// A link that the description does not have counts as the root.
inline Vector gravity_at_root(
  const arm_description::RobotDescription & robot, const std::string & link, const Vector & gravity)
{
  const std::size_t found = robot.link(link);
  if (found == arm_description::RobotLink::NONE) {
    return gravity;
  }
  arm_description::Pose pose;
  for (const std::size_t each : arm_description::way_to(robot, found)) {
    const auto & joint = robot.joints[each];
    pose = pose * arm_description::step_at(joint, arm_description::moves(joint) ? arm_description::held_at(robot, joint) : 0.0);
  }
  return torque_core_::rotated(pose.turn, gravity);
}

}  // namespace @package@
