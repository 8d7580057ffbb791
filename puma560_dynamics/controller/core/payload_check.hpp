// Check that a payload is a physical body, and that the arm can hold it; the same as models/payload.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "carried.hpp"
#include "joints.hpp"
#include "poses.hpp"
#include "symmetric.hpp"

namespace torque_core_
{

inline constexpr double BODY_ROUNDING = 1e-9;  // relative tolerance of principal moments

// Return the principal moments of inertia.
inline Vector principal_moments(const double * inertia)
{
  const double * i = inertia;
  Square<3> moments{{{i[0], i[3], i[4]}, {i[3], i[1], i[5]}, {i[4], i[5], i[2]}}};
  diagonalize(moments, 3);
  return {moments[0][0], moments[1][1], moments[2][2]};
}

// Return a sentence on the error in the numbers of a payload; NULL without an error.
inline const char * wrong_body(const torque_core_payload & load)
{
  if (!(load.mass >= 0.0) || !(load.mass <= LARGEST)) {
    return "payload mass: expected a finite number of 0 or more, kg";
  }
  if (!measurable(load.center, 3)) {
    return "payload center of mass: expected three finite numbers, m";
  }
  if (!measurable(load.inertia, 6)) {
    return "payload inertia: expected six finite numbers, kg m^2";
  }
  const Vector moments = principal_moments(load.inertia);
  const double least = std::min({moments[0], moments[1], moments[2]});
  const double most = std::max({moments[0], moments[1], moments[2]});
  const double sum = moments[0] + moments[1] + moments[2];
  if (!(least >= -BODY_ROUNDING * std::max(most, 0.0)) || !(2.0 * most <= (1.0 + BODY_ROUNDING) * sum)) {
    return "payload inertia: expected principal moments of a body, none negative, none larger than the others' sum";
  }
  if (load.mass == 0.0 && any(load.inertia, 6)) {
    return "payload inertia: given without a mass; give the mass, too";
  }
  return nullptr;
}

// Also check that the arm at rest can hold the payload's weight in evenly spread poses.
inline const char * wrong_payload(
  const torque_core_model & model, const torque_core_settings & settings, const torque_core_payload & load)
{
  if (const char * found = wrong_body(load)) {
    return found;
  }
  if (load.mass == 0.0) {
    return nullptr;
  }
  if (model.links == nullptr) {
    return "payload: expected the links of the model";
  }
  torque_core_settings alone = settings;
  alone.payload = load;
  torque_core_model weightless = model;  // the model's own gravity, so that the weights of the links are not added
  std::copy(settings.gravity_vector, settings.gravity_vector + 3, weightless.gravity_vector);
  Carried carried(weightless, alone);
  for (std::size_t number = 1; number <= payload_model::WEIGHED_POSES; ++number) {
    const Joints q = pose(settings, model.joints, number);
    Joints torque{};
    carried.at(q.data());
    carried.add_gravity(torque.data());
    for (std::size_t j = 0; j < model.joints; ++j) {
      if (!(std::abs(torque[j]) <= settings.motor_torque[j])) {
        return "payload: its weight alone exceeds the maximum torque of a joint; expected kg and m, check the decimal "
               "point";
      }
    }
  }
  return nullptr;
}

}  // namespace torque_core_
