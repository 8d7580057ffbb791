// What a handle of the C interface stands for.
#pragma once

#include "settings.hpp"
#include "torque_loop.hpp"

struct torque_core
{
  torque_core_model model;
  torque_core_::TorqueLoop loop;
};
