// Rigid bodies that are fixed to links, and the forces and moments that their motion needs.
#pragma once

#include <array>

#include "chain.hpp"

namespace torque_core_
{

// A rigid body about the origin of its link's frame.
struct Body
{
  double mass;
  Vector moment;                  // mass times center of mass, kg m
  std::array<double, 6> inertia;  // about the origin, kg m^2
};

// Return the body with a center of mass and an inertia about it.
inline Body body_of(double mass, const double * c, const double * i)
{
  return {
    mass, {mass * c[0], mass * c[1], mass * c[2]},
    {i[0] + mass * (c[1] * c[1] + c[2] * c[2]), i[1] + mass * (c[0] * c[0] + c[2] * c[2]),
      i[2] + mass * (c[0] * c[0] + c[1] * c[1]), i[3] - mass * c[0] * c[1], i[4] - mass * c[0] * c[2],
      i[5] - mass * c[1] * c[2]}};
}

// Compute force and moment about the origin for angular velocity, angular acceleration and the acceleration of the origin.
inline void wrench_of(
  const Body & body, const Vector & omega, const Vector & alpha, const Vector & linear, Vector & force, Vector & moment)
{
  force = {body.mass * linear[0], body.mass * linear[1], body.mass * linear[2]};
  add(force, cross(alpha, body.moment));
  add(force, cross(omega, cross(omega, body.moment)));
  moment = times(body.inertia.data(), alpha);
  add(moment, cross(omega, times(body.inertia.data(), omega)));
  add(moment, cross(body.moment, linear));
}

}  // namespace torque_core_
