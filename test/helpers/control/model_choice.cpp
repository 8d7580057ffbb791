// The choice of a compiled model for a robot description, callable from Python.
#include "model_choice.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "built_in.hpp"
#include "description_check.hpp"
#include "robot_reading.hpp"

namespace
{

std::string listed(const std::vector<std::string> & names)
{
  std::string found;
  for (const auto & name : names) {
    found += (found.empty() ? "" : ",") + name;
  }
  return found;
}

std::vector<std::string> split(const char * names)
{
  std::vector<std::string> found;
  std::istringstream stream(names);
  for (std::string name; std::getline(stream, name, ','); ) {
    found.push_back(name);
  }
  return found;
}

}  // namespace

// Read the bodies of a description with which a compiled model of these joints is compared. Return whether they can be compared;
// otherwise `words` has the reason.
extern "C" int compared(const char * text, const char * joints, char * words, std::size_t room)
{
  try {
    feedforward_controller::robot_of(arm_description::read_robot(text), split(joints));
    return 1;
  } catch (const arm_description::DescriptionError & error) {
    std::snprintf(words, room, "%s", error.what());
    return 0;
  }
}

// Compare the model that is chosen for a description with it, under gravity (m/s^2, 3) that is given in the frame of the base.
extern "C" void compare_chosen(const char * text, const char * joints, const double * gravity, char * words, std::size_t room)
{
  using feedforward_controller::Vector;
  const auto robot = arm_description::read_robot(text);
  const auto named = split(joints);
  std::vector<std::string> others;
  auto arm = feedforward_controller::fitting_model(
    {*built_in()}, arm_description::described_arm(robot, {named, "", ""}), others);
  Vector given{gravity[0], gravity[1], gravity[2]}, vector{};
  for (std::size_t i = 0; i < 9; ++i) {
    vector[i / 3] += arm.base[i] * given[i % 3];
  }
  turn_gravity(arm, vector.data(), arm.usual);
  auto tree = feedforward_controller::robot_of(robot, named);
  const auto found = feedforward_controller::description_difference(
    arm, tree, feedforward_controller::gravity_at_root(robot, arm.base_link, given), arm.usual.gravity_vector, {}, nullptr, named.data());
  std::snprintf(words, room, "%s;%s", arm.base_link.c_str(), found.c_str());
}

// Write the arm that fits a description as text: its joints; base; tip; last link; links that move; and sentences on models that
// do not fit. `numbers` (21 + n): base by rows, its origin, gravity, gravity vector, bound of the error at rest, origin of the tip. `copies`: number
// of models (negative: the names of the last one begin with left_) that were made for `digest`, or for the model's own description if it is 0. Return 1 if one fits, 0 if none does, and
// -1, with a sentence, if several do.
extern "C" int choose_model(
  const char * text, const char * joints, const char * base, const char * tip, int copies, std::uint64_t digest, char * words,
  std::size_t room, double * numbers)
{
  const auto named = split(joints);
  try {
    const auto found = arm_description::described_arm(arm_description::read_robot(text), {named, base, tip});
    std::vector<feedforward_controller::Arm> models;
    for (int k = 0; k < std::abs(copies); ++k) {
      models.push_back(*built_in());
      models.back().plugin = "model" + std::to_string(k);
      models.back().compiled = true;
      if (digest != 0) {
        models.back().descriptions = {digest};
      }
    }
    if (copies < 0) {  // the last one is of an arm with a prefix
      for (auto & joint : models.back().joints) {
        joint = "left_" + joint;
      }
      for (auto & frame : models.back().frames) {
        frame.link = frame.link.empty() ? "" : "left_" + frame.link;
      }
    }
    std::vector<std::string> others;
    const auto arm = feedforward_controller::fitting_model(models, found, others);
    std::vector<std::string> links;
    for (const auto & frame : arm.frames) {
      links.push_back(frame.link);
    }
    std::snprintf(
      words, room, "%s;%s;%s;%s;%s;%s", listed(arm.joints).c_str(), arm.base_link.c_str(), arm.tip.c_str(),
      arm.last_link.c_str(), listed(links).c_str(), listed(others).c_str());
    std::copy(std::begin(arm.base), std::end(arm.base), numbers);
    std::copy(std::begin(arm.base_origin), std::end(arm.base_origin), numbers + 9);
    std::copy(std::begin(arm.gravity), std::end(arm.gravity), numbers + 12);
    std::copy(std::begin(arm.usual.gravity_vector), std::end(arm.usual.gravity_vector), numbers + 15);
    std::copy_n(arm.usual.contact_still, arm.n(), numbers + 18);
    if (arm.compiled) {
      std::copy_n(arm.frames.front().origin.begin(), 3, numbers + 18 + arm.n());
    }
    return arm.compiled ? 1 : 0;
  } catch (const std::invalid_argument & error) {
    std::snprintf(words, room, "%s", error.what());
    return -1;
  }
}
