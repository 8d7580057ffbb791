// The settings that follow from an arm, computed once before a core is made.
#include "complete.hpp"

extern "C" void torque_core_complete(const torque_core_model * model, torque_core_settings * settings)
{
  torque_core_::complete(*model, *settings);
}
