// Values of ros2_control's interfaces, and the time of the torque path.
#pragma once

#include <chrono>
#include <limits>

namespace @package@
{

inline constexpr double NO_NUMBER = std::numeric_limits<double>::quiet_NaN();

// Steady time: neither simulated nor adjusted.
inline double steady()
{
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template<typename Interface>
double value_of(const Interface & handle)
{
  const auto value = handle.get_optional();
  return value ? *value : NO_NUMBER;
}

}  // namespace @package@
