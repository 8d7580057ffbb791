// Writes to interfaces that may be busy, callable from Python.
#include "built_in.hpp"
#include "writing.hpp"

#include <algorithm>
#include <optional>
#include <vector>

using feedforward_controller::Writing;

struct Interface
{
  double value = 0.0;
  bool busy = false;

  bool set_value(double given)
  {
    value = busy ? value : given;
    return !busy;
  }
  std::optional<double> get_optional() const {return value;}
};

// Return the maximum torques.
feedforward_controller::Numbers largest()
{
  feedforward_controller::Numbers found{};
  const auto & arm = *built_in();
  std::copy_n(arm.usual.motor_torque, arm.n(), found.begin());
  return found;
}

struct Hardware
{
  explicit Hardware(const feedforward_controller::Numbers & per_torque)
  : writing(built_in()->n(), largest(), per_torque) {}

  std::vector<Interface> interfaces{built_in()->n()};
  Writing writing;
};

// `per_torque`: factor from a torque to the value of each interface.
extern "C" Hardware * hardware_create(const double * per_torque)
{
  feedforward_controller::Numbers factors{};
  std::copy_n(per_torque, built_in()->n(), factors.begin());
  return new Hardware(factors);
}
extern "C" void hardware_destroy(Hardware * hardware) {delete hardware;}
extern "C" void hardware_busy(Hardware * hardware, std::size_t joint, int busy) {hardware->interfaces[joint].busy = busy != 0;}
extern "C" void hardware_set(Hardware * hardware, std::size_t joint, double value) {hardware->interfaces[joint].value = value;}
extern "C" double hardware_get(const Hardware * hardware, std::size_t joint) {return hardware->interfaces[joint].value;}

// A cycle, with a torque or without.
extern "C" int hardware_cycle(Hardware * hardware, double now, const double * torque)
{
  hardware->writing.read_back(hardware->interfaces);
  if (torque != nullptr) {
    hardware->writing.write(hardware->interfaces, torque, now);
  } else {
    hardware->writing.again(hardware->interfaces, now);
  }
  return hardware->writing.zero_is_missing(now) ? 1 : 0;
}

extern "C" void hardware_figures(const Hardware * hardware, double * figures)
{
  const auto & found = hardware->writing.figures();
  figures[0] = static_cast<double>(found.failed);
  figures[1] = static_cast<double>(found.changed);
  figures[2] = static_cast<double>(found.joint);
  figures[3] = found.written;
  figures[4] = found.found;
}
