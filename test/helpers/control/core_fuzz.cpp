// Arbitrary doubles to every call of the core: what comes out is finite, within the limits and within the rates.
// Usage: fuzz SECONDS SEED, seconds of processor time; ends with 0 and the number of calls, or with 1 and what was wrong.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits>
#include <random>

#include "arm.h"
#include "links.h"
#include "torque_core.h"

namespace
{

constexpr std::size_t N = ARM_JOINTS;
constexpr double INFINITE = std::numeric_limits<double>::infinity(), NO_NUMBER = std::numeric_limits<double>::quiet_NaN();

struct Source
{
  std::mt19937_64 bits;

  double arbitrary()
  {
    const std::uint64_t pattern = bits();
    double value = 0.0;
    std::memcpy(&value, &pattern, sizeof value);
    return value;
  }

  double uniform(double low, double high) {return low + (high - low) * 0x1p-53 * static_cast<double>(bits() >> 11);}
  bool chance(double share) {return uniform(0.0, 1.0) < share;}
  int below(int count) {return static_cast<int>(bits() % static_cast<std::uint64_t>(count));}

  // Mostly of the size that a caller means, else any pattern of bits or an edge.
  double number(double size)
  {
    if (chance(0.9)) {
      return uniform(-size, size);
    }
    const double edges[] = {0.0, -0.0, INFINITE, -INFINITE, NO_NUMBER, 1.7976931348623157e308, -1.7976931348623157e308, 5e-324};
    return chance(0.5) ? arbitrary() : edges[below(8)];
  }
};

torque_core_settings settings_of(Source & source)
{
  torque_core_settings s{};
  for (std::size_t j = 0; j < N; ++j) {
    s.motor_torque[j] = source.uniform(0.1, 200.0);
    s.maximum_torque[j] = s.motor_torque[j] * source.uniform(0.01, 1.0);
    s.torque_rate[j] = s.motor_torque[j] * source.uniform(0.1, 1e4);
    s.removal_rate[j] = s.torque_rate[j] * source.uniform(1.0, 90.0);
    const bool turns = source.chance(0.3);
    s.lower[j] = turns ? -INFINITE : source.uniform(-3.0, -0.1);
    s.upper[j] = turns ? INFINITE : source.uniform(0.1, 3.0);
    s.velocity[j] = source.uniform(0.1, 10.0);
    s.acceleration_limit[j] = source.chance(0.1) ? INFINITE : source.uniform(1.0, 1e4);
    s.motor_inertia[j] = source.uniform(0.0, 5.0);
#define DRAWN(name, basis) s.name[j] = source.uniform(0.0, 5.0);
    TORQUE_CORE_FRICTION_NUMBERS(DRAWN)
    s.position_resolution[j] = source.chance(0.5) ? 0.0 : 1e-4;
    s.guiding_hold_torque[j] = source.chance(0.3) ? 0.0 : source.uniform(0.0, 20.0);
    s.guiding_inertia[j] = source.uniform(0.0, 10.0);
    s.stiffness[j] = source.chance(0.5) ? 0.0 : source.uniform(0.0, 1e6);
    s.damping[j] = source.chance(0.5) ? 0.0 : source.uniform(0.0, 1e4);
  }
#define ANY(field, parameter, low, high, unit) s.field = source.uniform(low, high);
  TORQUE_CORE_NUMBERS(ANY)
#undef ANY
#define ANY(field, parameter) s.field = source.below(2);
  TORQUE_CORE_SWITCHES(ANY)
#undef ANY
  s.friction_dead_band = 0.02;
  s.friction_smoothing = source.chance(0.1) ? 1e-4 : 0.05;
  s.soft_margin = source.chance(0.3) ? 0.0 : source.uniform(0.0, 1.0);
  s.state_timeout = source.uniform(0.005, 1.0);
  s.recovery_time = source.uniform(0.0, 0.5);
  s.fade_in_time = source.chance(0.3) ? 0.0 : source.uniform(0.0, 1.0);
  s.fade_out_time = source.chance(0.3) ? 0.0 : source.uniform(0.0, 1.0);
  s.hold_time = source.uniform(0.0, 2.0);
  s.clock_offset_limit = source.chance(0.5) ? 0.0 : source.uniform(0.0, 10.0);
  s.reference_timeout = source.uniform(0.005, 1.0);
  s.acceleration_cutoff = source.uniform(0.01, 1000.0);
  s.guiding_walls_count = source.below(TORQUE_CORE_MAX_WALLS + 1);
  for (double & each : s.guiding_walls) {
    each = source.uniform(-1.0, 1.0);
  }
  for (double & each : s.guiding_tool_point) {
    each = source.uniform(-1.0, 1.0);
  }
  s.mode = s.hand_guiding_enabled != 0 ? source.below(2) : TORQUE_CORE_MODE_FEEDFORWARD;
  for (double & each : s.gravity_vector) {
    each = source.uniform(-12.0, 12.0);
  }
  if (source.chance(0.5)) {
    std::copy(GRAVITY_VECTOR, GRAVITY_VECTOR + 3, s.gravity_vector);
  }
  s.terms = static_cast<std::uint32_t>(source.below(64));
  s.acceleration_source = source.below(3);
  s.fault_policy = source.below(4) == 0;
  s.brakes = source.chance(0.5) ? TORQUE_CORE_BRAKES_SUPPORTED : source.below(4);
  s.brake_release_time = source.chance(0.3) ? 0.0 : source.uniform(0.0, 0.5);
  s.brake_engage_time = source.chance(0.3) ? 0.0 : source.uniform(0.0, 0.5);
  s.hardware_compensates_gravity = source.below(5) == 0;
  return s;
}

// Often a body.
torque_core_payload payload_of(Source & source)
{
  torque_core_payload load{};
  load.mass = source.chance(0.3) ? 0.0 : source.chance(0.8) ? source.uniform(0.0, 1e3) : source.number(10.0);
  const double size = source.chance(0.5) ? 0.0 : source.number(0.1);
  for (std::size_t k = 0; k < 3; ++k) {
    load.center[k] = source.number(0.3);
    load.inertia[k] = size;
    load.inertia[3 + k] = source.chance(0.7) ? 0.0 : source.number(0.1);
  }
  return load;
}

[[noreturn]] void fail(const char * what, std::uint64_t episode)
{
  std::printf("%s in episode %llu\n", what, static_cast<unsigned long long>(episode));
  std::exit(1);
}

// What went out last, and what may follow it.
struct Wire
{
  double torque[N] = {}, start[N] = {}, time = 0.0;

