// A reference: positions, velocities and accelerations that the arm should follow.
#pragma once

#include "joints.hpp"

namespace torque_core_
{

struct Reference
{
  Joints position{}, velocity{}, acceleration{};
};

}  // namespace torque_core_
