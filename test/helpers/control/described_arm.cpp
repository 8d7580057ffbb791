// The arm of a robot description, callable from Python.
#include "described_arm.hpp"

#include <cstring>
#include <memory>
#include <sstream>

#include "newton_euler.hpp"

using arm_description::DescribedArm;

namespace
{

std::vector<std::string> words(const char * text)
{
  std::istringstream stream(text);
  std::vector<std::string> found;
  for (std::string word; std::getline(stream, word, ','); ) {
    found.push_back(word);
  }
  return found;
}

torque_core_model model_of(const DescribedArm & arm)
{
  return {
    arm.joints.size(), nullptr, nullptr, nullptr, nullptr, arm.links.data(),
    {arm.gravity[0], arm.gravity[1], arm.gravity[2]}, arm.followers.data(), arm.followers.size()};
}

}  // namespace

// Return the arm; NULL with a sentence for a description that cannot be used.
extern "C" DescribedArm * arm_create(
  const char * text, std::size_t size, const char * joints, const char * base, const char * tip, char * error,
  std::size_t room)
{
  try {
    const auto robot = arm_description::read_robot(std::string(text, size));
    return new DescribedArm(arm_description::described_arm(robot, {words(joints), base, tip}));
  } catch (const arm_description::DescriptionError & wrong) {
    std::strncpy(error, wrong.what(), room - 1);
    return nullptr;
  }
}

extern "C" void arm_destroy(DescribedArm * arm) {delete arm;}

// Write the names of joints, base, tip and the joint that moves the base.
extern "C" std::size_t arm_names(const DescribedArm * arm, char * out, std::size_t room)
{
  std::string text;
  for (const auto & joint : arm->joints) {
    text += joint + ",";
  }
  text += arm->base + "," + arm->tip + "," + arm->moved_base;
  std::strncpy(out, text.c_str(), room - 1);
  return arm->joints.size();
}

// Write gravity (3), then lower, upper, velocity, effort, viscous and dry for each joint; return the digest.
extern "C" std::uint64_t arm_numbers(const DescribedArm * arm, double * out)
{
  out = std::copy(arm->gravity.begin(), arm->gravity.end(), out);
  for (const auto * each : {&arm->lower, &arm->upper, &arm->velocity, &arm->effort, &arm->viscous, &arm->dry}) {
    out = std::copy(each->begin(), each->end(), out);
  }
  return arm->digest;
}

// Write the torque of a motion.
extern "C" void arm_torque(
  const DescribedArm * arm, const double * q, const double * qd, const double * qdd, double * torque)
{
  torque_core_settings settings{};
  std::copy(arm->gravity.begin(), arm->gravity.end(), settings.gravity_vector);
  torque_core_::NewtonEuler equations(model_of(*arm), settings);
  equations.at(q);
  equations.torque(qd, qdd, true, true, torque);
}

// Write rotation (by rows) and origin of a link in the frame of the base; return whether the link moves.
extern "C" int arm_pose(const DescribedArm * arm, const char * link, const double * q, double * out)
{
  for (const auto & place : arm->places) {
    if (place.link == link) {
      torque_core_::Chain chain(model_of(*arm));
      torque_core_::ChainAxes axes;
      chain.at(q);
      axes.at(chain, place.origin, place.carrier);
      const auto turn = torque_core_::product(axes.turn, place.turn);
      out = std::copy(turn.begin(), turn.end(), out);
      std::copy(axes.point.begin(), axes.point.end(), out);
      return 1;
    }
  }
  return 0;
}
