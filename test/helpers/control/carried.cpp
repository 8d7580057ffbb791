// What the core carries beyond its model, callable alone: Python then adds the same numbers in the same order.
#include "carried.hpp"

namespace
{

torque_core_::Carried carried_at(
  const torque_core_model * model, const torque_core_settings * settings, const double * q)
{
  torque_core_::Carried carried(*model, *settings);
  carried.at(q);
  return carried;
}

}  // namespace

extern "C" void carried_add_torque(
  const torque_core_model * model, const torque_core_settings * settings, const double * q, const double * qd,
  const double * qdd, double * torque)
{
  carried_at(model, settings, q).add_torque(qd, qdd, true, torque);
}

extern "C" double carried_inertia(
  const torque_core_model * model, const torque_core_settings * settings, const double * q, int joint)
{
  return carried_at(model, settings, q).inertia_at(static_cast<std::size_t>(joint));
}
