// Write torque to the command interfaces in their unit, repeat failed writes, and detect values that were changed
// afterwards. No ROS.
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
  Writing() = default;

  // `largest`: maximum torque of each joint, N m. `per_torque`: factor from a torque to the value of the interface.
  Writing(std::size_t joints, const Numbers & largest, const Numbers & per_torque)
  : n_(joints), largest_(largest), per_torque_(per_torque) {}

  // Counts of failed writes and of values that were changed after a write, and the last changed value.
  struct Figures
  {
    std::uint64_t failed, changed;
    std::size_t joint;
    double written, found;  // N m
  };

  // Forget earlier writes.
  void forget()
  {
    open_ = known_ = {};
    zero_since_ = -1.0;
  }

  template<typename Interfaces>
  void write(Interfaces & commands, const double * torque, double now)
  {
    for (std::size_t j = 0; j < n_; ++j) {
      torque_[j] = torque[j];
      open_[j] = true;
    }
    again(commands, now);
  }

  // Repeat the writes that failed because an interface was busy.
  template<typename Interfaces>
  void again(Interfaces & commands, double now)
  {
    bool missing = false;
    for (std::size_t j = 0; j < n_; ++j) {
      if (open_[j]) {
        open_[j] = !commands[j].set_value(value(j));
        known_[j] = !open_[j];
        figures_.failed += open_[j] ? 1 : 0;
        missing = missing || (open_[j] && torque_[j] == 0.0);
      }
    }
    zero_since_ = !missing ? -1.0 : zero_since_ < 0.0 ? now : zero_since_;
  }

  // Read the values back before the next write, because limits of the controller manager act after a write.
  template<typename Interfaces>
  void read_back(const Interfaces & commands)
  {
    for (std::size_t j = 0; j < n_; ++j) {
      const auto found = commands[j].get_optional();
      if (known_[j] && found && !(std::abs(*found - value(j)) <= 1e-9 * std::abs(per_torque_[j]) * largest_[j])) {
        ++figures_.changed;
        figures_.joint = j;
        figures_.written = torque_[j];
        figures_.found = *found / per_torque_[j];
      }
    }
  }

  // Return whether a torque may still act although it should have ended: zero could not be written for a while.
  bool zero_is_missing(double now) const {return zero_since_ >= 0.0 && now - zero_since_ >= LONGEST;}

  const Figures & figures() const {return figures_;}

private:
  static constexpr double LONGEST = 0.02;  // s

  // Return the torque that was written last, in the unit of the interface.
  double value(std::size_t joint) const {return torque_[joint] * per_torque_[joint];}

  std::size_t n_ = 0;
  Numbers largest_{}, per_torque_{}, torque_{};
  std::array<bool, MOST_JOINTS> open_{}, known_{};
  double zero_since_ = -1.0;
  Figures figures_{};
};

}  // namespace @package@
