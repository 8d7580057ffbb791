// Numbers of @arm@, parameters @digest@: defaults of limits and friction, which parameters may lower.
#pragma once

#include <array>
#include <cstddef>

@model_header@#include "torque_core.h"

namespace @package@::arm
{

inline constexpr std::size_t JOINTS = @n@;
inline constexpr const char * DIGEST = "@digest@";

using Numbers = std::array<double, JOINTS>;

inline constexpr Numbers MAXIMUM_TORQUE = {@maximum_torque@};  // N m
inline constexpr Numbers LOWER = {@lower@};                    // rad
inline constexpr Numbers UPPER = {@upper@};                    // rad
inline constexpr Numbers VELOCITY = {@velocity@};              // rad/s
inline constexpr Numbers ACCELERATION_LIMIT = {@acceleration_limit@};  // rad/s^2, of a reference
inline constexpr Numbers MOTOR_INERTIA = {@motor_inertia@};    // kg m^2
// Smallest kinetic friction, for compensation.
@friction_numbers@

// Resistance of a guided joint at rest, and the largest expected error of the gravity torque, N m.
inline constexpr Numbers HOLD_TORQUE = {@usual_hold@};
inline constexpr Numbers LEAST_INERTIA = {@least_inertia@};  // kg m^2, smallest in any pose
inline constexpr Numbers GRAVITY_ERROR = {@gravity_error@};

// Bounds of the errors of the model's torque, for the thresholds of external torques, and most likely friction.
inline constexpr std::array<double, JOINTS * JOINTS> CONTACT_ACCELERATION = {@contact_acceleration@};
@contact_numbers@
inline constexpr double CONTACT_UNKNOWN = @contact_unknown@;  // uncertain fraction of friction in motion
inline constexpr double CONTACT_MODEL_WIDTHS = @contact_model_widths@;  // threshold in standard deviations
inline constexpr double CONTACT_NOISE_WIDTHS = @contact_noise_widths@;

// Steps between the frames, and bodies of the links, for a payload and for another gravity.
inline constexpr torque_core_link LINKS[JOINTS] = {
@links@
};
inline constexpr double GRAVITY_VECTOR[3] = {@gravity_vector@};  // m/s^2, in the frame before the first joint
inline constexpr double GRAVITY[3] = {@base_gravity@};  // m/s^2, in the frame of the base link

// Whether masses were identified, or differ from the robot description on purpose.
inline constexpr bool PINNED = @pinned@;

// Rotation from the base link, row by row, to the frame before the first joint.
inline constexpr double BASE[9] = {@base@};
inline constexpr double BASE_ORIGIN[3] = {@base_origin@};  // m, origin of that frame in the base link's

// Frame of a link in the frame of the moving link that carries it: rotation row by row, origin (m).
struct Place
{
  const char * link;
  std::size_t carrier;  // number of the moving link: 1 after the first joint
  std::array<double, 9> turn;
  std::array<double, 3> origin;
};
inline constexpr const char * LAST_LINK = @last_link@;
inline constexpr const char * TIP = @tip@;  // link of the unnamed frame
inline constexpr Place FRAMES[] = {
@frames@
};

inline torque_core_model model()
{
  return {
    JOINTS, @model_functions@, LINKS,
    {GRAVITY_VECTOR[0], GRAVITY_VECTOR[1], GRAVITY_VECTOR[2]}, nullptr, 0};
}

// Return whether the compiled model gives the expected values on this machine.
inline bool selftest() {return @model_selftest@;}

}  // namespace @package@::arm