  void follows(const double * next, double now, const torque_core_settings & s, std::uint64_t episode)
  {
    const double passed = now > time ? now - time : 0.0, step = passed < 0.02 ? passed : 0.02;
    for (std::size_t j = 0; j < N; ++j) {
      if (!std::isfinite(next[j])) {
        fail("a torque that is not finite", episode);
      }
      if (std::abs(next[j]) > s.motor_torque[j]) {
        fail("a torque beyond the drive's", episode);
      }
      if (std::abs(next[j]) > s.maximum_torque[j] && std::abs(next[j]) > start[j]) {
        fail("a torque beyond the limit and beyond what acted before", episode);
      }
      if (std::abs(next[j] - torque[j]) > s.removal_rate[j] * step * (1.0 + 1e-9) + 1e-12 * s.motor_torque[j]) {
        fail("a step beyond the rates", episode);
      }
      const bool grows = std::abs(next[j]) > std::abs(torque[j]) && next[j] * torque[j] >= 0.0;
      if (grows && std::abs(next[j] - torque[j]) > s.torque_rate[j] * step * (1.0 + 1e-9) + 1e-12 * s.motor_torque[j]) {
        fail("a torque that grows faster than its rate", episode);
      }
      torque[j] = next[j];
    }
    time = now;
  }
};

}  // namespace

