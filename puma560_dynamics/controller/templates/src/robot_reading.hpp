// Read a robot description as a tree of bodies.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "robot_tree.hpp"
#if __has_include("urdf/model.hpp")
#include "urdf/model.hpp"
#else
#include "urdf/model.h"
#endif

namespace @package@
{

inline Matrix matrix_of(const urdf::Rotation & turn)
{
  const urdf::Vector3 x = turn * urdf::Vector3(1, 0, 0), y = turn * urdf::Vector3(0, 1, 0),
    z = turn * urdf::Vector3(0, 0, 1);
  return {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
}

// Return a link's inertia and parent joint; `parent` is the index of the parent link.
inline RobotBody body_of(
  const urdf::Link & link, std::size_t parent, const std::vector<std::string> & joints)
{
  RobotBody body{parent, -1, false, 0.0, {1, 0, 0, 0, 1, 0, 0, 0, 1}, {}, {0, 0, 1}, 0.0, {}, {}};
  if (link.inertial) {
    const auto & given = *link.inertial;
    body.mass = given.mass;
    body.center = {given.origin.position.x, given.origin.position.y, given.origin.position.z};
    const Matrix turn = matrix_of(given.origin.rotation);
    const Matrix own{
      given.ixx, given.ixy, given.ixz, given.ixy, given.iyy, given.iyz, given.ixz, given.iyz, given.izz};
    const Matrix back{turn[0], turn[3], turn[6], turn[1], turn[4], turn[7], turn[2], turn[5], turn[8]};
    body.inertia = turn * own * back;
  }
  if (const auto & joint = link.parent_joint) {
    const auto & origin = joint->parent_to_joint_origin_transform;
    body.turn = matrix_of(origin.rotation);
    body.origin = {origin.position.x, origin.position.y, origin.position.z};
    const auto found = std::find(joints.begin(), joints.end(), joint->name);
    body.joint = found == joints.end() ? -1 : static_cast<int>(found - joints.begin());
    const bool turns = joint->type == urdf::Joint::REVOLUTE || joint->type == urdf::Joint::CONTINUOUS;
    body.slides = joint->type == urdf::Joint::PRISMATIC;
    if (turns || body.slides) {
      const Vector axis{joint->axis.x, joint->axis.y, joint->axis.z};
      const double length = std::sqrt(dot(axis, axis));
      if (!(length > 0.0)) {
        throw std::invalid_argument("robot description: joint " + joint->name + " has no axis");
      }
      body.axis = (1.0 / length) * axis;
      if (joint->limits && joint->type != urdf::Joint::CONTINUOUS && joint->limits->lower <= joint->limits->upper) {
        body.held = std::clamp(0.0, joint->limits->lower, joint->limits->upper);  // such as a joint of a gripper
      }
    } else if (body.joint >= 0) {
      throw std::invalid_argument("robot description: joint " + joint->name + " does not move");
    }
  }
  return body;
}

// Return the bodies of a description. Throws std::invalid_argument if a joint is missing or cannot move.
inline RobotTree robot_of(const urdf::Model & robot, const std::vector<std::string> & joints)
{
  RobotTree tree;
  std::vector<urdf::LinkConstSharedPtr> links{robot.getRoot()};
  std::vector<std::size_t> parents{0};
  std::size_t found = 0;
  for (std::size_t k = 0; k < links.size(); ++k) {  // `links` grows
    const auto link = links[k];
    tree.bodies.push_back(body_of(*link, parents[k], joints));
    found += tree.bodies.back().joint >= 0 ? 1 : 0;
    for (const auto & child : link->child_links) {
      links.push_back(child);
      parents.push_back(k);
    }
  }
  if (found != joints.size()) {
    throw std::invalid_argument("robot description: it has not all joints of the parameter joints");
  }
  return tree;
}

}  // namespace @package@
