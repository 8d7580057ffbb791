// The links and joints of a robot description (URDF), with the numbers as written. No ROS.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace arm_description
{

using Triple = std::array<double, 3>;

// A description that cannot be used; the message says what was wrong, what was expected and what to do.
class DescriptionError : public std::invalid_argument
{
public:
  using std::invalid_argument::invalid_argument;
};

// Pose of a frame in another one.
struct Origin
{
  Triple xyz{}, rpy{};  // m; roll, pitch, yaw, rad
};

enum class Kind {FIXED, REVOLUTE, CONTINUOUS, PRISMATIC, OTHER};

struct Mimic
{
  std::string joint;  // empty for a joint that follows none
  double multiplier = 1.0, offset = 0.0;
};

struct RobotJoint
{
  std::string name, parent, child;
  std::size_t parent_link = 0, child_link = 0;  // indices of the links
  Kind kind = Kind::FIXED;
  std::string type;  // as written
  Origin origin;
  Triple axis{1.0, 0.0, 0.0};
  double lower = 0.0, upper = 0.0;  // rad or m; both 0 if they are not given
  double velocity = 0.0, effort = 0.0, damping = 0.0, friction = 0.0;
  bool limited = false;  // has <limit> with effort and velocity
  Mimic mimic;
};

struct RobotLink
{
  std::string name;
  double mass = 0.0;
  Origin inertial;                  // of the center of mass
  std::array<double, 6> inertia{};  // ixx, iyy, izz, ixy, ixz, iyz about the center of mass, axes of `inertial`
  std::size_t parent_joint = NONE;  // index of the joint that carries the link; NONE for the root
  std::vector<std::size_t> joints;  // indices of the joints that it carries, in the order of the text

  static constexpr std::size_t NONE = std::numeric_limits<std::size_t>::max();
};

struct RobotDescription
{
  std::string name;
  std::vector<RobotLink> links;
  std::vector<RobotJoint> joints;

  // Return the index of a link or joint; RobotLink::NONE without one of this name.
  std::size_t link(const std::string & wanted) const;
  std::size_t joint(const std::string & wanted) const;
};

// Return the links and joints of a URDF, which form one tree. Throws DescriptionError.
RobotDescription read_robot(const std::string & text);

}  // namespace arm_description
