// Choose the compiled model that was made for the numbers of a robot description. No ROS.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "arm.hpp"

namespace @package@
{

// How the names of a description differ from those of a model: by what stands before them.
struct Renaming
{
  std::string model, described;

  std::string of(const std::string & name) const
  {
    return name.compare(0, model.size(), model) == 0 ? described + name.substr(model.size()) : name;
  }
};

// Return the renaming that turns the joints of a model into those of a description; none if there is none.
inline std::optional<Renaming> renaming(
  const std::vector<std::string> & model, const std::vector<std::string> & described)
{
  if (described.size() != model.size()) {
    return {};
  }
  const auto & one = model.front();
  const auto & other = described.front();
  const auto shared = std::mismatch(one.rbegin(), one.rend(), other.rbegin(), other.rend());
  const Renaming found{{one.begin(), shared.first.base()}, {other.begin(), shared.second.base()}};
  for (std::size_t j = 0; j < model.size(); ++j) {
    if (described[j] != found.of(model[j])) {
      return {};
    }
  }
  return found;
}

// Set base link and gravity of an arm, which stand in the frame of `base`; `place` is the present base link in that frame.
inline void move_base(
  Arm & arm, const std::string & base, const arm_description::LinkPlace & place, const std::array<double, 3> & gravity)
{
  double turned[9] = {}, origin[3] = {}, vector[3] = {};
  for (std::size_t i = 0; i < 3; ++i) {
    origin[i] = place.origin[i];
    for (std::size_t k = 0; k < 3; ++k) {
      origin[i] += place.turn[3 * i + k] * arm.base_origin[k];
      for (std::size_t l = 0; l < 3; ++l) {
        turned[3 * i + k] += arm.base[3 * i + l] * place.turn[3 * k + l];
      }
      vector[i] += turned[3 * i + k] * gravity[k];
    }
  }
  arm.base_link = base;
  std::copy(turned, turned + 9, arm.base);
  std::copy(origin, origin + 3, arm.base_origin);
  std::copy(gravity.begin(), gravity.end(), arm.gravity);
  turn_gravity(arm, vector, arm.usual);
}

// Give a model the names, the base and the gravity of a description. Return why it does not fit; empty if it fits. `tip`: link
// at the end of the arm, or empty.
inline std::string as_described(Arm & model, const arm_description::DescribedArm & found, const std::string & tip)
{
  const auto & made_for = model.descriptions;
  if (std::find(made_for.begin(), made_for.end(), found.digest) == made_for.end()) {
    return "it was made for other numbers";
  }
  const auto renamed = renaming(model.joints, found.joints);
  if (!renamed) {
    return "the names of its joints differ by more than a prefix";
  }
  const std::string base = renamed->of(model.base_link);
  const auto place = std::find_if(
    found.still.begin(), found.still.end(), [&base](const auto & each) {return each.link == base;});
  if (place == found.still.end()) {
    return "no link " + base + " carries the arm";
  }
  for (auto & frame : model.frames) {
    frame.link = frame.link.empty() ? "" : renamed->of(frame.link);
  }
  if (!tip.empty()) {
    const auto end = std::find_if(
      model.frames.begin(), model.frames.end(), [&tip](const auto & each) {return each.link == tip;});
    if (end == model.frames.end()) {
      return "it has no link " + tip;
    }
    model.frames.front() = *end;
    model.frames.front().link = "";
    model.tip = tip;
  } else {
    model.tip = renamed->of(model.tip);
  }
  model.last_link = renamed->of(model.last_link);
  model.joints = found.joints;
  move_base(model, found.base, *place, found.gravity);
  return "";
}

// Return the only model that fits a description, as `as_described` makes it; without one an arm without name. `others` gets a
// sentence for each model that was made for these numbers and does not fit. Throws std::invalid_argument if several fit.
inline Arm fitting_model(
  std::vector<Arm> models, const arm_description::DescribedArm & found, const std::string & tip,
  std::vector<std::string> & others)
{
  std::vector<Arm> fitting;
  for (auto & model : models) {
    const auto & made_for = model.descriptions;
    const bool same = std::find(made_for.begin(), made_for.end(), found.digest) != made_for.end();
    const std::string name = model.plugin;
    const std::string reason = as_described(model, found, tip);
    if (reason.empty()) {
      fitting.push_back(std::move(model));
    } else if (same) {
      others.push_back(name + " was made for this description, but " + reason);
    }
  }
  if (fitting.size() > 1) {
    std::string names;
    for (const auto & each : fitting) {
      names += (names.empty() ? "" : " and ") + each.plugin;
    }
    throw std::invalid_argument(
            "the models " + names + " were made for this robot description; name one of them with the parameter model");
  }
  return fitting.empty() ? Arm{} : fitting.front();
}

}  // namespace @package@
