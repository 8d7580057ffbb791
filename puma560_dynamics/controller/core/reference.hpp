// Where the arm shall be: positions, velocities, accelerations.
#pragma once

#include "joints.hpp"

namespace torque_core_
{

struct Reference
{
  Joints position{}, velocity{}, acceleration{};
};

}  // namespace torque_core_
