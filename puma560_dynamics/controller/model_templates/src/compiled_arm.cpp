// The arm of this package.
#include "compiled_arm.hpp"

#include <algorithm>

#include "@model@.h"
#include "arm_numbers.hpp"

namespace @package@
{

feedforward_controller::Arm compiled_arm()
{
  feedforward_controller::Arm found;
  found.name = "@arm@";
  found.digest = arm::DIGEST;
  found.joints = {@quoted_joints@};
  found.descriptions = {@descriptions@};
  found.functions = {
    arm::JOINTS, @model@_torque, @model@_gravity, @model@_kinetic_energy_matrix, @model@_all_elements, nullptr,
    {arm::GRAVITY_VECTOR[0], arm::GRAVITY_VECTOR[1], arm::GRAVITY_VECTOR[2]}, nullptr, 0};
  found.links.assign(arm::LINKS, arm::LINKS + arm::JOINTS);
  auto & usual = found.usual;
  const auto fill = [](const auto & numbers, double * row) {std::copy(numbers.begin(), numbers.end(), row);};
  fill(arm::MAXIMUM_TORQUE, usual.motor_torque);
  fill(arm::LOWER, usual.lower);
  fill(arm::UPPER, usual.upper);
  fill(arm::VELOCITY, usual.velocity);
  fill(arm::ACCELERATION_LIMIT, usual.acceleration_limit);
  fill(arm::MOTOR_INERTIA, usual.motor_inertia);
@friction_fields@
  fill(arm::HOLD_TORQUE, usual.guiding_hold_torque);
  fill(arm::LEAST_INERTIA, usual.guiding_inertia);
  fill(arm::GRAVITY_ERROR, found.gravity_error.data());
  fill(arm::CONTACT_ACCELERATION, usual.contact_acceleration);
@contact_fields@
  fill(arm::CONTACT_TILTED, found.contact_tilted.data());
  usual.contact_unknown = arm::CONTACT_UNKNOWN;
  usual.contact_model_widths = arm::CONTACT_MODEL_WIDTHS;
  usual.contact_noise_widths = arm::CONTACT_NOISE_WIDTHS;
  found.compiled = true;
  found.pinned = arm::PINNED;
  found.base_link = arm::BASE_LINK;
  std::copy(std::begin(arm::BASE), std::end(arm::BASE), found.base);
  for (std::size_t k = 0; k < 3; ++k) {
    found.base_origin[k] = arm::BASE_ORIGIN[k];
    found.gravity[k] = arm::GRAVITY[k];
    usual.gravity_vector[k] = arm::GRAVITY_VECTOR[k];
  }
  for (const auto & each : arm::FRAMES) {
    found.frames.push_back({each.link, each.carrier, each.turn, each.origin});
  }
  found.tip = arm::TIP;
  found.last_link = arm::LAST_LINK;
  found.selftest = []() {return @model@_selftest() < @model_upper@_SELFTEST_LIMIT;};
  return found;
}

}  // namespace @package@
