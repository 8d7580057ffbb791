// Compute gravity torques, inertia torques and joint axes from the bodies of a robot description; no ROS.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "arm.hpp"

namespace @package@
{

using Vector = std::array<double, 3>;
using Matrix = std::array<double, 9>;  // row by row

inline Vector operator+(const Vector & a, const Vector & b) {return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};}
inline Vector operator-(const Vector & a, const Vector & b) {return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};}
inline double dot(const Vector & a, const Vector & b) {return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];}

inline Vector cross(const Vector & a, const Vector & b)
{
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

inline Vector operator*(double factor, const Vector & v) {return {factor * v[0], factor * v[1], factor * v[2]};}

inline Vector operator*(const Matrix & m, const Vector & v)
{
  return {
    m[0] * v[0] + m[1] * v[1] + m[2] * v[2], m[3] * v[0] + m[4] * v[1] + m[5] * v[2],
    m[6] * v[0] + m[7] * v[1] + m[8] * v[2]};
}

inline Matrix operator*(const Matrix & a, const Matrix & b)
{
  Matrix product{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      product[3 * i + k] = a[3 * i] * b[k] + a[3 * i + 1] * b[3 + k] + a[3 * i + 2] * b[6 + k];
    }
  }
  return product;
}

inline Vector transposed(const Matrix & m, const Vector & v)
{
  return {
    m[0] * v[0] + m[3] * v[1] + m[6] * v[2], m[1] * v[0] + m[4] * v[1] + m[7] * v[2],
    m[2] * v[0] + m[5] * v[1] + m[8] * v[2]};
}

// Return the rotation about a unit axis (Rodrigues).
inline Matrix turned(const Vector & axis, double angle)
{
  const double c = std::cos(angle), s = std::sin(angle), d = 1.0 - c;
  const auto & [x, y, z] = axis;
  return {
    c + d * x * x, d * x * y - s * z, d * x * z + s * y, d * x * y + s * z, c + d * y * y, d * y * z - s * x,
    d * x * z - s * y, d * y * z + s * x, c + d * z * z};
}

// A link and its parent joint; frames, axis and center are those of the description.
struct RobotBody
{
  std::size_t parent;  // index of the parent; the root's own index for the root
  int joint;           // index of the arm's joint; -1 if the joint is fixed or held
  bool slides;
  double held;         // position of a joint that is held, rad or m
  Matrix turn;         // rotation of the joint in the frame of the parent, at position 0
  Vector origin, axis;
  double mass;
  Vector center;
  Matrix inertia;      // about the center, axes of the link's frame
};

// Tree of bodies; parents come before their children.
class RobotTree
{
public:
  explicit RobotTree(std::size_t joints)
  : n_(joints) {}

  std::vector<RobotBody> bodies;

  // Set the pose for the following calls.
  void at(const double * q)
  {
    turns_.assign(bodies.size(), Matrix{1, 0, 0, 0, 1, 0, 0, 0, 1});
    places_.assign(bodies.size(), Vector{});
    carriers_.assign(bodies.size(), {});
    for (std::size_t k = 1; k < bodies.size(); ++k) {
      const RobotBody & body = bodies[k];
      const double position = body.joint < 0 ? body.held : q[body.joint];
      const Matrix before = turns_[body.parent] * body.turn;
      places_[k] = places_[body.parent] + turns_[body.parent] * body.origin;
      if (body.slides) {
        places_[k] = places_[k] + before * (position * body.axis);
      }
      turns_[k] = body.slides ? before : before * turned(body.axis, position);
      carriers_[k] = carriers_[body.parent];
      if (body.joint >= 0) {
        const auto j = static_cast<std::size_t>(body.joint);
        carriers_[k].push_back(j);
        axes[j] = before * body.axis;
        points[j] = places_[k];
        slides_[j] = body.slides;
      }
    }
  }

  // Return the torque (N m) that holds the arm still under gravity, given in the frame of the root.
  Numbers gravity(const Vector & acceleration) const
  {
    Numbers torque{};
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      for (const std::size_t j : carriers_[k]) {
        torque[j] -= bodies[k].mass * dot(acceleration, velocity_of(center(k), j));
      }
    }
    return torque;
  }

  // Return the torque (N m) that accelerates the arm from rest by `rates` (rad/s^2), without gravity.
  Numbers inertia(const Numbers & rates) const
  {
    Numbers torque{};
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      Vector linear{}, angular{};
      for (const std::size_t j : carriers_[k]) {
        linear = linear + rates[j] * velocity_of(center(k), j);
        angular = angular + rates[j] * (slides_[j] ? Vector{} : axes[j]);
      }
      const Vector moment = turns_[k] * (bodies[k].inertia * transposed(turns_[k], angular));
      for (const std::size_t j : carriers_[k]) {
        torque[j] += bodies[k].mass * dot(linear, velocity_of(center(k), j)) +
          dot(moment, slides_[j] ? Vector{} : axes[j]);
      }
    }
    return torque;
  }

  std::array<Vector, MOST_JOINTS> points{}, axes{};  // joint axes, in the frame of the root

private:
  std::size_t n_;

  Vector center(std::size_t k) const {return places_[k] + turns_[k] * bodies[k].center;}

  // Return the velocity of a point for unit velocity of joint `j`, which moves the point.
  Vector velocity_of(const Vector & point, std::size_t j) const
  {
    return slides_[j] ? axes[j] : cross(axes[j], point - points[j]);
  }

  std::vector<Matrix> turns_;
  std::vector<Vector> places_;
  std::vector<std::vector<std::size_t>> carriers_;  // joints of the arm between the root and each body
  std::array<bool, MOST_JOINTS> slides_{};
};

}  // namespace @package@
