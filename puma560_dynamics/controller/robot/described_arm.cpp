// Merge what the joints of an arm carry into one body per joint.
#include "described_arm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "joint_poses.hpp"

namespace arm_description
{

namespace
{

constexpr double GRAVITY = 9.81;  // m/s^2

// A rigid body about its center of mass.
struct Body
{
  double mass = 0.0;
  Triple center{};
  Matrix inertia{};

  void add(const Body & other)
  {
    const double sum = mass + other.mass;
    for (std::size_t k = 0; k < 9; ++k) {
      inertia[k] += other.inertia[k];
    }
    if (!(sum > 0.0)) {
      return;
    }
    Triple d{};
    double square = 0.0;
    for (std::size_t k = 0; k < 3; ++k) {
      d[k] = other.center[k] - center[k];
      square += d[k] * d[k];
    }
    const double reduced = mass * other.mass / sum;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k < 3; ++k) {
        inertia[3 * i + k] += reduced * ((i == k ? square : 0.0) - d[i] * d[k]);
      }
      center[i] += other.mass / sum * d[i];
    }
    mass = sum;
  }
};

// Return the body of a link whose frame has a pose.
Body body_of(const RobotLink & link, const Pose & pose)
{
  const Pose place = pose * pose_of(link.inertial);
  const auto & g = link.inertia;
  const Matrix own{g[0], g[3], g[4], g[3], g[1], g[5], g[4], g[5], g[2]};
  return {link.mass, place.origin, product(product(place.turn, own), transposed(place.turn))};
}

void take_limits(const RobotJoint & joint, DescribedArm & arm)
{
  const bool free = joint.kind == Kind::CONTINUOUS;
  const auto positive = [&joint](double value, const char * what) {
      if (!(value > 0.0)) {
        refuse("joint " + joint.name + " has no " + what + " limit above 0; give it in <limit>");
      }
      return value;
    };
  if (!free && !(joint.lower < joint.upper)) {
    refuse("joint " + joint.name + " has no lower limit below its upper limit; give both in <limit>");
  }
  const double infinity = std::numeric_limits<double>::infinity();
  arm.lower.push_back(free ? -infinity : joint.lower);
  arm.upper.push_back(free ? infinity : joint.upper);
  arm.velocity.push_back(positive(joint.velocity, "velocity"));
  arm.effort.push_back(positive(joint.effort, "effort"));
  arm.viscous.push_back(std::max(joint.damping, 0.0));
  arm.dry.push_back(std::max(joint.friction, 0.0));
}

// Add limits and friction of a follower to those of its leader; limits of 0 and empty ranges count as none.
void take_limits_of(const RobotJoint & joint, const torque_core_follower & follower, DescribedArm & arm)
{
  const double ratio = follower.multiplier, size = std::abs(ratio);
  const std::size_t j = follower.leader;
  const bool free = joint.kind == Kind::CONTINUOUS;
  if (!free && !joint.limited) {
    refuse("joint " + joint.name + " has no <limit> with effort and velocity; give both");
  }
  arm.viscous[j] += ratio * ratio * std::max(joint.damping, 0.0);
  arm.dry[j] += size * std::max(joint.friction, 0.0);
  if (ratio == 0.0) {
    return;
  }
  if (!free && joint.lower < joint.upper) {
    const auto [low, high] = std::minmax({(joint.lower - follower.offset) / ratio, (joint.upper - follower.offset) / ratio});
    arm.lower[j] = std::max(arm.lower[j], low);
    arm.upper[j] = std::min(arm.upper[j], high);
    if (!(arm.lower[j] < arm.upper[j])) {
      refuse("no position of joint " + arm.joints[j] + " is within its limits and within those of joint " + joint.name +
        ", which follows it; correct the limits or <mimic>");
    }
  }
  arm.velocity[j] = joint.velocity > 0.0 ? std::min(arm.velocity[j], joint.velocity / size) : arm.velocity[j];
  arm.effort[j] = joint.effort > 0.0 ? std::min(arm.effort[j], joint.effort * size) : arm.effort[j];
}

// Walks over what the first joint of the arm carries, in the order of the text.
class Walk
{
public:
  Walk(const RobotDescription & robot, const std::vector<std::size_t> & joints, DescribedArm & arm)
  : robot_(robot), joints_(joints), arm_(arm), bodies_(joints.size()) {}

