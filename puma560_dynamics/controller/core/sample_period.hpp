// Measured period of joint states, which gives the velocity of one encoder count.
#pragma once

#include <algorithm>

namespace torque_core_
{

inline constexpr double GROWTH = 1.02;  // a lost sample must not count as a longer period

class SamplePeriod
{
public:
  double seconds() const {return seconds_;}

  void update(double dt)
  {
    if (dt > 0.0) {
      seconds_ = seconds_ > 0.0 ? std::min(dt, GROWTH * seconds_) : dt;
    }
  }

private:
  double seconds_ = 0.0;
};

}  // namespace torque_core_
