// Every fault with its reaction, and whether `restart_after_fault` applies; as control/gate/faults.py.
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
};

inline constexpr Rule RULES[TORQUE_CORE_FAULTS] = {
  {"silence", Reaction::Hold, true},
  {"jump", Reaction::Hold, false},
  {"outside", Reaction::Hold, false},
  {"overspeed", Reaction::Damp, true},
  {"inconsistent", Reaction::Hold, false},
  {"two_state_publishers", Reaction::Hold, false},
  {"clock", Reaction::Hold, true},
  {"own_stall", Reaction::Damp, true},
  {"reference_lost", Reaction::Damp, true},
  {"second_commander", Reaction::Fade, false},
  {"guard_lost", Reaction::Damp, true},
  {"controller_lost", Reaction::Fade, true},
  {"command_silence", Reaction::Damp, true},
};

inline bool known(std::int32_t fault) {return fault >= 0 && fault < TORQUE_CORE_FAULTS;}

}  // namespace torque_core_
