// Poses of links at positions of their joints, from the numbers of a description. No ROS.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "chain.hpp"
#include "robot_description.hpp"

namespace arm_description
{

using Matrix = std::array<double, 9>;  // by rows

inline constexpr std::size_t NONE = RobotLink::NONE;
inline constexpr double SNAP = 1e-9;          // rad; angles this close to quarter turns are quarter turns, as in Python
inline constexpr double QUARTER = 1.57079632679489661923;
inline constexpr double SHORTEST = 1e-9;      // length of an axis
inline constexpr double FARTHEST = 1e9;       // rad or m, position of a joint that is held
inline constexpr std::size_t MOST_LEADERS = 32;  // that follow each other

struct Pose
{
  Matrix turn{1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
  Triple origin{};
};

[[noreturn]] inline void refuse(const std::string & words) {throw DescriptionError("robot description: " + words);}

inline Triple turned_back(const Matrix & m, const Triple & v)
{
  return {
    m[0] * v[0] + m[3] * v[1] + m[6] * v[2], m[1] * v[0] + m[4] * v[1] + m[7] * v[2],
    m[2] * v[0] + m[5] * v[1] + m[8] * v[2]};
}

using torque_core_::product;

inline Matrix transposed(const Matrix & m) {return {m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]};}

inline Pose operator*(const Pose & outer, const Pose & inner)
{
  const Triple shift = torque_core_::rotated(outer.turn, inner.origin);
  return {
    product(outer.turn, inner.turn),
    {outer.origin[0] + shift[0], outer.origin[1] + shift[1], outer.origin[2] + shift[2]}};
}

inline Pose inverse(const Pose & pose)
{
  const Triple back = turned_back(pose.turn, pose.origin);
  return {transposed(pose.turn), {-back[0], -back[1], -back[2]}};
}

// Return cosine and sine.
inline std::array<double, 2> circle(double angle)
{
  const double quarters = std::nearbyint(angle / QUARTER);
  if (std::abs(angle - quarters * QUARTER) > SNAP) {
    return {std::cos(angle), std::sin(angle)};
  }
  constexpr double COSINE[] = {1.0, 0.0, -1.0, 0.0}, SINE[] = {0.0, 1.0, 0.0, -1.0};
  const int turn = ((static_cast<int>(std::fmod(quarters, 4.0)) % 4) + 4) % 4;
  return {COSINE[turn], SINE[turn]};
}

// Return Rz(yaw) Ry(pitch) Rx(roll).
inline Pose pose_of(const Origin & origin)
{
  const auto [cr, sr] = circle(origin.rpy[0]);
  const auto [cp, sp] = circle(origin.rpy[1]);
  const auto [cy, sy] = circle(origin.rpy[2]);
  return {
    {cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr, sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr,
      -sp, cp * sr, cp * cr}, origin.xyz};
}

inline bool moves(const RobotJoint & joint) {return joint.kind != Kind::FIXED && joint.kind != Kind::OTHER;}

inline bool slides(const RobotJoint & joint) {return joint.kind == Kind::PRISMATIC;}

inline Triple direction(const RobotJoint & joint)
{
  const auto & [x, y, z] = joint.axis;
  const double length = std::sqrt(x * x + y * y + z * z);
  if (!(length >= SHORTEST)) {
    refuse("joint " + joint.name + " has the axis 0; give it a direction");
  }
  Triple axis{x / length, y / length, z / length}, near{};
  double square = 0.0;
  for (std::size_t k = 0; k < 3; ++k) {
    const bool rounds = std::abs(axis[k]) <= SNAP || std::abs(axis[k]) >= 1.0 - SNAP;
    near[k] = rounds ? std::nearbyint(axis[k]) : axis[k];
    square += near[k] * near[k];
  }
  return square == 1.0 ? near : axis;
}

// Return the rotation with the last column `z`, a unit vector.
inline Matrix frame_on(const Triple & z)
{
  if (z[2] == 1.0) {
    return {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
  }
  Triple x{};  // across z and the coordinate axis to which z is most nearly perpendicular
  const std::size_t least = static_cast<std::size_t>(
    std::min_element(z.begin(), z.end(), [](double a, double b) {return std::abs(a) < std::abs(b);}) - z.begin());
  const std::size_t next = (least + 1) % 3, last = (least + 2) % 3;
  const double length = std::hypot(z[next], z[last]);
  x[next] = z[last] / length;
  x[last] = -z[next] / length;
  const Triple y{z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]};
  return {x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]};
}

// Return the position at which a joint that is not one of the arm is held: zero or the nearest limit, or where its leader
// moves it.
inline double held_at(const RobotDescription & robot, const RobotJoint & joint, std::size_t depth = 0)
{
  const std::size_t leader = joint.mimic.joint.empty() ? NONE : robot.joint(joint.mimic.joint);
  if (leader != NONE) {
    if (depth > MOST_LEADERS) {
      refuse("joint " + joint.name + " mimics itself, or through more than 32 joints; correct <mimic>");
    }
    // In two roundings, also where the compiler could use one: the digest is that of Python.
    const volatile double moved = joint.mimic.multiplier * held_at(robot, robot.joints[leader], depth + 1);
    const double position = moved + joint.mimic.offset;
    if (!(std::abs(position) <= FARTHEST)) {
      refuse("joint " + joint.name + " is held at a position that is too large; correct <mimic>");
    }
    return position;
  }
  return joint.kind == Kind::CONTINUOUS ? 0.0 : std::min(std::max(0.0, joint.lower), joint.upper);
}

// Return the pose of a joint's child link in the frame of its parent link, at a position.
inline Pose step_at(const RobotJoint & joint, double position)
{
  const Pose origin = pose_of(joint.origin);
  if (!moves(joint)) {
    return origin;
  }
  const Triple axis = direction(joint);
  if (slides(joint)) {
    return origin * Pose{{1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0},
      {position * axis[0], position * axis[1], position * axis[2]}};
  }
  const auto [c, s] = circle(position);
  const Matrix frame = frame_on(axis);
  return origin * Pose{product(product(frame, {c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0}), transposed(frame)), {}};
}

}  // namespace arm_description
