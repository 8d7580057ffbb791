// Choose the joints of one arm in a robot description.
#include "selected_joints.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <iterator>

#include "joint_poses.hpp"
#include "torque_core_types.h"

namespace arm_description
{

std::vector<std::size_t> way_to(const RobotDescription & robot, std::size_t link)
{
  std::vector<std::size_t> way;
  for (std::size_t j = robot.links[link].parent_joint; j != NONE; ) {
    way.push_back(j);
    j = robot.links[robot.joints[j].parent_link].parent_joint;
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

namespace
{

// Return whether a name is that of a part of a gripper, as in emdeg/readers/gripper.py.
bool named_as_gripper(std::string name)
{
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char each) {return std::tolower(each);});
  const auto names = {"finger", "grip", "jaw", "knuckle", "thumb", "claw", "pinch"};
  return std::any_of(
    names.begin(), names.end(), [&name](const char * word) {return name.find(word) != std::string::npos;});
}

// Return whether one of these joints, or the link that it moves, has the name of a gripper, and the others have such names
// or mimic other joints.
bool is_gripper(const RobotDescription & robot, const std::vector<std::size_t> & joints)
{
  bool found = false;
  for (const std::size_t j : joints) {
    const RobotJoint & joint = robot.joints[j];
    const bool named = named_as_gripper(joint.name) || named_as_gripper(joint.child);
    if (!named && joint.mimic.joint.empty()) {
      return false;
    }
    found = found || named;
  }
  return found;
}

// Return the link at the end of the only arm beyond a base ("" for the root): what its outermost joint moves, or its last
// link before it branches into the fingers of a gripper.
std::size_t end_of_only_arm(const RobotDescription & robot, const std::string & base)
{
  std::vector<std::size_t> moving, carried(robot.joints.size(), 0);  // number of outermost joints that a joint carries
  std::vector<bool> inner(robot.joints.size(), false), beyond(robot.joints.size(), false);
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    const RobotJoint & joint = robot.joints[j];
    const auto way = way_to(robot, joint.child_link);
    beyond[j] = joint.kind != Kind::FIXED && (base.empty() || std::any_of(
        way.begin(), way.end(), [&robot, &base](std::size_t each) {return robot.joints[each].parent == base;}));
    if (beyond[j]) {
      moving.push_back(j);
      std::for_each(way.begin(), way.end() - 1, [&inner](std::size_t each) {inner[each] = true;});
    }
  }
  if (moving.empty()) {
    refuse("it has no moving joint");
  }
  std::vector<std::size_t> ends;
  std::copy_if(moving.begin(), moving.end(), std::back_inserter(ends), [&inner](std::size_t j) {return !inner[j];});
  const std::size_t outermost = robot.joints[ends[0]].child_link;
  if (ends.size() == 1) {
    return outermost;
  }
  for (const std::size_t end : ends) {
    for (const std::size_t each : way_to(robot, robot.joints[end].child_link)) {
      ++carried[each];
    }
  }
  std::size_t last = NONE;  // the outermost joint that carries all ends
  for (const std::size_t each : way_to(robot, outermost)) {
    last = beyond[each] && carried[each] == ends.size() ? each : last;
  }
  std::vector<std::size_t> rest;
  for (const std::size_t j : moving) {
    const auto way = way_to(robot, robot.joints[j].parent_link);
    if (std::find(way.begin(), way.end(), last) != way.end()) {
      rest.push_back(j);
    }
  }
  if (!is_gripper(robot, rest)) {
    refuse("it has several arms; give the names of one arm's joints, or its tip");
  }
  return robot.joints[last].child_link;
}

}  // namespace

std::vector<std::string> found_joints(const RobotDescription & robot, const Selection & part)
{
  const std::size_t end =
    part.tip.empty() ? end_of_only_arm(robot, part.base) : known_link(robot, part.tip, "tip");
  std::vector<std::string> moving;
  bool beyond = part.base.empty();
  for (const std::size_t j : way_to(robot, end)) {
    const RobotJoint & joint = robot.joints[j];
    beyond = beyond || joint.parent == part.base;
    if (beyond && joint.kind != Kind::FIXED && joint.mimic.joint.empty()) {
      moving.push_back(joint.name);
    }
  }
  if (moving.empty()) {
    refuse("it has no moving joint" + std::string(part.tip.empty() ? "" : " on the way to " + part.tip));
  }
  return moving;
}

std::vector<std::size_t> driven_joints(const RobotDescription & robot, const std::vector<std::string> & names)
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
  return found;
}

