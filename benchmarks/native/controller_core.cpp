// Time one update of the core, call by call. Usage: bench CALLS [NUMBERS NAME LIBRARY ...]. The output has one line per
// contender: name, median, p99.9, largest (ns, including the time of the clock), over a motion with references at 1 kHz.
// Contenders take turns. A LIBRARY has the functions of pinocchio_loop.cpp, and NUMBERS is a file with the arm's numbers
// for them; the core then uses the torque of the library instead of the model's.
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "arm.h"
#include "settings.inc"
#include "torque_core.h"

namespace
{

constexpr std::size_t N = ARM_JOINTS;
double q[N], qd[N], qdd[N], tau[N], effort[N], pushed_effort[N];
double elements[2 * N * N + N * (N * (N - 1) / 2) + N];  // A, B, C and g
double now = 1.0;

void move()
{
  now += 0.001;
  for (std::size_t j = 0; j < N; ++j) {
    const double middle = 0.5 * (SETTINGS.lower[j] + SETTINGS.upper[j]), phase = now + static_cast<double>(j);
    q[j] = middle + 0.2 * std::sin(phase);
    qd[j] = 0.2 * std::cos(phase);
    qdd[j] = -0.2 * std::sin(phase);
    // Measured efforts: the last torque and the friction that the model expects. A push at all joints takes longest.
    const double dry = qd[j] > 0.0 ? SETTINGS.contact_coulomb_positive[j] : -SETTINGS.contact_coulomb_negative[j];
    effort[j] = tau[j] + dry + SETTINGS.contact_viscous[j] * qd[j];
    pushed_effort[j] = effort[j] - 0.3 * SETTINGS.maximum_torque[j];
  }
}

constexpr std::size_t TURNS = 100;

// A contender: its measured times, and the time in its motion, which only advances during its turns.
struct Contender
{
  std::string name;
  std::vector<std::uint32_t> times;
  double now = 1.0;
};

template<typename Call>
void measure(Contender & contender, std::size_t calls, Call call)
{
  using clock = std::chrono::steady_clock;
  now = contender.now;
  for (std::size_t k = 0; k < calls; ++k) {
    move();
    const auto begin = clock::now();
    call();
    const auto taken = std::chrono::duration_cast<std::chrono::nanoseconds>(clock::now() - begin).count();
    contender.times.push_back(static_cast<std::uint32_t>(std::min<long long>(taken, UINT32_MAX)));
  }
  contender.now = now;
}

void report(Contender & contender)
{
  auto & times = contender.times;
  std::sort(times.begin(), times.end());
  const std::size_t calls = times.size();
  std::printf("%s %u %u %u\n", contender.name.c_str(), times[calls / 2], times[calls - 1 - calls / 1000], times.back());
}

using Called = void (*)(const double * const *, double *);
Called peer_torque, peer_gravity;

void torque_of_peer(const double * at, const double * velocity, const double * acceleration, double * out)
{
  const double * in[] = {at, velocity, acceleration};
  peer_torque(in, out);
}

void gravity_of_peer(const double * at, double * out) {peer_gravity(&at, out);}

// Return false if the library cannot be loaded, or its torque differs from the model's.
bool load_peer(const char * numbers, const char * path)
{
  std::ifstream file(numbers);
  std::vector<double> all(12 * N + 10 * N + N + 3);
  for (double & number : all) {
    file >> number;
  }
  void * const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!file || library == nullptr) {
    return false;
  }
  using Load = void (*)(int, const double *, const double *, const double *, const double *);
  const double * const bodies = all.data() + 12 * N, * const armature = bodies + 10 * N;
  reinterpret_cast<Load>(dlsym(library, "load"))(N, all.data(), bodies, armature, armature + N);
  peer_torque = reinterpret_cast<Called>(dlsym(library, "torque"));
  peer_gravity = reinterpret_cast<Called>(dlsym(library, "gravity"));
  double expected[N], weight[N], found[N];
  for (int state = 0; state < 100; ++state) {
    move();
    now += 0.1;
    arm_torque(q, qd, qdd, expected);
    torque_of_peer(q, qd, qdd, found);
    double most = 0.0;
    for (std::size_t j = 0; j < N; ++j) {
      most = std::max(most, std::abs(found[j] - expected[j]));
    }
    arm_gravity(q, weight);
    gravity_of_peer(q, found);
    for (std::size_t j = 0; j < N; ++j) {
      most = std::max(most, std::abs(found[j] - weight[j]));
    }
    if (!(most < 1e-9)) {
      return false;
    }
  }
  return true;
}

// Form the torque of the model from known elements: A qdd + B [qd qd] + C [qd^2] + g.
void products()
{
  const double * a = elements;
  const double * b = a + N * N;
  const double * c = b + N * (N * (N - 1) / 2);
  const double * g = c + N * N;
  for (std::size_t j = 0; j < N; ++j) {
    double sum = g[j];
    for (std::size_t k = 0; k < N; ++k) {
      sum += *a++ * qdd[k] + *c++ * (qd[k] * qd[k]);
      for (std::size_t l = k + 1; l < N; ++l) {
        sum += *b++ * (qd[k] * qd[l]);
      }
    }
    tau[j] = sum;
  }
}

