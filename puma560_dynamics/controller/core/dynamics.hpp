// The model with its payload and gravity, from the arm's generated functions or from the recursive equations of its links.
#pragma once

#include <array>

#include "carried.hpp"
#include "newton_euler.hpp"

namespace torque_core_
{

class Dynamics
{
public:
  Dynamics(const torque_core_model & model, const torque_core_settings & settings)
  : model_(model), n_(model.joints), motor_inertia_(joints_of(settings.motor_inertia, model.joints)),
    recursive_(model.torque == nullptr), carried_(model, settings), recursion_(model, settings)
  {
  }

  void set_payload(const torque_core_payload & payload)
  {
    if (recursive_) {
      recursion_.set(payload);
    } else {
      carried_.set(payload);
    }
  }

  // Set the pose for the following calls; `q` must remain valid until the last of them.
  void at(const double * q)
  {
    q_ = q;
    if (recursive_) {
      recursion_.at(q);
    } else if (carried_.any()) {
      carried_.at(q);
    }
  }

  void gravity(double * result) const
  {
    if (recursive_) {
      recursion_.gravity(result);
      return;
    }
    model_.gravity(q_, result);
    if (carried_.any()) {
      carried_.add_gravity(result);
    }
  }

  void torque(const double * qd, const double * qdd, double * result) const
  {
    if (recursive_) {
      recursion_.torque(qd, qdd, true, true, result);
      return;
    }
    model_.torque(q_, qd, qdd, result);
    if (carried_.any()) {
      carried_.add_torque(qd, qdd, true, result);
    }
  }

  // Compute gravity, inertia, motor inertia, Coriolis and centrifugal torque, 5 rows of n.
  void terms(const double * qd, const double * qdd, double * rows)
  {
    if (recursive_) {
      recursion_.terms(qd, qdd, rows);
    } else {
      products(qd, qdd, rows);
    }
    for (std::size_t j = 0; j < n_; ++j) {
      rows[2 * n_ + j] = motor_inertia_[j] * qdd[j];
    }
  }

  // Compute the diagonal of the kinetic energy matrix.
  void inertias(Joints & result) const
  {
    if (!recursive_) {
      std::array<double, MOST * MOST> matrix{};
      model_.kinetic_energy_matrix(q_, matrix.data());
      for (std::size_t j = 0; j < n_; ++j) {
        result[j] = matrix[j * n_ + j] + (carried_.any() ? carried_.inertia_at(j) : 0.0);
      }
      return;
    }
    const Joints still{};
    for (std::size_t j = 0; j < n_; ++j) {
      Joints one{}, column{};
      one[j] = 1.0;
      recursion_.torque(still.data(), one.data(), false, true, column.data());
      result[j] = column[j];
    }
  }

private:
  static constexpr std::size_t MOST = TORQUE_CORE_MAX_JOINTS;

  // Compute the rows of `terms` from the elements, apart from the motors' own.
  void products(const double * qd, const double * qdd, double * rows)
  {
    model_.all_elements(q_, elements_.data());
    const double * a = elements_.data();
    const double * b = a + n_ * n_;
    const double * c = b + n_ * (n_ * (n_ - 1) / 2);
    const double * g = c + n_ * n_;
    for (std::size_t j = 0; j < n_; ++j) {
      double inertia = 0.0, coriolis = 0.0, centrifugal = 0.0;
      for (std::size_t k = 0; k < n_; ++k) {
        inertia += *a++ * qdd[k];
        centrifugal += *c++ * (qd[k] * qd[k]);
        for (std::size_t l = k + 1; l < n_; ++l) {
          coriolis += *b++ * (qd[k] * qd[l]);
        }
      }
      rows[j] = g[j];
      rows[n_ + j] = inertia - motor_inertia_[j] * qdd[j];
      rows[3 * n_ + j] = coriolis;
      rows[4 * n_ + j] = centrifugal;
    }
    if (carried_.any()) {
      carried_.add_terms(qd, qdd, rows);
    }
  }

  torque_core_model model_;
  std::size_t n_;
  Joints motor_inertia_;
  bool recursive_;
  Carried carried_;
  NewtonEuler recursion_;
  const double * q_ = nullptr;
  std::array<double, MOST * MOST * 2 + MOST * (MOST * (MOST - 1) / 2) + MOST> elements_{};
};

}  // namespace torque_core_
