// Joints that follow others: the positions of the joints of all links are a linear function of those of the joints with
// motors, q_links = F q + f; the same as arm/follower.py. Power is conserved, so torque = F^T torque_links.
#pragma once

#include <array>

#include "joints.hpp"

namespace torque_core_
{

// Return the number of links.
inline std::size_t links_of(const torque_core_model & model) {return model.joints + model.followers_count;}

// Return a sentence on the first error in numbers of joints, links and followers; NULL without an error.
inline const char * wrong_followers(const torque_core_model & model)
{
  if (model.joints < 1 || model.joints > TORQUE_CORE_MAX_JOINTS) {
    return "joints: expected 1 to 16";
  }
  if (model.followers_count == 0) {
    return nullptr;
  }
  if (model.followers_count > TORQUE_CORE_MAX_JOINTS - model.joints) {
    return "followers_count: expected at most 16 links together with the joints";
  }
  if (model.links == nullptr || model.torque != nullptr) {
    return "followers: expected links without functions";
  }
  if (model.followers == nullptr) {
    return "followers: expected as many as followers_count";
  }
  for (std::size_t k = 0; k < model.followers_count; ++k) {
    const torque_core_follower & each = model.followers[k];
    if (
      each.link >= links_of(model) || each.leader >= model.joints || (k > 0 && each.link <= model.followers[k - 1].link))
    {
      return "followers: expected indices of links in rising order, and of joints with motors as leaders";
    }
    if (!measurable(&each.multiplier, 1) || !measurable(&each.offset, 1)) {
      return "followers: expected a finite multiplier and offset";
    }
  }
  return nullptr;
}

class Following
{
public:
  explicit Following(const torque_core_model & model)
  : joints_(model.joints), count_(model.followers_count)
  {
    std::size_t link = 0, next = 0;
    for (std::size_t j = 0; j < joints_; ++link) {
      if (next < count_ && model.followers[next].link == link) {
        ++next;
      } else {
        places_[j++] = link;
      }
    }
    for (std::size_t k = 0; k < count_; ++k) {
      followers_[k] = model.followers[k];
    }
  }

  bool any() const {return count_ > 0;}

  // Return the link that joint `j` moves.
  std::size_t place(std::size_t j) const {return places_[j];}

  // Return the positions of the joints of all links, in `room` if some follow others; or their velocities or accelerations.
  const double * positions(const double * q, Joints & room) const {return any() ? spread_out(q, 1.0, room) : q;}
  const double * rates(const double * qd, Joints & room) const {return any() ? spread_out(qd, 0.0, room) : qd;}

  // Add the torques of the joints with motors, from those at all links.
  void add(const Joints & of_links, double * torque) const
  {
    for (std::size_t j = 0; j < joints_; ++j) {
      torque[j] += of_links[places_[j]];
    }
    for (std::size_t k = 0; k < count_; ++k) {
      torque[followers_[k].leader] += followers_[k].multiplier * of_links[followers_[k].link];
    }
  }

private:
  const double * spread_out(const double * values, double offsets, Joints & room) const
  {
    for (std::size_t j = 0; j < joints_; ++j) {
      room[places_[j]] = values[j];
    }
    for (std::size_t k = 0; k < count_; ++k) {
      const torque_core_follower & each = followers_[k];
      room[each.link] = each.multiplier * values[each.leader] + offsets * each.offset;
    }
    return room.data();
  }

  std::size_t joints_, count_;
  std::array<std::size_t, TORQUE_CORE_MAX_JOINTS> places_{};
  std::array<torque_core_follower, TORQUE_CORE_MAX_JOINTS> followers_{};
};

}  // namespace torque_core_
