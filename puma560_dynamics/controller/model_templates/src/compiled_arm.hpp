// The arm of this package: its numbers, and its model as compiled functions.
#pragma once

#include "feedforward_controller/arm.hpp"

namespace @package@
{

feedforward_controller::Arm compiled_arm();

}  // namespace @package@