// Run one update of the core: reference and state in, torque out.
void update(torque_core * core, const double * measured = nullptr)
{
  torque_core_reference(core, now, now, now, q, qd, qdd);
  if (torque_core_state(core, now, now, now, q, qd, measured, nullptr, tau) != TORQUE_CORE_SEND) {
    std::exit(2);
  }
}

// Return a core that estimates the external torque, with these efforts from activation to the time `begun`, after the fade.
torque_core * estimating(const torque_core_model & model, const double * measured, double begun)
{
  torque_core_settings settings = SETTINGS;
  settings.contact_policy = TORQUE_CORE_CONTACTS_REPORT;
  torque_core * const core = torque_core_create(&model, &settings);
  now = 1.0;
  torque_core_activate(core, now);
  while (now < begun) {
    move();
    update(core, measured);
  }
  return core;
}

bool touched(const torque_core * core)
{
  torque_core_status_t status;
  torque_core_status(core, &status);
  return status.touched != 0;
}

}  // namespace

struct Peer
{
  Called torque, gravity;
  torque_core * core;
  Contender model, update;
};

int main(int count, char ** words)
{
  const std::size_t calls = std::strtoull(words[1], nullptr, 10), turn = (calls + TURNS - 1) / TURNS;
  const torque_core_model model = {N, arm_torque, arm_gravity, arm_kinetic_energy_matrix, arm_all_elements, LINKS,
    {SETTINGS.gravity_vector[0], SETTINGS.gravity_vector[1], SETTINGS.gravity_vector[2]}, nullptr, 0};
  torque_core * core = torque_core_create(&model, &SETTINGS);
  if (core == nullptr) {
    return 1;
  }
  constexpr double begun = 5.0;
  torque_core * const free = estimating(model, effort, begun);
  torque_core * const pushed = estimating(model, pushed_effort, begun);
  torque_core * loaded = torque_core_create(&model, &SETTINGS);
  const torque_core_payload load = {0.5, {0.0, 0.0, 0.05}, {1e-4, 1e-4, 1e-4, 0.0, 0.0, 0.0}};
  torque_core_activate(core, 1.0);
  torque_core_activate(loaded, 1.0);
  if (torque_core_set_payload(loaded, &load) != TORQUE_CORE_SEND) {
    return 3;
  }
  const torque_core_model links = {
    N, nullptr, nullptr, nullptr, nullptr, LINKS,
    {SETTINGS.gravity_vector[0], SETTINGS.gravity_vector[1], SETTINGS.gravity_vector[2]}, nullptr, 0};
  torque_core * recursive = torque_core_create(&links, &SETTINGS);
  torque_core_activate(recursive, 1.0);
  std::vector<Peer> peers;
  for (int word = 3; word + 1 < count; word += 2) {
    if (!load_peer(words[2], words[word + 1])) {
      std::fprintf(stderr, "%s: not loaded, or another torque\n", words[word]);
      return 4;
    }
    torque_core_model theirs = model;
    theirs.torque = torque_of_peer;
    theirs.gravity = gravity_of_peer;
    const std::string name = words[word];
    peers.push_back({peer_torque, peer_gravity, torque_core_create(&theirs, &SETTINGS), {name + "_model", {}},
        {name + "_update", {}}});
    torque_core_activate(peers.back().core, 1.0);
  }
  Contender empty{"empty", {}}, bare{"model", {}}, torque{"torque", {}};
  Contender evaluated{"elements", {}}, formed{"products", {}}, updated{"update", {}}, with_payload{"with_payload", {}};
  Contender by_recursion{"recursive", {}};
  Contender in_contact{"in_contact", {}, begun}, without_contact{"without_contact", {}, begun};
  for (std::size_t done = 0; done < calls; done += turn) {
    const std::size_t some = std::min(turn, calls - done);
    measure(empty, some, []() {});
    measure(bare, some, []() {arm_torque(q, qd, qdd, tau); arm_gravity(q, tau);});
    measure(torque, some, []() {arm_torque(q, qd, qdd, tau);});
    measure(evaluated, some, []() {arm_all_elements(q, elements);});
    measure(formed, some, products);
    measure(updated, some, [core]() {update(core);});
    measure(with_payload, some, [loaded]() {update(loaded);});
    measure(by_recursion, some, [recursive]() {update(recursive);});
    measure(without_contact, some, [free]() {update(free, effort);});
    measure(in_contact, some, [pushed]() {update(pushed, pushed_effort);});
    if (touched(free) || !touched(pushed)) {
      std::fprintf(stderr, "a contact without a push, or none in spite of a push\n");
      return 5;
    }
    for (Peer & peer : peers) {
      peer_torque = peer.torque;
      peer_gravity = peer.gravity;
      torque_core * const other = peer.core;
      measure(peer.model, some, []() {torque_of_peer(q, qd, qdd, tau); gravity_of_peer(q, tau);});
      measure(peer.update, some, [other]() {update(other);});
    }
  }
  for (Contender * contender :
    {&empty, &bare, &torque, &evaluated, &formed, &updated, &with_payload, &by_recursion,
      &without_contact, &in_contact})
  {
    report(*contender);
  }
  for (Peer & peer : peers) {
    report(peer.model);
    report(peer.update);
    torque_core_destroy(peer.core);
  }
  torque_core_destroy(core);
  torque_core_destroy(loaded);
  torque_core_destroy(recursive);
  torque_core_destroy(pushed);
  torque_core_destroy(free);
  return 0;
}
