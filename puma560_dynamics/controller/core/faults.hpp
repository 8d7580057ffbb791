// Every fault with its reaction, and whether `restart_after_fault` applies; the same as control/gate/faults.py.
#pragma once

#include <cstdint>

#include "torque_core.h"

namespace torque_core_
{

enum class Reaction : std::int32_t { Damp, Hold, Fade };

struct Rule
{
  const char * name;
  Reaction reaction;
  bool restarts;
  const char * cause;
};

inline constexpr Rule RULES[TORQUE_CORE_FAULTS] = {
  {"silence", Reaction::Hold, true, "no usable joint state for `state_timeout`, by stamp or by arrival"},
  {"jump", Reaction::Hold, false, "a position moved farther than `velocity_margin` times the velocity limit allows"},
  {"outside", Reaction::Hold, false, "a position beyond its limit by more than `position_tolerance`"},
  {"overspeed", Reaction::Damp, true, "a velocity above `velocity_margin` times its limit"},
  {"inconsistent", Reaction::Hold, false, "displacement and integrated velocity disagree"},
  {"two_state_publishers", Reaction::Hold, false, "more publishers of joint states than `state_publishers`"},
  {"clock", Reaction::Hold, true, "the clock has not started, or its source was changed"},
  {"own_stall", Reaction::Damp, true, "the process that computes the torque stood still for `state_timeout`"},
  {"reference_lost", Reaction::Damp, true, "no usable reference for `reference_timeout` in a motion"},
  {"second_commander", Reaction::Fade, false, "another publisher on the command topic"},
  {"guard_lost", Reaction::Damp, true, "no heartbeat of `command_guard_node`"},
  {"controller_lost", Reaction::Fade, false, "the effort controller is no longer active"},
  {"command_silence", Reaction::Damp, true, "the guard received no command for `command_timeout`"},
  {"overload", Reaction::Damp, false, "the gravity load of the pose exceeds the torque limit"},
  {"sag", Reaction::Fade, false, "the arm sagged when its brakes were released"},
  {"contact", Reaction::Damp, false, "with `contact_policy: stop` or `float`: an external torque exceeded its threshold"},
  {"effort_lost", Reaction::Damp, false, "with `contact_policy: stop` or `float`: no usable measured effort for `state_timeout`"},
};

inline bool known(std::int32_t fault) {return fault >= 0 && fault < TORQUE_CORE_FAULTS;}

}  // namespace torque_core_
