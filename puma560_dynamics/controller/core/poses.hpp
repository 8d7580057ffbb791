// Poses of an arm that are spread evenly over its position limits, the same as `Arm.poses`.
#pragma once

#include <cmath>
#include <cstddef>

#include "constants.hpp"
#include "joints.hpp"

namespace torque_core_
{

// Return coordinate `j` of point `number`, 1 or more, of an additive recurrence: a number from 0 to 1.
template<std::size_t SIZE>
double spread(std::size_t number, const double (& primes)[SIZE], std::size_t j)
{
  return std::fmod(static_cast<double>(number) * std::sqrt(primes[j % SIZE]), 1.0);
}

// Return pose `number`, 1 or more.
inline Joints pose(const torque_core_settings & settings, std::size_t n, std::size_t number)
{
  Joints q{};
  for (std::size_t j = 0; j < n; ++j) {
    const bool turns = continuous(settings.lower[j], settings.upper[j]);
    const double low = turns ? -0.5 * TURN : settings.lower[j], high = turns ? 0.5 * TURN : settings.upper[j];
    q[j] = low + spread(number, joint_arrays::POSE_PRIMES, j) * (high - low);
  }
  return q;
}

}  // namespace torque_core_
