// Hash the numbers of an arm in a robot description.
#include <algorithm>
#include <cstdint>
#include <cstring>

#include "described_arm.hpp"
#include "joint_poses.hpp"

namespace arm_description
{

namespace
{

// FNV-1a over the bytes of numbers, the least significant first.
class Hash
{
public:
  void add(double value)
  {
    std::uint64_t bits = 0;
    const double plain = value + 0.0;  // no -0.0
    std::memcpy(&bits, &plain, sizeof bits);
    for (int k = 0; k < 8; ++k) {
      sum_ = (sum_ ^ (bits >> (8 * k) & 0xFFU)) * 0x100000001b3U;
    }
  }

  template<std::size_t N>
  void add(const std::array<double, N> & values)
  {
    for (const double value : values) {
      add(value);
    }
  }

  void add(const Origin & origin)
  {
    add(origin.xyz);
    add(origin.rpy);
  }

  std::uint64_t sum() const {return sum_;}

private:
  std::uint64_t sum_ = 0xcbf29ce484222325U;
};

void add_to(
  Hash & hash, const RobotDescription & robot, const std::vector<std::string> & names, const RobotJoint & joint,
  double depth)
{
  if (!matters(robot, joint, names)) {
    return;
  }
  const auto found = std::find(names.begin(), names.end(), joint.name);
  const bool own = found != names.end();
  const auto coupling = own ? std::nullopt : coupling_of(robot, joint, names);
  hash.add(depth);
  hash.add(own ? static_cast<double>(found - names.begin() + 1) :
    coupling ? -static_cast<double>(coupling->leader + 1) : 0.0);
  hash.add(joint.origin);
  if (moves(joint)) {
    hash.add(slides(joint) ? 2.0 : 1.0);
    hash.add(joint.axis);
    if (coupling) {
      hash.add(coupling->multiplier);
      hash.add(coupling->offset);
    } else {
      hash.add(own ? 0.0 : held_at(robot, joint));
    }
  } else {
    hash.add(0.0);
  }
  const RobotLink & link = robot.links[joint.child_link];
  hash.add(link.mass);
  hash.add(link.inertial);
  hash.add(link.inertia);
  for (const std::size_t next : link.joints) {
    add_to(hash, robot, names, robot.joints[next], depth + 1.0);
  }
}

}  // namespace

std::uint64_t digest_of(const RobotDescription & robot, const std::vector<std::string> & joints)
{
  const auto way = way_to(robot, robot.joints[driven_joints(robot, joints).front()].child_link);
  const auto first = std::find_if(
    way.begin(), way.end() - 1, [&](std::size_t j) {return coupling_of(robot, robot.joints[j], joints).has_value();});
  Hash hash;
  add_to(hash, robot, joints, robot.joints[*first], 0.0);
  return hash.sum();
}

}  // namespace arm_description
