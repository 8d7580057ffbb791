// Arrays of joint values of one arm, without the heap.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "torque_core.h"

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "compile without -ffast-math: the gate has to recognise numbers that are not finite"
#endif

namespace torque_core_
{

using Joints = std::array<double, TORQUE_CORE_MAX_JOINTS>;

inline constexpr double TURN = 6.283185307179586;

// Return whether a joint is continuous (no position limits): its driver may wrap the angle, which has no effect on the
// model.
inline bool continuous(double lower, double upper)
{
  return std::isinf(lower) && std::isinf(upper);
}

// Return the displacement of a joint; for a continuous joint the shortest one, without whole turns.
inline double displacement(double after, double before, bool round)
{
  return round ? std::remainder(after - before, TURN) : after - before;
}

inline bool all_finite(const double * values, std::size_t n)
{
  for (std::size_t j = 0; j < n; ++j) {
    if (!std::isfinite(values[j])) {
      return false;
    }
  }
  return true;
}

// Largest plausible magnitude of a number in a state, a reference or a payload; the same as `LARGEST` of states.py.
inline constexpr double LARGEST = 1e9;

// Return whether every number is finite and at most `LARGEST`.
inline bool measurable(const double * values, std::size_t n)
{
  for (std::size_t j = 0; j < n; ++j) {
    if (!(std::abs(values[j]) <= LARGEST)) {  // also true for NaN
      return false;
    }
  }
  return true;
}

inline bool any(const double * values, std::size_t n)
{
  for (std::size_t j = 0; j < n; ++j) {
    if (values[j] != 0.0) {
      return true;
    }
  }
  return false;
}

inline Joints joints_of(const double * values, std::size_t n)
{
  Joints result{};
  for (std::size_t j = 0; j < n; ++j) {
    result[j] = values[j];
  }
  return result;
}

}  // namespace torque_core_
