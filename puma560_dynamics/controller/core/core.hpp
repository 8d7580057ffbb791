// The object behind a handle of the C interface.
#pragma once

#include "settings.hpp"
#include "torque_loop.hpp"

struct torque_core
{
  torque_core(const torque_core_model & given, const torque_core_settings & settings)
  : model(given), loop(given, settings)
  {
    for (std::size_t j = 0; given.links != nullptr && j < torque_core_::links_of(given); ++j) {
      links[j] = given.links[j];
    }
    for (std::size_t k = 0; k < given.followers_count; ++k) {
      followers[k] = given.followers[k];
    }
    model.links = given.links != nullptr ? links : nullptr;
    model.followers = followers;
  }

  torque_core_link links[TORQUE_CORE_MAX_JOINTS] = {};
  torque_core_follower followers[TORQUE_CORE_MAX_JOINTS] = {};
  torque_core_model model;
  torque_core_::TorqueLoop loop;
};
