// Compute the torque for a joint state as the sum of those model terms that are switched on; the same as
// control/feed_forward/feed_forward.py.
#pragma once

#include <array>
#include <cstdint>

#include "dynamics.hpp"
#include "friction.hpp"
#include "joints.hpp"
#include "sample_period.hpp"

namespace torque_core_
{

class FeedForward
{
public:
  FeedForward(const torque_core_model & model, const torque_core_settings & settings)
  : dynamics_(model, settings), n_(model.joints), motor_inertia_(joints_of(settings.motor_inertia, model.joints)),
    friction_(model.joints, settings),
    compensated_(settings.hardware_compensates_gravity != 0)
  {
    set_terms(settings.terms);
  }

  // Set the active terms, without gravity if the hardware compensates it.
  void set_terms(std::uint32_t terms) {terms_ = compensated_ ? terms & ~std::uint32_t{TORQUE_CORE_GRAVITY} : terms;}

  // Payload and friction scale are used from the next sample on.
  void set_payload(const torque_core_payload & payload) {dynamics_.set_payload(payload);}
  void set_friction(double scale) {friction_.set(scale);}

  // Note the time between the last measured states, for the dead band of friction.
  void sampled(double dt) {period_.update(dt);}

  // Compute the torque at a state, and the torque that holds the arm still there; `reference_velocity` may be NULL.
  // Return false if the acceleration is not finite.
  bool command(
    const double * q, const double * qd, const double * qdd, const double * reference_velocity, double * total,
    double * hold)
  {
    if (!all_finite(qdd, n_)) {
      return false;
    }
    Joints gravity{};
    sum(q, qd, qdd, total, gravity.data());
    if (terms_ & TORQUE_CORE_FRICTION) {
      Joints friction{};
      add_friction(qd, reference_velocity, friction.data());
      for (std::size_t j = 0; j < n_; ++j) {
        total[j] += friction[j];
      }
    }
    for (std::size_t j = 0; j < n_; ++j) {
      hold[j] = compensated_ ? 0.0 : gravity[j];
    }
    return true;
  }

  // Compute the torque of an arm that is guided by hand: gravity, friction at the measured velocity, and `guiding`.
  void guided(const double * q, const double * qd, const double * guiding, double * total, double * hold)
  {
    Joints gravity{}, friction{};
    dynamics_.at(q);
    dynamics_.gravity(gravity.data());
    friction_.at_measured(qd, period_.seconds(), friction.data());
    for (std::size_t j = 0; j < n_; ++j) {
      hold[j] = compensated_ ? 0.0 : gravity[j];
      total[j] = hold[j] + friction[j] + guiding[j];
    }
  }

  // Return the terms that the torque of a guided arm sums.
  std::uint32_t guided_terms() const
  {
    return (compensated_ ? 0U : std::uint32_t{TORQUE_CORE_GRAVITY}) | TORQUE_CORE_FRICTION | TORQUE_CORE_GUIDING;
  }

  // Compute all terms that can be switched, 6 rows of n.
  void terms(
    const double * q, const double * qd, const double * qdd, const double * reference_velocity, double * rows)
  {
    dynamics_.at(q);
    dynamics_.terms(qd, qdd, rows);
    add_friction(qd, reference_velocity, rows + 5 * n_);
  }

  // Compute the torque of the whole model with its payload, whatever terms are active; without gravity if `less_gravity`.
  void model_torque(const double * q, const double * qd, const double * qdd, bool less_gravity, double * torque)
  {
    dynamics_.at(q);
    dynamics_.torque(qd, qdd, torque);
    if (less_gravity) {
      Joints gravity{};
      dynamics_.gravity(gravity.data());
      for (std::size_t j = 0; j < n_; ++j) {
        torque[j] -= gravity[j];
      }
    }
  }

private:
  static constexpr std::size_t MOST = TORQUE_CORE_MAX_JOINTS;

  void add_friction(const double * qd, const double * reference_velocity, double * torque) const
  {
    if (reference_velocity != nullptr) {
      friction_.at_reference(reference_velocity, torque);  // closes no feedback loop
    } else {
      friction_.at_measured(qd, period_.seconds(), torque);
    }
  }

  // Compute the sum of the active model terms, and gravity; compute separate terms only where necessary.
  void sum(const double * q, const double * qd, const double * qdd, double * total, double * gravity)
  {
    const bool moves = (terms_ & TORQUE_CORE_CORIOLIS) != 0, drives = (terms_ & TORQUE_CORE_INERTIA) != 0;
    const bool holds = (terms_ & TORQUE_CORE_GRAVITY) != 0, motors = (terms_ & TORQUE_CORE_MOTOR_INERTIA) != 0;
    if (moves != ((terms_ & TORQUE_CORE_CENTRIFUGAL) != 0)) {
      sum_of_terms(q, qd, qdd, total, gravity);
      return;
    }
    dynamics_.at(q);
    dynamics_.gravity(gravity);
    if ((moves && any(qd, n_)) || (drives && any(qdd, n_))) {
      const Joints still{};
      dynamics_.torque(moves ? qd : still.data(), drives ? qdd : still.data(), total);
      for (std::size_t j = 0; j < n_ && !holds; ++j) {
        total[j] = total[j] - gravity[j];
      }
    } else {
      for (std::size_t j = 0; j < n_; ++j) {
        total[j] = holds ? gravity[j] : 0.0;
      }
    }
    for (std::size_t j = 0; j < n_ && drives != motors; ++j) {
      const double motor = motor_inertia_[j] * qdd[j];
      total[j] = drives ? total[j] - motor : total[j] + motor;
    }
  }

  void sum_of_terms(const double * q, const double * qd, const double * qdd, double * total, double * gravity)
  {
    std::array<double, 5 * MOST> rows{};
    dynamics_.at(q);
    dynamics_.terms(qd, qdd, rows.data());
    for (std::size_t j = 0; j < n_; ++j) {
      gravity[j] = rows[j];
      total[j] = 0.0;
      for (std::size_t term = 0; term < 5; ++term) {
        if (terms_ & (std::uint32_t{1} << term)) {
          total[j] += rows[term * n_ + j];
        }
      }
    }
  }

  Dynamics dynamics_;
  std::size_t n_;
  Joints motor_inertia_;
  Friction friction_;
  SamplePeriod period_{};
  bool compensated_;
  std::uint32_t terms_ = 0;
};

}  // namespace torque_core_
