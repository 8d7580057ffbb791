// Torque in addition to the model: that of a payload, and of the links' weights under another gravity.
//
// Newton-Euler recursion along a chain of links without inertia: the motion of the last link outwards, then forces and
// moments of the payload and of the weights inwards. The torque is linear in both, so it is added to the model's torque.
#pragma once

#include <array>

#include "chain.hpp"

namespace torque_core_
{

class Carried
{
public:
  Carried(const torque_core_model & model, const torque_core_settings & settings)
  : chain_(model), joints_(model.joints), n_(links_of(model)), load_(settings.payload)
  {
    for (std::size_t k = 0; k < 3; ++k) {
      gravity_[k] = settings.gravity_vector[k];
      tilt_[k] = settings.gravity_vector[k] - model.gravity_vector[k];
      tilted_ = tilted_ || tilt_[k] != 0.0;
    }
  }

  // Return whether there is torque to add.
  bool any() const {return tilted_ || load_.mass > 0.0;}
  void set(const torque_core_payload & load) {load_ = load;}

  // Set the pose for the following calls.
  void at(const double * q) {chain_.at(q);}

  // Add the torque, with or without the weights.
  void add_torque(const double * qd, const double * qdd, bool weight, double * torque) const
  {
    std::array<Vector, TORQUE_CORE_MAX_JOINTS> down{};
    Joints first, second;
    const double * rates = chain_.following().rates(qd, first);
    const double * accelerations = chain_.following().rates(qdd, second);
    Vector omega{}, alpha{}, linear{}, tilt{};
    for (std::size_t k = 0; weight && k < 3; ++k) {
      linear[k] = -gravity_[k];
      tilt[k] = tilt_[k];
    }
    for (std::size_t j = 0; j < n_; ++j) {
      chain_.outward(j, rates[j], accelerations[j], omega, alpha, linear);
      chain_.onto(j, tilt);
      down[j] = tilt;
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
    add_torque(still.data(), qdd, false, rows + joints_);
    add_torque(qd, still.data(), false, velocity.data());
    for (std::size_t j = 0; j < joints_; ++j) {  // centrifugal terms: the only velocity terms when one joint moves alone
      Joints one{};
      one[j] = qd[j];
      add_torque(one.data(), still.data(), false, alone.data());
    }
    for (std::size_t j = 0; j < joints_; ++j) {
      rows[3 * joints_ + j] += velocity[j] - alone[j];
      rows[4 * joints_ + j] += alone[j];
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
    Joints room;
    const bool direct = !chain_.following().any();
    double * sums = direct ? torque : room.data();
    if (!direct) {
      room.fill(0.0);
    }
    for (std::size_t j = n_; j-- > 0; ) {
      const torque_core_link & link = chain_.link(j);
      if (weights) {
        const Vector weight{-link.mass * down[j][0], -link.mass * down[j][1], -link.mass * down[j][2]};
        add(force, weight);
        add(moment, cross({link.center[0], link.center[1], link.center[2]}, weight));
      }
      sums[j] += chain_.slides(j) ? force[2] : moment[2];
      chain_.back(j, force);
      chain_.back(j, moment);
      add(moment, cross(chain_.place(j), force));
    }
    if (!direct) {
      chain_.following().add(room, torque);
    }
  }

  Chain chain_;
  std::size_t joints_, n_;  // number of joints with motors, and of links
  torque_core_payload load_;
  Vector gravity_{}, tilt_{};
  bool tilted_ = false;
};

}  // namespace torque_core_
