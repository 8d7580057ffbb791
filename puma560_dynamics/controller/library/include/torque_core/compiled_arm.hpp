// The arm whose model is compiled into this library: @arm@, parameters @digest@.
#pragma once

#include "arm_model.hpp"

namespace torque_core_cpp
{

// Return the arm, for ArmModel; its `model` has the generated functions. Throws Error if the functions give other numbers
// on this machine than where they were generated.
ArmNumbers compiled_arm();

}  // namespace torque_core_cpp
