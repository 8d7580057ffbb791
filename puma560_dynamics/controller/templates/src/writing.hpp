// Torque into the command interfaces: a write that fails is repeated, and what others make of the value is noticed. No ROS.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "arm.hpp"

namespace @package@
{

class Writing
{
public:
  // What is shown: writes that failed, values that were changed after a write, and the last of these.
  struct Figures
  {
    std::uint64_t failed, changed;
    std::size_t joint;
    double written, found;  // N m
  };

  // Nothing was written yet.
  void forget()
  {
    open_ = known_ = {};
    zero_since_ = -1.0;
  }

  template<typename Interfaces>
  void write(Interfaces & commands, const double * torque, double now)
  {
    for (std::size_t j = 0; j < arm::JOINTS; ++j) {
      torque_[j] = torque[j];
      open_[j] = true;
    }
    again(commands, now);
  }

  // Write what could not be written before: the interface was busy.
  template<typename Interfaces>
  void again(Interfaces & commands, double now)
  {
    bool missing = false;
    for (std::size_t j = 0; j < arm::JOINTS; ++j) {
      if (open_[j]) {
        open_[j] = !commands[j].set_value(torque_[j]);
        known_[j] = !open_[j];
        figures_.failed += open_[j] ? 1 : 0;
        missing = missing || (open_[j] && torque_[j] == 0.0);
      }
    }
    zero_since_ = !missing ? -1.0 : zero_since_ < 0.0 ? now : zero_since_;
  }

  // Look at what became of the last write, before the next one: limits of the controller manager act after it.
  template<typename Interfaces>
  void read_back(const Interfaces & commands)
  {
    for (std::size_t j = 0; j < arm::JOINTS; ++j) {
      const auto found = commands[j].get_optional();
      if (known_[j] && found && !(std::abs(*found - torque_[j]) <= 1e-9 * arm::MAXIMUM_TORQUE[j])) {
        ++figures_.changed;
        figures_.joint = j;
        figures_.written = torque_[j];
        figures_.found = *found;
      }
    }
  }

  // Whether a torque that should have ended acts on: zero could not be written for a while.
  bool zero_is_missing(double now) const {return zero_since_ >= 0.0 && now - zero_since_ >= LONGEST;}

  const Figures & figures() const {return figures_;}

private:
  static constexpr double LONGEST = 0.02;  // s

  arm::Numbers torque_{};
  std::array<bool, arm::JOINTS> open_{}, known_{};
  double zero_since_ = -1.0;
  Figures figures_{};
};

}  // namespace @package@
