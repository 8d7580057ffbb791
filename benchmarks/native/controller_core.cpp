// Time of one update of the core, call by call: usage: bench CALLS. One line a contender: name, median, p99.9, largest
// (ns, the clock's own time included), over a motion with references at 1 kHz.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "arm.h"
#include "settings.inc"
#include "torque_core.h"

namespace
{

constexpr std::size_t N = ARM_JOINTS;
double q[N], qd[N], qdd[N], tau[N];
double now = 1.0;

void move()
{
  now += 0.001;
  for (std::size_t j = 0; j < N; ++j) {
    const double middle = 0.5 * (SETTINGS.lower[j] + SETTINGS.upper[j]), phase = now + static_cast<double>(j);
    q[j] = middle + 0.2 * std::sin(phase);
    qd[j] = 0.2 * std::cos(phase);
    qdd[j] = -0.2 * std::sin(phase);
  }
}

template<typename Call>
void measure(const char * name, std::size_t calls, Call call)
{
  using clock = std::chrono::steady_clock;
  std::vector<std::uint32_t> times(calls);
  for (auto & time : times) {
    move();
    const auto begin = clock::now();
    call();
    const auto taken = std::chrono::duration_cast<std::chrono::nanoseconds>(clock::now() - begin).count();
    time = static_cast<std::uint32_t>(std::min<long long>(taken, UINT32_MAX));
  }
  std::sort(times.begin(), times.end());
  std::printf("%s %u %u %u\n", name, times[calls / 2], times[calls - 1 - calls / 1000], times.back());
}

}  // namespace

int main(int, char ** words)
{
  const auto calls = static_cast<std::size_t>(std::strtoull(words[1], nullptr, 10));
  const torque_core_model model = {N, arm_torque, arm_gravity, arm_kinetic_energy_matrix, arm_all_elements, LINKS,
    {SETTINGS.gravity_vector[0], SETTINGS.gravity_vector[1], SETTINGS.gravity_vector[2]}};
  torque_core * core = torque_core_create(&model, &SETTINGS);
  if (core == nullptr) {
    return 1;
  }
  torque_core_activate(core, now);
  measure("empty", calls, []() {});
  measure("model", calls, []() {arm_torque(q, qd, qdd, tau); arm_gravity(q, tau);});
  torque_core_activate(core, now);
  const auto update = [core]() {
      torque_core_reference(core, now, now, now, q, qd, qdd);
      if (torque_core_state(core, now, now, now, q, qd, nullptr, tau) != TORQUE_CORE_SEND) {
        std::exit(2);
      }
    };
  measure("update", calls, update);
  const torque_core_payload load = {0.5, {0.0, 0.0, 0.05}, {1e-4, 1e-4, 1e-4, 0.0, 0.0, 0.0}};
  if (torque_core_set_payload(core, &load) != TORQUE_CORE_SEND) {
    return 3;
  }
  measure("with_payload", calls, update);
  torque_core_destroy(core);
  return 0;
}
