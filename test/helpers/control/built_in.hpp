// The arm whose model a test compiles.
#pragma once

#include "compiled_arm.hpp"

inline const feedforward_controller::Arm * built_in()
{
  static const feedforward_controller::Arm found = PACKAGE::compiled_arm();
  return &found;
}
