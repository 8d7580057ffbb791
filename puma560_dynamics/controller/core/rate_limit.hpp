// Rate limit of a torque: removal towards the safe torque may be faster than growth.
#pragma once

namespace torque_core_
{

// Return the torque of one joint after `dt` seconds on the way from `last` to `aim`; the same as
// control/gate/torque_targets.py.
inline double limit_rate(double last, double aim, double safe, double growth, double removal, double dt)
{
  if (last < 0.0) {
    return -limit_rate(-last, -aim, -safe, growth, removal, dt);
  }
  // Removal leads down to the knee: the safe torque if it lies between zero and `last`, else the nearer end.
  const double knee = safe < 0.0 ? 0.0 : safe > last ? last : safe;
  const double goal = aim < knee ? knee : aim > last ? last : aim;
  const double way = last - goal;
  if (way > removal * dt) {
    return last - removal * dt;
  }
  // The rest of the time is growth, up or down.
  const double left = dt - way / removal;
  const double step = left > 0.0 ? growth * left : 0.0;
  if (aim > goal + step) {
    return goal + step;
  }
  if (aim < goal - step) {
    return goal - step;
  }
  return aim;
}

}  // namespace torque_core_
