// Values of ros2_control's interfaces, and the time of the torque path.
#pragma once

#include <time.h>

#include <chrono>
#include <limits>

namespace @package@
{

inline constexpr double NO_NUMBER = std::numeric_limits<double>::quiet_NaN();

// Return the steady time, s, neither simulated nor adjusted. On Linux it continues during sleep, so that sleep is a pause.
inline double steady()
{
#ifdef CLOCK_BOOTTIME
  timespec found{};
  if (clock_gettime(CLOCK_BOOTTIME, &found) == 0) {
    return static_cast<double>(found.tv_sec) + 1e-9 * static_cast<double>(found.tv_nsec);
  }
#endif
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template<typename Interface>
double value_of(const Interface & handle)
{
  const auto value = handle.get_optional();
  return value ? *value : NO_NUMBER;
}

}  // namespace @package@
