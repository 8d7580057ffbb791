// Numbers and generated functions of @arm@, parameters @digest@.
#include "compiled_arm.hpp"

#include <cmath>
#include <iterator>

#include "@model@.h"

namespace torque_core_cpp
{

namespace
{

constexpr torque_core_link LINKS[] = {
@links@
};

}  // namespace

ArmNumbers compiled_arm()
{
  if (!(@model@_selftest() < @model_upper@_SELFTEST_LIMIT)) {
    throw Error("the compiled model of @arm@ gives wrong numbers; compile it without -ffast-math, for this processor");
  }
  ArmNumbers found;
  found.names = {@quoted_joints@};
  found.links.assign(std::begin(LINKS), std::end(LINKS));
  found.model = {
    @n@, @model@_torque, @model@_gravity, @model@_kinetic_energy_matrix, @model@_all_elements, nullptr,
    {@gravity_vector@}, nullptr, 0};
  auto & settings = found.settings;
@arm_settings@
  found.complete = true;
  return found;
}

}  // namespace torque_core_cpp