  // Add a joint, whose parent link has a pose in the frame of moving link `carrier`, and all that it carries.
  void add(std::size_t number, std::size_t carrier, const Pose & parent)
  {
    const RobotJoint & joint = robot_.joints[number];
    const auto found = std::find(joints_.begin(), joints_.end(), number);
    Pose pose;
    if (found == joints_.end()) {
      if (joint.kind == Kind::OTHER) {
        refuse("joint " + joint.name + " on the arm has the type " + joint.type + ", which is not supported");
      }
      if (coupling_of(robot_, joint, arm_.joints)) {
        if (matters(robot_, joint, {})) {
          refuse(
            "joint " + joint.name + " follows joint " + joint.mimic.joint +
            ", but is not between the base and the tip of the arm, and moves a link with mass; add this mass to the links "
            "next to it, or remove <mimic>");
        }
        return;
      }
      pose = parent * step_at(joint, held_at(robot_, joint));
    } else {
      const Matrix frame = frame_on(direction(joint));
      const Pose step = parent * pose_of(joint.origin) * Pose{frame, {}};
      carrier = static_cast<std::size_t>(found - joints_.begin()) + 1;
      torque_core_link & link = arm_.links[carrier - 1];
      std::copy(step.turn.begin(), step.turn.end(), link.turn);
      std::copy(step.origin.begin(), step.origin.end(), link.place);
      link.slides = slides(joint) ? 1 : 0;
      pose = {transposed(frame), {}};
    }
    const RobotLink & link = robot_.links[joint.child_link];
    bodies_[carrier - 1].add(body_of(link, pose));
    arm_.places.push_back({link.name, carrier, pose.turn, pose.origin});
    for (const std::size_t next : link.joints) {
      add(next, carrier, pose);
    }
  }

  // Write the bodies.
  void finish() const
  {
    bool heavy = false;
    for (std::size_t j = 0; j < bodies_.size(); ++j) {
      const Body & body = bodies_[j];
      check_finite(j);
      torque_core_link & link = arm_.links[j];
      const auto & i = body.inertia;
      const double six[] = {i[0], i[4], i[8], i[1], i[2], i[5]};
      link.mass = body.mass;
      std::copy(body.center.begin(), body.center.end(), link.center);
      std::copy(six, six + 6, link.inertia);
      heavy = heavy || body.mass > 0.0;
      const double largest = std::max({std::abs(i[0]), std::abs(i[4]), std::abs(i[8])});
      const double second = i[0] * i[4] - i[1] * i[1] + i[0] * i[8] - i[2] * i[2] + i[4] * i[8] - i[5] * i[5];
      const double third = i[0] * (i[4] * i[8] - i[5] * i[5]) - i[1] * (i[1] * i[8] - i[5] * i[2]) +
        i[2] * (i[1] * i[5] - i[4] * i[2]);
      constexpr double ROUNDING = 1e-12;
      if (
        i[0] + i[4] + i[8] < -ROUNDING * largest || second < -ROUNDING * largest * largest ||
        third < -ROUNDING * largest * largest * largest)
      {
        refuse("the inertia that joint " + name(j) + " carries has a negative moment; correct <inertia>");
      }
    }
    if (!heavy) {
      refuse("no link of the arm has mass, so that every torque would be zero; complete <inertial>");
    }
  }

private:
  const std::string & name(std::size_t j) const {return robot_.joints[joints_[j]].name;}

  // Numbers of the text are finite; their products may not be.
  void check_finite(std::size_t j) const
  {
    const auto & place = arm_.links[j].place;
    const auto finite = [](double value) {return std::isfinite(value);};
    if (!(std::isfinite(bodies_[j].mass) && std::all_of(bodies_[j].center.begin(), bodies_[j].center.end(), finite) &&
      std::all_of(bodies_[j].inertia.begin(), bodies_[j].inertia.end(), finite) &&
      std::all_of(std::begin(place), std::end(place), finite)))
    {
      refuse("what joint " + name(j) + " carries has numbers that are too large; correct them");
    }
  }

  const RobotDescription & robot_;
  const std::vector<std::size_t> & joints_;
  DescribedArm & arm_;
  std::vector<Body> bodies_;
};

