// Settings of a gate that do not depend on the arm, with the defaults of puma560_dynamics.
#pragma once

#include "torque_core_types.h"

namespace torque_core_cpp
{

inline constexpr double RATE_FROM_LIMIT = @rate_from_limit@;  // 1/s, torque rate as a multiple of the motor torque

inline void set_usual(torque_core_settings & settings)
{
@usual_settings@
}

}  // namespace torque_core_cpp
