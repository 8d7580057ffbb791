// Torques of @arm@ that Python computed; compared to nine digits of the largest one.
#pragma once

#include "arm.hpp"

namespace @package@::golden
{

struct State
{
  arm::Numbers q, gravity;
};

inline constexpr State STATES[] = {
@golden@
};

}  // namespace @package@::golden
