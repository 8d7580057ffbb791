// Choose the compiled model that was made for the numbers of a robot description. No ROS.
#pragma once

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "arm.hpp"
#include "chain.hpp"
#include "joint_poses.hpp"

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

// Return the poses of the moving links at position zero, in the frame before the first joint, which is the first of them.
inline std::vector<arm_description::Pose> poses_at_zero(const torque_core_model & model)
{
  const torque_core_::Joints zero{};
  torque_core_::Chain chain(model);
  chain.at(zero.data());
  std::vector<arm_description::Pose> found(1);
  for (std::size_t j = 0; j < chain.links(); ++j) {
    found.push_back(found.back() * arm_description::Pose{chain.turn(j), chain.place(j)});
  }
  return found;
}

// Set base link and gravity of an arm; `base` is the pose of the frame before the first joint in the frame of the base link.
inline void move_base(Arm & arm, const arm_description::Pose & base, const arm_description::DescribedArm & found)
{
  const auto turned = arm_description::transposed(base.turn);
  const auto vector = torque_core_::rotated(turned, found.gravity);
  arm.base_link = found.base;
  std::copy(turned.begin(), turned.end(), arm.base);
  std::copy(base.origin.begin(), base.origin.end(), arm.base_origin);
  std::copy(found.gravity.begin(), found.gravity.end(), arm.gravity);
  turn_gravity(arm, vector.data(), arm.usual);
}

// Give a model the names, the frames, the base and the gravity of a description: mounting and massless links may differ from
// those that it was made for. Return why it does not fit; empty if it fits.
inline std::string as_described(Arm & model, const arm_description::DescribedArm & found)
{
  using arm_description::Pose;
  const auto & made_for = model.descriptions;
  if (std::find(made_for.begin(), made_for.end(), found.digest) == made_for.end()) {
    return "it was made for other numbers";
  }
  const auto renamed = renaming(model.joints, found.joints);
  if (!renamed) {
    return "the names of its joints differ by more than a prefix";
  }
  if (!found.followers.empty()) {
    return "joints of the description follow others";
  }
  torque_core_model described{};
  described.joints = found.links.size();
  described.links = found.links.data();
  const auto own = poses_at_zero(model.model()), theirs = poses_at_zero(described);
  const Frame * known = nullptr;  // the frame in the model of a link that the first joint moves
  const auto first = std::find_if(
    found.places.begin(), found.places.end(), [&](const Frame & place) {
      const auto same = std::find_if(
        model.frames.begin(), model.frames.end(), [&](const Frame & each) {
          return each.carrier == 1 && place.carrier == 1 && !each.link.empty() && renamed->of(each.link) == place.link;
        });
      known = same == model.frames.end() ? nullptr : &*same;
      return known != nullptr;
    });
  if (known == nullptr) {
    return "the link that its first joint moves has another name";
  }
  const auto pose = [](const Frame & frame) {return Pose{frame.turn, frame.origin};};
  const Pose base = theirs[1] * pose(*first) * arm_description::inverse(own[1] * pose(*known));
  std::vector<Frame> frames(1);
  for (const Frame & place : found.places) {
    const Pose in_model = arm_description::inverse(base * own[place.carrier]) * theirs[place.carrier] * pose(place);
    frames.push_back({place.link, place.carrier, in_model.turn, in_model.origin});
    if (place.link == found.tip) {
      frames.front() = frames.back();
      frames.front().link = "";
    }
  }
  model.last_link = frames[1].link;
  model.tip = found.tip;
  model.frames = std::move(frames);
  model.joints = found.joints;
  move_base(model, base, found);
  return "";
}

// Return the only model that fits a description, as `as_described` makes it, or the only one of them with its joint names;
// without one an arm without name. `others` gets a sentence for each model that was made for these numbers and does not fit.
// Throws std::invalid_argument if several fit.
inline Arm fitting_model(
  std::vector<Arm> models, const arm_description::DescribedArm & found, std::vector<std::string> & others)
{
  std::vector<Arm> fitting, namesakes;  // the latter have the names of the description, as one of two equal arms
  for (auto & model : models) {
    const bool named = model.joints == found.joints;
    const auto & made_for = model.descriptions;
    const bool same = std::find(made_for.begin(), made_for.end(), found.digest) != made_for.end();
    const std::string name = model.plugin;
    const std::string reason = as_described(model, found);
    if (reason.empty()) {
      (named ? namesakes : fitting).push_back(std::move(model));
    } else if (same) {
      others.push_back(name + " was made for this description, but " + reason);
    }
  }
  fitting = namesakes.empty() ? fitting : namesakes;
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
