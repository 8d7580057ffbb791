// Torque in addition to the model: that of a payload, and of the links' weights under another gravity.
//
// Newton-Euler recursion along a chain of links without inertia: the motion of the last link outwards, then forces and
// moments of the payload and of the weights inwards. The torque is linear in both, so it is added to the model's torque.
#pragma once

#include <array>
#include <cmath>

#include "joints.hpp"

namespace torque_core_
{

using Vector = std::array<double, 3>;

inline Vector cross(const Vector & a, const Vector & b)
{
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

inline void add(Vector & sum, const Vector & part)
{
  for (std::size_t k = 0; k < 3; ++k) {
    sum[k] += part[k];
  }
}

// Return a symmetric tensor (Ixx, Iyy, Izz, Ixy, Ixz, Iyz) times a vector.
inline Vector times(const double * i, const Vector & v)
{
  return {
    i[0] * v[0] + i[3] * v[1] + i[4] * v[2], i[3] * v[0] + i[1] * v[1] + i[5] * v[2],
    i[4] * v[0] + i[5] * v[1] + i[2] * v[2]};
}

class Carried
{
public:
  Carried(const torque_core_model & model, const torque_core_settings & settings)
  : n_(model.joints), load_(settings.payload)
  {
    for (std::size_t k = 0; k < 3; ++k) {
      gravity_[k] = settings.gravity_vector[k];
      tilt_[k] = settings.gravity_vector[k] - model.gravity_vector[k];
      tilted_ = tilted_ || tilt_[k] != 0.0;
    }
    for (std::size_t j = 0; model.links != nullptr && j < n_; ++j) {
      links_[j] = model.links[j];
    }
  }

  // Return whether there is torque to add.
  bool any() const {return tilted_ || load_.mass > 0.0;}
  void set(const torque_core_payload & load) {load_ = load;}

  // Set the pose for the following calls.
  void at(const double * q)
  {
    for (std::size_t j = 0; j < n_; ++j) {
      const torque_core_link & link = links_[j];
      const double angle = link.slides != 0 ? link.offset : q[j] + link.offset;
      const double along = link.slides != 0 ? link.d + q[j] : link.d;
      cos_[j] = std::cos(angle);
      sin_[j] = std::sin(angle);
      place_[j] = {link.a, -link.sin_alpha * along, link.cos_alpha * along};
    }
  }

  // Add the torque, with or without the weights.
  void add_torque(const double * qd, const double * qdd, bool weight, double * torque) const
  {
    std::array<Vector, TORQUE_CORE_MAX_JOINTS> down{};
    Vector omega{}, alpha{}, linear{}, tilt{};
    for (std::size_t k = 0; weight && k < 3; ++k) {
      linear[k] = -gravity_[k];
      tilt[k] = tilt_[k];
    }
    for (std::size_t j = 0; j < n_; ++j) {
      add(linear, cross(alpha, place_[j]));
      add(linear, cross(omega, cross(omega, place_[j])));
      onto(j, linear);
      onto(j, omega);
      onto(j, alpha);
      onto(j, tilt);
      down[j] = tilt;
      if (links_[j].slides != 0) {
        linear[0] += 2.0 * omega[1] * qd[j];
        linear[1] -= 2.0 * omega[0] * qd[j];
        linear[2] += qdd[j];
      } else {
        alpha[0] += omega[1] * qd[j];
        alpha[1] -= omega[0] * qd[j];
        alpha[2] += qdd[j];
        omega[2] += qd[j];
      }
    }
    const Vector center{load_.center[0], load_.center[1], load_.center[2]};
    add(linear, cross(omega, cross(omega, center)));
    add(linear, cross(alpha, center));
    Vector force{load_.mass * linear[0], load_.mass * linear[1], load_.mass * linear[2]};
    Vector moment = cross(center, force);
    add(moment, times(load_.inertia, alpha));
    add(moment, cross(omega, times(load_.inertia, omega)));
    inward(force, moment, down, weight && tilted_, torque);
  }

  void add_gravity(double * torque) const
  {
    const Joints still{};
    add_torque(still.data(), still.data(), true, torque);
  }

  // Add gravity, inertia, Coriolis and centrifugal torque to the 5 rows of n terms.
  void add_terms(const double * qd, const double * qdd, double * rows) const
  {
    const Joints still{};
    Joints velocity{}, alone{};
    add_gravity(rows);
    add_torque(still.data(), qdd, false, rows + n_);
    add_torque(qd, still.data(), false, velocity.data());
    for (std::size_t j = 0; j < n_; ++j) {  // centrifugal terms: the only velocity terms when one joint moves alone
      Joints one{};
      one[j] = qd[j];
      add_torque(one.data(), still.data(), false, alone.data());
    }
    for (std::size_t j = 0; j < n_; ++j) {
      rows[3 * n_ + j] += velocity[j] - alone[j];
      rows[4 * n_ + j] += alone[j];
    }
  }

  // Return a diagonal element of the payload's part of the kinetic energy matrix.
  double inertia_at(std::size_t joint) const
  {
    const Joints still{};
    Joints one{}, torque{};
    one[joint] = 1.0;
    add_torque(still.data(), one.data(), false, torque.data());
    return torque[joint];
  }

private:
  // Propagate force and moment about the origin of the last frame inwards, add the links' weights, and add the joint
  // torques to `torque`.
  void inward(
    Vector force, Vector moment, const std::array<Vector, TORQUE_CORE_MAX_JOINTS> & down, bool weights,
    double * torque) const
  {
    for (std::size_t j = n_; j-- > 0; ) {
      const torque_core_link & link = links_[j];
      if (weights) {
        const Vector weight{-link.mass * down[j][0], -link.mass * down[j][1], -link.mass * down[j][2]};
        add(force, weight);
        add(moment, cross({link.center[0], link.center[1], link.center[2]}, weight));
      }
      torque[j] += link.slides != 0 ? force[2] : moment[2];
      back(j, force);
      back(j, moment);
      add(moment, cross(place_[j], force));
    }
  }

  // Transform a vector from the axes of the link before joint `j` to those of the link after it; `back` is the inverse.
  void onto(std::size_t j, Vector & v) const
  {
    const double ca = links_[j].cos_alpha, sa = links_[j].sin_alpha;
    const double y = ca * v[1] + sa * v[2], z = ca * v[2] - sa * v[1];
    v = {cos_[j] * v[0] + sin_[j] * y, cos_[j] * y - sin_[j] * v[0], z};
  }

  void back(std::size_t j, Vector & v) const
  {
    const double ca = links_[j].cos_alpha, sa = links_[j].sin_alpha;
    const double x = cos_[j] * v[0] - sin_[j] * v[1], y = sin_[j] * v[0] + cos_[j] * v[1], z = v[2];
    v = {x, ca * y - sa * z, sa * y + ca * z};
  }

  std::size_t n_;
  std::array<torque_core_link, TORQUE_CORE_MAX_JOINTS> links_{};
  torque_core_payload load_;
  Vector gravity_{}, tilt_{};
  bool tilted_ = false;
  Joints cos_{}, sin_{};
  std::array<Vector, TORQUE_CORE_MAX_JOINTS> place_{};
};

}  // namespace torque_core_
