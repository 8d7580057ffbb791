// Force and moment at a link that explain external torques, and the directions that the pose does not show; the same as
// control/observer/external_wrench.py. For the node's thread. No ROS.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "arm.hpp"
#include "chain.hpp"
#include "frames.hpp"
#include "symmetric.hpp"

namespace @package@
{

class ExternalWrench
{
public:
  // `frame_of` finds the frame of a link. Only the joints before the link feel a wrench at it.
  ExternalWrench(const torque_core_model & model, const Frame & frame)
  : frame_(frame), chain_(model), n_(model.joints) {}

  // Force (N) and moment (N m) in the axes of the link, at its origin, and the half width of their bands.
  const std::array<double, 6> & wrench() const {return wrench_;}
  const std::array<double, 6> & band() const {return band_;}
  // External torque that the wrench does not explain, N m: where it exceeds the band, the contact is at another link.
  const std::array<double, MOST_JOINTS> & unexplained() const {return unexplained_;}
  // Number of directions that the pose shows.
  std::size_t shown() const {return shown_;}
  // Names of those that it does not show, such as "force along z"; empty for none.
  const std::string & hidden() const {return hidden_;}

  // Compute the wrench at a pose from external torques and the half width of their bands, which are finite.
  void compute(const double * q, const double * torque, const double * band)
  {
    set_jacobian(q);
    Matrix square{}, directions{};
    for (std::size_t i = 0; i < 6; ++i) {
      for (std::size_t k = 0; k < 6; ++k) {
        for (std::size_t j = 0; j < n_; ++j) {
          square[i][k] += scale(i) * jacobian_[i][j] * scale(k) * jacobian_[k][j];
        }
      }
    }
    const auto values = eigenvalues(square, directions);  // squares of the singular values, in falling order
    shown_ = 0;
    while (shown_ < 6 && values[shown_] > LEAST * LEAST * values[0]) {
      ++shown_;
    }
    name_hidden(directions);
    wrench_ = band_ = {};
    for (std::size_t i = 0; i < 6; ++i) {
      for (std::size_t j = 0; j < n_; ++j) {
        double solution = 0.0;
        for (std::size_t k = 0; k < shown_; ++k) {
          double along = 0.0;
          for (std::size_t m = 0; m < 6; ++m) {
            along += directions[m][k] * scale(m) * jacobian_[m][j];
          }
          solution += directions[i][k] / values[k] * along;
        }
        solution *= scale(i);
        wrench_[i] += solution * torque[j];
        band_[i] += solution * solution * band[j] * band[j];
      }
      band_[i] = std::sqrt(band_[i]);
    }
    for (std::size_t j = 0; j < n_; ++j) {
      unexplained_[j] = torque[j];
      for (std::size_t i = 0; i < 6; ++i) {
        unexplained_[j] -= jacobian_[i][j] * wrench_[i];
      }
    }
  }

private:
  static constexpr double LENGTH = @wrench_length@, LEAST = @wrench_least@;
  static constexpr double NAMED = 0.02;  // smallest element of a direction that its name contains
  using Matrix = torque_core_::Square<6>;

  // Factor of a row of the Jacobian, so that moments are forces at LENGTH.
  static double scale(std::size_t row) {return row < 3 ? 1.0 : LENGTH;}

  void set_jacobian(const double * q)
  {
    torque_core_::ChainAxes axes;
    chain_.at(q);
    axes.at(chain_, frame_.origin, frame_.carrier);
    const torque_core_::Turn turn = torque_core_::product(axes.turn, frame_.turn);
    for (std::size_t i = 0; i < 3; ++i) {
      const torque_core_::Vector axis{turn[i], turn[3 + i], turn[6 + i]};
      torque_core_::Joints along{}, turns{};  // of each link
      axes.along(axis, along);
      for (std::size_t j = 0; j < frame_.carrier; ++j) {
        const torque_core_::Vector & about = axes.axes[j];
        turns[j] = chain_.slides(j) ? 0.0 : axis[0] * about[0] + axis[1] * about[1] + axis[2] * about[2];
      }
      jacobian_[i] = jacobian_[3 + i] = {};
      chain_.following().add(along, jacobian_[i].data());
      chain_.following().add(turns, jacobian_[3 + i].data());
    }
  }

  // Return the eigenvalues of a symmetric matrix in falling order, and its eigenvectors as columns.
  static std::array<double, 6> eigenvalues(Matrix matrix, Matrix & vectors)
  {
    torque_core_::diagonalize(matrix, 6, &vectors);
    std::array<double, 6> values{};
    for (std::size_t i = 0; i < 6; ++i) {
      values[i] = matrix[i][i];
    }
    for (std::size_t i = 0; i < 6; ++i) {
      for (std::size_t k = i + 1; k < 6; ++k) {
        if (values[k] > values[i]) {
          std::swap(values[i], values[k]);
          for (auto & row : vectors) {
            std::swap(row[i], row[k]);
          }
        }
      }
    }
    return values;
  }

  void name_hidden(const Matrix & directions)
  {
    hidden_.clear();
    for (std::size_t k = shown_; k < 6; ++k) {
      const std::string force = part("force along", {directions[0][k], directions[1][k], directions[2][k]});
      const std::string moment = part("moment about", {directions[3][k], directions[4][k], directions[5][k]});
      hidden_ += hidden_.empty() ? "" : "; ";
      hidden_ += force + (force.empty() || moment.empty() ? "" : " with ") + moment;
    }
  }

  // Return a number rounded to two digits, and no -0.00.
  static double rounded(double value) {return std::round(100.0 * value) / 100.0 + 0.0;}

  static std::string part(const char * words, const std::array<double, 3> & vector)
  {
    const double size = std::sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
    if (size < NAMED) {
      return "";
    }
    std::size_t main = 0;
    for (std::size_t k = 1; k < 3; ++k) {
      main = std::abs(vector[k]) > std::abs(vector[main]) ? k : main;
    }
    char text[80];
    if (std::abs(vector[main]) > (1.0 - 0.5 * NAMED) * size) {
      std::snprintf(text, sizeof text, "%s %c", words, "xyz"[main]);
    } else {
      const double by = std::copysign(1.0, vector[main]) / size;
      std::snprintf(
        text, sizeof text, "%s (%.2f, %.2f, %.2f)", words, rounded(vector[0] * by), rounded(vector[1] * by),
        rounded(vector[2] * by));
    }
    return text;
  }

  Frame frame_;
  torque_core_::Chain chain_;
  std::size_t n_;
  std::array<std::array<double, MOST_JOINTS>, 6> jacobian_{};
  std::array<double, 6> wrench_{}, band_{};
  std::array<double, MOST_JOINTS> unexplained_{};
  std::size_t shown_ = 0;
  std::string hidden_;
};

}  // namespace @package@
