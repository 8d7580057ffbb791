// Choose the joints of one arm in a robot description.
#include "selected_joints.hpp"

#include <algorithm>

#include "joint_poses.hpp"
#include "torque_core_types.h"

namespace arm_description
{

std::vector<std::size_t> way_to(const RobotDescription & robot, std::size_t link)
{
  std::vector<std::size_t> way;
  for (std::size_t j = robot.links[link].parent_joint; j != NONE; ) {
    way.push_back(j);
    j = robot.links[robot.link(robot.joints[j].parent)].parent_joint;
  }
  std::reverse(way.begin(), way.end());
  return way;
}

std::string listed(const std::vector<std::string> & names)
{
  std::string found;
  for (const auto & name : names) {
    found += (found.empty() ? "" : ", ") + name;
  }
  return found.empty() ? "none" : found;
}

std::size_t known_link(const RobotDescription & robot, const std::string & link, const char * what)
{
  const std::size_t found = robot.link(link);
  if (found == NONE) {
    refuse(std::string("it has no link ") + link + ", which is to be the " + what);
  }
  return found;
}

std::vector<std::string> found_joints(const RobotDescription & robot, const Selection & part)
{
  std::vector<std::size_t> ends;
  if (!part.tip.empty()) {
    ends.push_back(known_link(robot, part.tip, "tip"));
  } else {
    for (std::size_t k = 0; k < robot.links.size(); ++k) {
      ends.push_back(k);
    }
  }
  std::vector<std::vector<std::string>> ways;
  for (const std::size_t end : ends) {
    std::vector<std::string> moving;
    bool beyond = part.base.empty();
    for (const std::size_t j : way_to(robot, end)) {
      const RobotJoint & joint = robot.joints[j];
      beyond = beyond || joint.parent == part.base;
      if (beyond && joint.kind != Kind::FIXED && joint.mimic.joint.empty()) {
        moving.push_back(joint.name);
      }
    }
    if (std::find(ways.begin(), ways.end(), moving) == ways.end()) {
      ways.push_back(moving);
    }
  }
  std::sort(ways.begin(), ways.end(), [](const auto & a, const auto & b) {return a.size() > b.size();});
  for (const auto & way : ways) {
    if (way.size() > ways[0].size() || !std::equal(way.begin(), way.end(), ways[0].begin())) {
      refuse("it has several arms; give the names of one arm's joints, or its tip");
    }
  }
  if (ways[0].empty()) {
    refuse("it has no moving joint" + std::string(part.tip.empty() ? "" : " on the way to " + part.tip));
  }
  return ways[0];
}

std::vector<std::size_t> arm_joints(
  const RobotDescription & robot, const std::vector<std::string> & names)
{
  if (names.empty()) {
    refuse("no joints of an arm are named; give them");
  }
  if (names.size() > TORQUE_CORE_MAX_JOINTS) {
    refuse("the arm has " + std::to_string(names.size()) + " joints; at most 16 are possible");
  }
  std::vector<std::size_t> found;
  std::vector<std::string> missing;
  for (const auto & name : names) {
    found.push_back(robot.joint(name));
    if (found.back() == NONE) {
      missing.push_back(name);
    } else if (std::count(names.begin(), names.end(), name) > 1) {
      refuse("joint " + name + " is named twice; expected each once");
    }
  }
  if (!missing.empty()) {
    std::vector<std::string> known;
    for (const auto & joint : robot.joints) {
      if (moves(joint)) {
        known.push_back(joint.name);
      }
    }
    refuse("it has no joints " + listed(missing) + "; its moving joints are " + listed(known));
  }
  for (const std::size_t j : found) {
    const RobotJoint & joint = robot.joints[j];
    if (!moves(joint)) {
      refuse("joint " + joint.name + " has the type " + joint.type + ", expected revolute, continuous or prismatic");
    }
    if (!joint.mimic.joint.empty()) {
      refuse("joint " + joint.name + " mimics " + joint.mimic.joint + " and has no motor of its own; leave it out");
    }
  }
  const auto way = way_to(robot, robot.link(robot.joints[found.back()].child));
  auto at = way.begin();
  for (const std::size_t j : found) {
    const auto next = std::find(at, way.end(), j);
    if (next == way.end()) {
      const bool elsewhere = std::find(way.begin(), way.end(), j) == way.end();
      refuse(
        "joints " + listed(names) + (elsewhere ? " are not those of one arm: " : " are not in the order along the arm: ") +
        robot.joints[j].name + "; give them from the base outwards");
    }
    at = next + 1;
  }
  const auto first = std::find(way.begin(), way.end(), found.front());
  for (auto each = first; each != way.end(); ++each) {
    const RobotJoint & joint = robot.joints[*each];
    if (joint.kind != Kind::FIXED && std::find(found.begin(), found.end(), *each) == found.end()) {
      refuse("joint " + joint.name + " (" + joint.type + ") also moves the arm of " + listed(names) + "; name it, too");
    }
  }
  return found;
}

bool follows(const RobotDescription & robot, const RobotJoint & joint, const std::vector<std::string> & names)
{
  const RobotJoint * at = &joint;
  for (std::size_t k = 0; k <= MOST_LEADERS && !at->mimic.joint.empty(); ++k) {
    if (std::find(names.begin(), names.end(), at->mimic.joint) != names.end()) {
      return true;
    }
    const std::size_t leader = robot.joint(at->mimic.joint);
    if (leader == NONE) {
      return false;
    }
    at = &robot.joints[leader];
  }
  return false;
}

}  // namespace arm_description
