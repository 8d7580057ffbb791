// Torque of a chain of links by the recursive Newton-Euler equations (Luh, Walker and Paul 1980), without functions that
// are generated for the arm; the same as models/recursive/newton_euler.py.
#pragma once

#include <algorithm>
#include <array>

#include "bodies.hpp"
#include "chain.hpp"

namespace torque_core_
{

class NewtonEuler
{
public:
  NewtonEuler(const torque_core_model & model, const torque_core_settings & settings)
  : chain_(model), joints_(model.joints), n_(links_of(model))
  {
    for (std::size_t k = 0; k < 3; ++k) {
      gravity_[k] = settings.gravity_vector[k];
    }
    for (std::size_t j = 0; model.links != nullptr && j < n_; ++j) {
      const torque_core_link & link = model.links[j];
      bodies_[j] = body_of(link.mass, link.center, link.inertia);
    }
    for (std::size_t j = 0; j < joints_; ++j) {
      motors_[j] = settings.motor_inertia[j];
    }
    if (n_ > 0) {
      bare_ = bodies_[n_ - 1];
      set(settings.payload);
    }
  }

  // Set the pose for the following calls.
  void at(const double * q) {chain_.at(q);}

  // Set the body that the last link carries.
  void set(const torque_core_payload & load)
  {
    Body & last = bodies_[n_ - 1];
    const Body added = body_of(load.mass, load.center, load.inertia);
    last.mass = bare_.mass + added.mass;
    for (std::size_t k = 0; k < 3; ++k) {
      last.moment[k] = bare_.moment[k] + added.moment[k];
    }
    for (std::size_t k = 0; k < 6; ++k) {
      last.inertia[k] = bare_.inertia[k] + added.inertia[k];
    }
  }

  // Compute the torque with or without gravity and the motors' inertia.
  void torque(
    const double * qd, const double * qdd, bool weight, bool motors, double * result) const
  {
    std::array<Vector, TORQUE_CORE_MAX_JOINTS> forces, moments;
    Joints first, second;
    const double * rates = chain_.following().rates(qd, first);
    const double * accelerations = chain_.following().rates(qdd, second);
    Vector omega{}, alpha{}, linear{};
    for (std::size_t k = 0; weight && k < 3; ++k) {
      linear[k] = -gravity_[k];
    }
    for (std::size_t j = 0; j < n_; ++j) {
      chain_.outward(j, rates[j], accelerations[j], omega, alpha, linear);
      wrench_of(bodies_[j], omega, alpha, linear, forces[j], moments[j]);
    }
    inward(forces, moments, result);
    for (std::size_t j = 0; motors && j < joints_; ++j) {
      result[j] += motors_[j] * qdd[j];
    }
  }

  // Compute the torque that holds the links still.
  void gravity(double * result) const
  {
    std::array<Vector, TORQUE_CORE_MAX_JOINTS> forces, moments;
    Vector linear{-gravity_[0], -gravity_[1], -gravity_[2]};
    for (std::size_t j = 0; j < n_; ++j) {
      chain_.onto(j, linear);
      forces[j] = {bodies_[j].mass * linear[0], bodies_[j].mass * linear[1], bodies_[j].mass * linear[2]};
      moments[j] = cross(bodies_[j].moment, linear);
    }
    inward(forces, moments, result);
  }

  // Compute gravity, inertia (without the motors), Coriolis and centrifugal torque into rows 0, 1, 3 and 4 of n.
  void terms(const double * qd, const double * qdd, double * rows) const
  {
    const Joints still{};
    Joints velocity{}, alone{};
    double * coriolis = rows + 3 * joints_;
    double * centrifugal = rows + 4 * joints_;
    gravity(rows);
    torque(still.data(), qdd, false, false, rows + joints_);
    torque(qd, still.data(), false, false, velocity.data());
    for (std::size_t j = 0; j < joints_; ++j) {
      centrifugal[j] = 0.0;
    }
    for (std::size_t j = 0; j < joints_; ++j) {  // the only velocity terms when one joint moves alone
      Joints one{};
      one[j] = qd[j];
      torque(one.data(), still.data(), false, false, alone.data());
      for (std::size_t i = 0; i < joints_; ++i) {
        centrifugal[i] += alone[i];
      }
    }
    for (std::size_t j = 0; j < joints_; ++j) {
      coriolis[j] = velocity[j] - centrifugal[j];
    }
  }

private:
  // Propagate forces and moments about the origins inwards, and compute the torques; forces and moments are changed.
  void inward(
    std::array<Vector, TORQUE_CORE_MAX_JOINTS> & forces,
    std::array<Vector, TORQUE_CORE_MAX_JOINTS> & moments, double * result) const
  {
    Joints room;
    const bool direct = !chain_.following().any();
    double * torques = direct ? result : room.data();
    for (std::size_t j = n_; j-- > 0; ) {
      torques[j] = chain_.slides(j) ? forces[j][2] : moments[j][2];
      if (j > 0) {
        chain_.back(j, forces[j]);
        chain_.back(j, moments[j]);
        add(moments[j], cross(chain_.place(j), forces[j]));
        add(forces[j - 1], forces[j]);
        add(moments[j - 1], moments[j]);
      }
    }
    if (!direct) {
      std::fill(result, result + joints_, 0.0);
      chain_.following().add(room, result);
    }
  }

  Chain chain_;
  std::size_t joints_, n_;  // number of joints with motors, and of links
  Vector gravity_{};
  std::array<Body, TORQUE_CORE_MAX_JOINTS> bodies_{};
  Body bare_{};  // the last link without payload
  Joints motors_{};
};

}  // namespace torque_core_
