// Eigenvalues and inverse of a symmetric matrix, without the heap.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace torque_core_
{

template<std::size_t SIZE>
using Square = std::array<std::array<double, SIZE>, SIZE>;

inline constexpr int SWEEPS = 30;  // more than any matrix of this size needs: the convergence is quadratic

// Make the first `n` rows and columns of a symmetric matrix diagonal by Jacobi rotations; the diagonal then has the
// eigenvalues in any order. `vectors`: NULL, or a matrix whose columns become the eigenvectors.
template<std::size_t SIZE>
void diagonalize(Square<SIZE> & matrix, std::size_t n, Square<SIZE> * vectors = nullptr)
{
  if (vectors != nullptr) {
    *vectors = {};
    for (std::size_t i = 0; i < n; ++i) {
      (*vectors)[i][i] = 1.0;
    }
  }
  for (int sweep = 0; sweep < SWEEPS; ++sweep) {
    for (std::size_t p = 0; p < n; ++p) {
      for (std::size_t r = p + 1; r < n; ++r) {
        if (matrix[p][r] == 0.0) {
          continue;
        }
        const double theta = 0.5 * (matrix[r][r] - matrix[p][p]) / matrix[p][r];
        const double t = std::copysign(1.0, theta) / (std::abs(theta) + std::sqrt(theta * theta + 1.0));
        const double c = 1.0 / std::sqrt(t * t + 1.0), s = t * c, turned = t * matrix[p][r];
        matrix[p][p] -= turned;
        matrix[r][r] += turned;
        matrix[p][r] = matrix[r][p] = 0.0;
        for (std::size_t k = 0; k < n; ++k) {
          if (k != p && k != r) {
            const double a = matrix[k][p], b = matrix[k][r];
            matrix[k][p] = matrix[p][k] = c * a - s * b;
            matrix[k][r] = matrix[r][k] = s * a + c * b;
          }
          if (vectors != nullptr) {
            const double v = (*vectors)[k][p], w = (*vectors)[k][r];
            (*vectors)[k][p] = c * v - s * w;
            (*vectors)[k][r] = s * v + c * w;
          }
        }
      }
    }
  }
}

// Replace the first `n` rows and columns of a positive definite matrix by their inverse, by the factors of Cholesky.
template<std::size_t SIZE>
void invert(Square<SIZE> & matrix, std::size_t n)
{
  Square<SIZE> root{}, inverse{};  // lower triangles L and L^-1
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double rest = matrix[i][j];
      for (std::size_t k = 0; k < j; ++k) {
        rest -= root[i][k] * root[j][k];
      }
      root[i][j] = i == j ? std::sqrt(rest) : rest / root[j][j];
    }
    inverse[i][i] = 1.0 / root[i][i];
    for (std::size_t j = 0; j < i; ++j) {
      double sum = 0.0;
      for (std::size_t k = j; k < i; ++k) {
        sum += root[i][k] * inverse[k][j];
      }
      inverse[i][j] = -sum / root[i][i];
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      matrix[i][j] = 0.0;
      for (std::size_t k = i > j ? i : j; k < n; ++k) {
        matrix[i][j] += inverse[k][i] * inverse[k][j];
      }
    }
  }
}

}  // namespace torque_core_