// Find the followers among the joints, and take over their limits.
void take_followers(const RobotDescription & robot, const std::vector<std::size_t> & joints, DescribedArm & arm)
{
  for (std::size_t place = 0; place < joints.size(); ++place) {
    const RobotJoint & joint = robot.joints[joints[place]];
    if (const auto found = coupling_of(robot, joint, arm.joints)) {
      arm.followers.push_back({found->multiplier, found->offset, place, found->leader});
      take_limits_of(joint, arm.followers.back(), arm);
    }
  }
  for (const auto & each : arm.followers) {
    const RobotJoint & joint = robot.joints[joints[each.link]];
    const bool turns = std::isinf(arm.lower[each.leader]);
    if (turns && (slides(joint) || std::fmod(each.multiplier, 1.0) != 0.0)) {
      refuse("joint " + joint.name + " follows joint " + arm.joints[each.leader] + ", which is continuous, so that the "
        "angle within a turn does not determine its position; give either of them limits, or a whole multiplier");
    }
  }
}

}  // namespace

DescribedArm described_arm(const RobotDescription & robot, const Selection & part)
{
  DescribedArm arm;
  arm.name = robot.name;
  arm.joints = part.joints.empty() ? found_joints(robot, part) : part.joints;
  const auto joints = arm_joints(robot, arm.joints, part.base, part.tip);
  const RobotJoint & first = robot.joints[joints.front()];
  const std::size_t carries = robot.link(first.parent);
  const auto inner = way_to(robot, carries);
  const bool stands = std::all_of(
    inner.begin(), inner.end(), [&robot](std::size_t j) {return robot.joints[j].kind == Kind::FIXED;});
  const std::size_t root = inner.empty() ? carries : robot.link(robot.joints[inner.front()].parent);
  const std::size_t base = part.base.empty() ? stands ? root : carries : known_link(robot, part.base, "base");
  const auto outer = way_to(robot, base);
  if (outer.size() > inner.size() || !std::equal(outer.begin(), outer.end(), inner.begin())) {
    refuse("link " + part.base + " is not between its root and joint " + first.name + "; give another base");
  }
  Pose mounting, start;
  for (std::size_t k = 0; k < inner.size(); ++k) {
    const RobotJoint & joint = robot.joints[inner[k]];
    if (joint.kind != Kind::FIXED && k < outer.size()) {
      arm.moved_base = joint.name;
    } else if (joint.kind != Kind::FIXED) {
      refuse("joint " + joint.name + " is between the base and the arm of " + listed(arm.joints) + "; name it, too");
    }
    Pose & way = k < outer.size() ? mounting : start;
    way = way * step_at(joint, moves(joint) ? held_at(robot, joint) : 0.0);
  }
  arm.base = robot.links[base].name;
  arm.gravity = turned_back(mounting.turn, {0.0, 0.0, -GRAVITY});
  arm.links.resize(joints.size());
  Walk walk(robot, joints, arm);
  walk.add(joints.front(), 0, start);
  walk.finish();
  const std::string & last = robot.joints[joints.back()].child;
  std::stable_partition(
    arm.places.begin(), arm.places.end(), [&last](const LinkPlace & place) {return place.link == last;});
  arm.tip = part.tip.empty() ? last : part.tip;
  const auto tip = std::find_if(
    arm.places.begin(), arm.places.end(), [&arm](const LinkPlace & place) {return place.link == arm.tip;});
  if (tip == arm.places.end() || tip->carrier != joints.size()) {
    refuse("the tip " + arm.tip + " is not fixed to the last link " + last + "; give a link that is");
  }
  for (const auto & name : arm.joints) {
    take_limits(robot.joints[robot.joint(name)], arm);
  }
  take_followers(robot, joints, arm);
  arm.digest = digest_of(robot, arm.joints);
  return arm;
}

void set_limits(const DescribedArm & arm, torque_core_settings & settings)
{
  const auto fill = [](const std::vector<double> & given, double * row) {std::copy(given.begin(), given.end(), row);};
  fill(arm.lower, settings.lower);
  fill(arm.upper, settings.upper);
  fill(arm.velocity, settings.velocity);
  fill(arm.effort, settings.motor_torque);
  fill(arm.dry, settings.coulomb_positive);
  fill(arm.dry, settings.coulomb_negative);
  fill(arm.viscous, settings.viscous);
}

}  // namespace arm_description
