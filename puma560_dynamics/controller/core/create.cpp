// The only functions that use the heap, before and after torque acts. They need no C++ runtime library, so that C programs
// can link them.
#include <cstdlib>
#include <new>
#include <type_traits>

#include "core.hpp"

static_assert(std::is_trivially_destructible<torque_core>::value, "freed without a destructor");

extern "C" {

torque_core * torque_core_create(const torque_core_model * model, const torque_core_settings * settings)
{
  if (torque_core_::wrong(*model, *settings) != nullptr) {
    return nullptr;
  }
  void * place = std::malloc(sizeof(torque_core));
  return place == nullptr ? nullptr : new (place) torque_core(*model, *settings);
}

void torque_core_destroy(torque_core * core) {std::free(core);}

}  // extern "C"