int main(int count, char ** words)
{
  const double seconds = count > 1 ? std::atof(words[1]) : 1.0;
  Source source{std::mt19937_64(count > 2 ? std::strtoull(words[2], nullptr, 10) : 1)};
  const torque_core_model model = {N, arm_torque, arm_gravity, arm_kinetic_energy_matrix, arm_all_elements, LINKS,
    {GRAVITY_VECTOR[0], GRAVITY_VECTOR[1], GRAVITY_VECTOR[2]}, nullptr, 0};
  std::uint64_t calls = 0, sent = 0, states[TORQUE_CORE_STATES] = {}, loads = 0;
  const torque_core_payload none{};
  for (std::uint64_t episode = 0; static_cast<double>(std::clock()) < seconds * CLOCKS_PER_SEC; ++episode) {
    torque_core_settings s = settings_of(source);
    s.payload = source.chance(0.5) ? payload_of(source) : none;
    if (torque_core_check_payload(&model, &s, &s.payload) != nullptr) {
      s.payload = none;
    }
    if (torque_core_check(&model, &s) != nullptr) {
      fail(torque_core_check(&model, &s), episode);
    }
    torque_core * core = torque_core_create(&model, &s);
    double now = source.uniform(0.0, 1e6), q[N] = {}, qd[N] = {}, qdd[N] = {}, added[N] = {}, effort[N] = {}, acts[N] = {}, tau[N] = {}, rows[TORQUE_CORE_TERMS * N] = {};
    const double offset = source.uniform(1.0, 2e9);
    bool begins = true;
    Wire wire;
    torque_core_activate(core, now);
    wire.time = now;
    for (int event = 0; event < 2000; ++event, ++calls) {
      now += source.chance(0.02) ? source.uniform(-1.0, 2.0) : source.uniform(0.0, 0.005);
      const bool odd = source.chance(0.1);
      for (std::size_t j = 0; j < N; ++j) {
        qdd[j] = odd ? source.number(100.0) : 0.01 * qdd[j] + source.uniform(-1.0, 1.0);
        qd[j] = odd ? source.number(5.0) : source.uniform(-0.05, 0.05);
        q[j] = odd ? source.number(4.0) : 0.05 * source.uniform(-1.0, 1.0);
        added[j] = source.number(300.0);
        effort[j] = odd ? source.number(1e3) : source.uniform(-10.0, 10.0);
      }
      const double time = source.chance(0.02) ? source.number(1e9) : now;
      const double clock = source.chance(0.02) ? source.number(1e9) : now + offset;
      const double stamp = source.chance(0.02) ? source.number(1e9) : now + offset;
      torque_core_status_t status{};
      torque_core_status(core, &status);
      ++states[status.state];
      int result = TORQUE_CORE_NONE;
      switch (source.below(40)) {
        case 0: torque_core_fault(core, time, source.below(TORQUE_CORE_FAULTS)); break;
        case 1: torque_core_set_terms(core, static_cast<std::uint32_t>(source.below(80))); break;
        case 2: torque_core_set_source(core, time, source.below(5) - 1); break;
        case 3: torque_core_deactivate(core, time); break;
        case 25: torque_core_set_mode(core, source.below(4) - 1); break;
        case 4: torque_core_reset(core); break;
        case 5: torque_core_terms(core, rows); break;
        case 24: torque_core_brakes(core, source.below(2)); break;
        case 23: torque_core_resume(core, source.below(2)); break;
        case 21: torque_core_set_friction(core, source.number(1.0)); break;
        case 22: {
            const torque_core_payload load = payload_of(source);
            loads += torque_core_set_payload(core, &load) == TORQUE_CORE_SEND && load.mass > 0.0;
            break;
          }
        case 6:
          if (torque_core_acting(core, now, added) == TORQUE_CORE_SEND) {
            begins = true;
            std::copy(added, added + N, acts);
          }
          break;
        case 7: case 8:
          if (status.done && torque_core_activate(core, now) == TORQUE_CORE_SEND) {
            begins = true;
          }
          break;
        case 9: case 10: case 11: case 12: case 13: case 14: case 15: case 16:
          torque_core_reference(core, time, clock, stamp, q, qd, qdd);
          break;
        case 17: case 18: case 19: case 20: result = torque_core_update(core, now, tau); break;
        default:
          result = torque_core_state(
            core, now, clock, stamp, q, qd, source.chance(0.5) ? effort : nullptr,
            source.chance(0.1) ? added : nullptr, tau);
      }
      torque_core_status_t after{};
      torque_core_status(core, &after);
      // After an activation, or after a stall, what acts counts, and no longer what the core sent.
      begins = begins || after.pending;
      if (result == TORQUE_CORE_SEND) {
        ++sent;
        if (begins) {
          for (std::size_t j = 0; j < N; ++j) {
            if (!std::isfinite(tau[j]) || std::abs(tau[j]) > s.motor_torque[j]) {
              fail("a first torque beyond the drive's", episode);
            }
            wire.start[j] = std::max(std::abs(acts[j]), std::abs(wire.torque[j]));
            wire.torque[j] = tau[j];
          }
          wire.time = now;
          begins = false;
        } else {
          wire.follows(tau, now, s, episode);
        }
      }
    }
    torque_core_destroy(core);
  }
  if (seconds > 0.5 && loads == 0) {
    fail("no payload was taken", 0);
  }
  for (std::uint64_t seen : states) {
    if (seconds > 0.5 && seen == 0) {
      fail("a state of the gate was never reached", 0);
    }
  }
  std::printf("%llu calls, %llu torques\n", static_cast<unsigned long long>(calls), static_cast<unsigned long long>(sent));
  return 0;
}
