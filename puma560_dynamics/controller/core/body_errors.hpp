// Effects on the torque of errors in the numbers of the links, for an arm without tolerances; the same as
// `assumed_factor` of arm/tolerances.py.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "bodies.hpp"
#include "chain.hpp"
#include "joints.hpp"

namespace torque_core_
{

// Independent errors: of each link's mass, moment and inertia together, and of the inertia of each motor, with a standard
// deviation that is a fraction of their values; and of each center of mass, as the same fraction of the radius of gyration.
class BodyErrors
{
public:
  BodyErrors(const torque_core_model & model, const torque_core_settings & settings, double fraction)
  : chain_(model), joints_(model.joints), n_(links_of(model))
  {
    for (std::size_t j = 0; j < n_; ++j) {
      const torque_core_link & link = model.links[j];
      Body & body = bodies_[j];
      body = body_of(link.mass, link.center, link.inertia);
      body.mass *= fraction;
      for (double & moment : body.moment) {
        moment *= fraction;
      }
      for (double & inertia : body.inertia) {
        inertia *= fraction;
      }
      const double trace = link.inertia[0] + link.inertia[1] + link.inertia[2];
      moments_[j] = fraction * std::sqrt(0.5 * link.mass * std::max(trace, 0.0));
    }
    for (std::size_t j = 0; j < joints_; ++j) {
      motors_[j] = fraction * settings.motor_inertia[j];
    }
  }

  // Set the pose for the following calls.
  void at(const Joints & q) {chain_.at(q.data());}

  // Return the standard deviation of the torque of each joint, with gravity in the frame before the first joint.
  Joints deviation(const double * gravity, const Joints & qd, const Joints & qdd) const
  {
    Vector omega{}, alpha{}, linear{-gravity[0], -gravity[1], -gravity[2]}, force, moment;
    Joints squares{}, first, second;
    const double * rates = chain_.following().rates(qd.data(), first);
    const double * accelerations = chain_.following().rates(qdd.data(), second);
    const auto add_squares = [&](std::size_t link) {
        const Joints torque = inward(link, force, moment);
        for (std::size_t j = 0; j < joints_; ++j) {
          squares[j] += torque[j] * torque[j];
        }
      };
    for (std::size_t j = 0; j < n_; ++j) {
      chain_.outward(j, rates[j], accelerations[j], omega, alpha, linear);
      wrench_of(bodies_[j], omega, alpha, linear, force, moment);
      add_squares(j);
      for (std::size_t k = 0; k < 3; ++k) {
        Body moved{};
        moved.moment[k] = moments_[j];
        wrench_of(moved, omega, alpha, linear, force, moment);
        add_squares(j);
      }
    }
    for (std::size_t j = 0; j < joints_; ++j) {
      const double motor = motors_[j] * qdd[j];
      squares[j] = std::sqrt(squares[j] + motor * motor);
    }
    return squares;
  }

  // Return the torque of each joint that holds a body at the origin of the last link's frame, by its mass in kg.
  Joints carried(const double * gravity, double mass) const
  {
    Vector linear{-gravity[0], -gravity[1], -gravity[2]};
    for (std::size_t j = 0; j < n_; ++j) {
      chain_.onto(j, linear);
    }
    const Vector force{mass * linear[0], mass * linear[1], mass * linear[2]};
    return inward(n_ - 1, force, {});
  }

private:
  // Return the torque of each joint for a force and a moment about the origin of link `last`.
  Joints inward(std::size_t last, Vector force, Vector moment) const
  {
    Joints of_links{}, torque{};
    for (std::size_t j = last + 1; j-- > 0; ) {
      of_links[j] = chain_.slides(j) ? force[2] : moment[2];
      chain_.back(j, force);
      chain_.back(j, moment);
      add(moment, cross(chain_.place(j), force));
    }
    chain_.following().add(of_links, torque.data());
    return torque;
  }

  Chain chain_;
  std::size_t joints_, n_;  // number of joints with motors, and of links
  std::array<Body, TORQUE_CORE_MAX_JOINTS> bodies_{};  // each with the error of its numbers in place of them
  Joints moments_{}, motors_{};
};

}  // namespace torque_core_
