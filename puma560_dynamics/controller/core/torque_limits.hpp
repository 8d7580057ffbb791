// Limits of the torque of one joint: the clamp, and the soft margin before a position limit.
#pragma once

namespace torque_core_
{

inline double clamp(double torque, double limit)
{
  if (torque > limit) {
    return limit;
  }
  if (torque < -limit) {
    return -limit;
  }
  return torque;
}

// Reduce a torque that drives the joint towards a position limit, within the soft margin of the limit; at the limit only
// the gravity load is left.
inline double soften(
  double torque, double gravity, double limit, double position, double lower, double upper, double margin)
{
  const double drive = torque - gravity;
  const double room = drive > 0.0 ? upper - position : position - lower;
  if (room > 0.0 && room >= margin) {
    return torque;
  }
  const double share = room > 0.0 ? room / margin : 0.0;
  return clamp(gravity + share * drive, limit);  // rounding may push the sum past the limit
}

}  // namespace torque_core_
