// Where the arm should be: positions, velocities, accelerations.
#pragma once

#include "joints.hpp"

namespace torque_core_
{

struct Reference
{
  Joints position{}, velocity{}, acceleration{};
};

}  // namespace torque_core_
