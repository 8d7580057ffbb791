// Velocity from positions, callable from Python.
#include "position_velocity.hpp"

#include "built_in.hpp"

using feedforward_controller::PositionVelocity;

// `round`: bits of the joints that are continuous.
extern "C" PositionVelocity * velocity_create(unsigned round)
{
  std::array<bool, feedforward_controller::MOST_JOINTS> continuous{};
  for (std::size_t j = 0; j < continuous.size(); ++j) {
    continuous[j] = (round >> j & 1U) != 0;
  }
  return new PositionVelocity(built_in()->n(), continuous);
}

extern "C" void velocity_destroy(PositionVelocity * velocity) {delete velocity;}

extern "C" void velocity_at(PositionVelocity * velocity, double stamp, const double * q, double * qd)
{
  velocity->at(stamp, q, qd);
}
