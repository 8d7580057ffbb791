// Frames of a chain of links at a pose, and vectors in them.
#pragma once

#include <array>
#include <cmath>

#include "following.hpp"
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

using Turn = std::array<double, 9>;  // rotation matrix, by rows

inline Vector rotated(const Turn & r, const Vector & v)
{
  return {
    r[0] * v[0] + r[1] * v[1] + r[2] * v[2], r[3] * v[0] + r[4] * v[1] + r[5] * v[2],
    r[6] * v[0] + r[7] * v[1] + r[8] * v[2]};
}

inline Turn product(const Turn & a, const Turn & b)
{
  Turn result{};
  for (std::size_t i = 0; i < 9; i += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      result[i + k] = a[i] * b[k] + a[i + 1] * b[k + 3] + a[i + 2] * b[k + 6];
    }
  }
  return result;
}

class Chain
{
public:
  explicit Chain(const torque_core_model & model)
  : n_(links_of(model)), following_(model)
  {
    for (std::size_t j = 0; model.links != nullptr && j < n_; ++j) {
      links_[j] = model.links[j];
    }
  }

  const Following & following() const {return following_;}
  std::size_t links() const {return n_;}
  const torque_core_link & link(std::size_t j) const {return links_[j];}
  bool slides(std::size_t j) const {return links_[j].slides != 0;}

  // Set the pose, by the positions of the joints with motors, for the following calls.
  void at(const double * driven)
  {
    Joints room;
    const double * q = following_.positions(driven, room);
    for (std::size_t j = 0; j < n_; ++j) {
      const double * turn = links_[j].turn;
      Turn & now = turns_[j];
      places_[j] = {links_[j].place[0], links_[j].place[1], links_[j].place[2]};
      if (slides(j)) {
        for (std::size_t k = 0; k < 9; ++k) {
          now[k] = turn[k];
        }
        for (std::size_t k = 0; k < 3; ++k) {
          places_[j][k] += q[j] * turn[3 * k + 2];
        }
      } else {
        const double c = std::cos(q[j]), s = std::sin(q[j]);
        for (std::size_t k = 0; k < 9; k += 3) {
          now[k] = c * turn[k] + s * turn[k + 1];
          now[k + 1] = c * turn[k + 1] - s * turn[k];
          now[k + 2] = turn[k + 2];
        }
      }
    }
  }

  // Return the origin of the frame of link `j` in the frame of the link before it, and the rotation (by rows) between them.
  const Vector & place(std::size_t j) const {return places_[j];}
  const Turn & turn(std::size_t j) const {return turns_[j];}

  // Transform a vector from the axes of the link before joint `j` to those of the link after it; `back` is the inverse.
  void onto(std::size_t j, Vector & v) const
  {
    const Turn & r = turns_[j];
    v = {
      r[0] * v[0] + r[3] * v[1] + r[6] * v[2], r[1] * v[0] + r[4] * v[1] + r[7] * v[2],
      r[2] * v[0] + r[5] * v[1] + r[8] * v[2]};
  }

  void back(std::size_t j, Vector & v) const {v = rotated(turns_[j], v);}

  // Carry angular velocity, angular acceleration and acceleration of the origin from the link before joint `j`, in its
  // axes, to the link after it.
  void outward(std::size_t j, double qd, double qdd, Vector & omega, Vector & alpha, Vector & linear) const
  {
    add(linear, cross(alpha, place(j)));
    add(linear, cross(omega, cross(omega, place(j))));
    onto(j, linear);
    onto(j, omega);
    onto(j, alpha);
    if (slides(j)) {
      linear[0] += 2.0 * omega[1] * qd;
      linear[1] -= 2.0 * omega[0] * qd;
      linear[2] += qdd;
    } else {
      alpha[0] += omega[1] * qd;
      alpha[1] -= omega[0] * qd;
      alpha[2] += qdd;
      omega[2] += qd;
    }
  }

private:
  std::size_t n_;
  std::array<torque_core_link, TORQUE_CORE_MAX_JOINTS> links_{};
  std::array<Turn, TORQUE_CORE_MAX_JOINTS> turns_{};
  std::array<Vector, TORQUE_CORE_MAX_JOINTS> places_{};
  Following following_;
};

// Axes of the joints, points on them, and a point that is fixed to a link, in the frame before the first joint.
class ChainAxes
{
public:
  // Compute them for the pose of `chain`; `fixed` is the point in the frame of the last of the first `links` links.
  void at(const Chain & chain, const Vector & fixed, std::size_t links)
  {
    turn = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
    Vector origin{};
    n_ = links;
    for (std::size_t j = 0; j < n_; ++j) {
      add(origin, rotated(turn, chain.place(j)));
      turn = product(turn, chain.turn(j));
      axes[j] = {turn[2], turn[5], turn[8]};
      origins[j] = origin;
      slides_[j] = chain.slides(j);
    }
    point = origin;
    add(point, rotated(turn, fixed));
  }

  // Compute the torques of the joints of the links up to there for a unit force along `direction` at the point;
  // `Following::add` has those of the motors.
  void along(const Vector & direction, Joints & result) const
  {
    for (std::size_t j = 0; j < n_; ++j) {
      Vector arm = axes[j];
      if (!slides_[j]) {
        arm = cross(axes[j], {point[0] - origins[j][0], point[1] - origins[j][1], point[2] - origins[j][2]});
      }
      result[j] = direction[0] * arm[0] + direction[1] * arm[1] + direction[2] * arm[2];
    }
  }

  std::array<Vector, TORQUE_CORE_MAX_JOINTS> axes{}, origins{};
  Vector point{};
  Turn turn{};  // rotation of the link, by rows

private:
  std::size_t n_ = 0;
  std::array<bool, TORQUE_CORE_MAX_JOINTS> slides_{};
};

}  // namespace torque_core_