namespace
{

// Return the link at the end of an arm: the tip, or what the last joint or the outermost follower beyond it moves.
std::size_t end_of(
  const RobotDescription & robot, const std::vector<std::string> & names, std::size_t last, const std::string & tip)
{
  const auto beyond = [&robot, last](std::size_t link) {
      const auto way = way_to(robot, link);
      return std::find(way.begin(), way.end(), last) == way.end() ? 0 : way.size();
    };
  if (!tip.empty() && beyond(known_link(robot, tip, "tip")) > 0) {
    return robot.link(tip);
  }
  std::size_t end = robot.joints[last].child_link, most = beyond(end);
  for (const RobotJoint & joint : robot.joints) {
    const std::size_t found = joint.mimic.joint.empty() ? 0 : beyond(joint.child_link);
    if (found > most && coupling_of(robot, joint, names)) {
      end = joint.child_link;
      most = found;
    }
  }
  return end;
}

}  // namespace

bool matters(const RobotDescription & robot, const RobotJoint & joint, const std::vector<std::string> & names)
{
  const RobotLink & link = robot.links[joint.child_link];
  const auto & g = link.inertia;
  return std::find(names.begin(), names.end(), joint.name) != names.end() || link.mass > 0.0 ||
         std::any_of(g.begin(), g.end(), [](double each) {return each != 0.0;}) ||
         std::any_of(
    link.joints.begin(), link.joints.end(),
    [&robot, &names](std::size_t next) {return matters(robot, robot.joints[next], names);});
}

std::optional<Coupling> coupling_of(
  const RobotDescription & robot, const RobotJoint & joint, const std::vector<std::string> & names)
{
  Coupling found{0, 1.0, 0.0};
  const RobotJoint * at = &joint;
  for (std::size_t k = 0; k <= MOST_LEADERS && at->kind != Kind::FIXED && !at->mimic.joint.empty(); ++k) {
    // In two roundings, also where the compiler could use one: the digest is that of Python.
    const volatile double moved = found.multiplier * at->mimic.offset;
    found.offset += moved;
    found.multiplier *= at->mimic.multiplier;
    const auto leader = std::find(names.begin(), names.end(), at->mimic.joint);
    if (leader != names.end()) {
      if (!(std::abs(found.multiplier) <= FARTHEST && std::abs(found.offset) <= FARTHEST)) {
        refuse("joint " + joint.name + " follows joint " + *leader + " with numbers that are too large; correct <mimic>");
      }
      found.leader = static_cast<std::size_t>(leader - names.begin());
      return found;
    }
    const std::size_t next = robot.joint(at->mimic.joint);
    if (next == NONE) {
      return std::nullopt;
    }
    at = &robot.joints[next];
  }
  return std::nullopt;
}

std::vector<std::size_t> arm_joints(
  const RobotDescription & robot, const std::vector<std::string> & names, const std::string & base,
  const std::string & tip)
{
  const auto driven = driven_joints(robot, names);
  const auto way = way_to(robot, end_of(robot, names, driven.back(), tip));
  auto at = way.begin();
  for (const std::size_t j : driven) {
    const auto next = std::find(at, way.end(), j);
    if (next == way.end()) {
      const bool elsewhere = std::find(way.begin(), way.end(), j) == way.end();
      refuse(
        "joints " + listed(names) + (elsewhere ? " are not those of one arm: " : " are not in the order along the arm: ") +
        robot.joints[j].name + "; give them from the base outwards");
    }
    at = next + 1;
  }
  const auto part = [&](std::size_t j) {
      return std::find(driven.begin(), driven.end(), j) != driven.end() || coupling_of(robot, robot.joints[j], names);
    };
  const auto below = base.empty() ? std::vector<std::size_t>{} : way_to(robot, known_link(robot, base, "base"));
  auto from = std::find(way.begin(), way.end(), driven.front());
  if (below.size() <= static_cast<std::size_t>(from - way.begin())) {
    from = way.begin() + static_cast<std::ptrdiff_t>(below.size());
  }
  const auto first = std::find_if(from, way.end(), part);
  const auto last = std::find_if(way.rbegin(), way.rend(), part).base();
  std::vector<std::size_t> found;
  for (auto each = first; each < last; ++each) {
    const RobotJoint & joint = robot.joints[*each];
    if (part(*each)) {
      found.push_back(*each);
    } else if (joint.kind != Kind::FIXED && !joint.mimic.joint.empty()) {
      refuse("joint " + joint.name + " moves the arm and mimics " + joint.mimic.joint + ", which none of the joints " +
        listed(names) + " moves; name the joint that leads it, or correct <mimic>");
    } else if (joint.kind != Kind::FIXED) {
      refuse("joint " + joint.name + " (" + joint.type + ") also moves the arm of " + listed(names) + "; name it, too");
    }
  }
  for (const std::size_t j : found) {
    if (!moves(robot.joints[j])) {
      refuse("joint " + robot.joints[j].name + " on the arm has the type " + robot.joints[j].type +
        ", which is not supported");
    }
  }
  if (found.size() > TORQUE_CORE_MAX_JOINTS) {
    refuse("the arm has " + std::to_string(found.size()) + " joints with those that follow others; at most 16 are "
      "possible");
  }
  return found;
}

}  // namespace arm_description
