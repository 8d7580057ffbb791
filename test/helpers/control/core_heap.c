/* Counts what a program asks of heap and locks while it drives the core through every state and every call.
 * Prints the counts of create, of everything in between, of destroy, and of the states seen. */
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "arm.h"
#include "links.h"
#include "torque_core.h"

enum { N = JOINTS };
static volatile long asked = 0;

/* In the place of the library's: of whatever calls them, also from libm. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *place, size_t size);
void __libc_free(void *place);

void *malloc(size_t size) { asked = asked + 1; return __libc_malloc(size); }
void *calloc(size_t count, size_t size) { asked = asked + 1; return __libc_calloc(count, size); }
void *realloc(void *place, size_t size) { asked = asked + 1; return __libc_realloc(place, size); }
void free(void *place) { asked = asked + 1; __libc_free(place); }
int pthread_mutex_lock(pthread_mutex_t *lock) { (void)lock; asked = asked + 1; return 0; } /* there is one thread */

int main(void)
{
  const torque_core_model model = {
    N, FUNCTIONS, LINKS, {GRAVITY_VECTOR[0], GRAVITY_VECTOR[1], GRAVITY_VECTOR[2]}, FOLLOWERS};
  torque_core_settings settings = {0};
#include "settings.inc"
  settings.hold_time = 0.3;
  settings.hand_guiding_enabled = 1;
  settings.guiding_walls[4] = 1.0;
  settings.guiding_walls_count = 1;
  settings.fade_in_time = 0.2;
  settings.gravity_vector[0] = 1.0;
  const torque_core_payload loads[] = {{0}, {1.0, {0.0, 0.01, 0.05}, {1e-3, 1e-3, 1e-3, 0.0, 0.0, 0.0}}};
  double q[N] = {0}, qd[N] = {0}, qdd[N] = {0}, added[N] = {0}, tau[N] = {0}, rows[TORQUE_CORE_TERMS * N] = {0}, now = 0.0;
  int seen[TORQUE_CORE_STATES] = {0};
  const long before = asked;
  torque_core * core = torque_core_create(&model, &settings);
  if (core == NULL) {
    return 1;
  }
  const long created = asked;
  for (int turn = 0; turn < 6; ++turn) {
    torque_core_acting(core, now, added);
    torque_core_activate(core, now);
    for (int step = 0; step < 4000; ++step) {
      now += 0.001;
      const double clock = 1000.0 + now;
      torque_core_status_t status;
      torque_core_status(core, &status);
      seen[status.state] = 1;
      const int quiet = turn > 0 && step > 1500 && step < 1700;  /* damping becomes holding */
      const double bad = turn == 4 && step == 1800 ? 1e308 : 0.0;
      q[0] = bad;
      torque_core_reference(core, now, clock, clock, q, qd, qdd);
      if (quiet || torque_core_state(core, now, clock, clock, q, qd, added, added, tau) != TORQUE_CORE_SEND) {
        torque_core_update(core, now, tau);
      }
      if (step % 50 == 0) {
        torque_core_terms(core, rows);
        torque_core_acceleration(core, tau);
        torque_core_torque(core, tau);
        torque_core_set_payload(core, &loads[step / 50 % 2]);
        torque_core_set_friction(core, 0.5);
        torque_core_resume(core, step / 50 % 2);
        torque_core_set_mode(core, step / 100 % 2);
        torque_core_brakes(core, step / 50 % 2);
        torque_core_set_terms(core, (uint32_t)(step / 50 % 64));
      }
      if (step % 500 == 499) {  /* fades in anew */
        torque_core_set_source(core, now, step / 500 % 3);
      }
      if (step == 1450 && turn > 0) {
        torque_core_fault(core, now, turn == 1 ? TORQUE_CORE_OVERSPEED : turn % TORQUE_CORE_FAULTS);
      }
    }
    torque_core_deactivate(core, now);
    for (int step = 0; step < 2000; ++step) {
      now += 0.001;
      torque_core_update(core, now, tau);
    }
    torque_core_check_payload(&model, &settings, &loads[1]);
    torque_core_configure(core, &settings);
    torque_core_reset(core);
    if (turn % 2) {
      torque_core_renew(core, &settings);
    }
    torque_core_status_t status;
    torque_core_status(core, &status);
    seen[status.state] = 1;
  }
  const long acting = asked;
  torque_core_destroy(core);
  const long destroyed = asked;
  int states = 0;
  for (int state = 0; state < TORQUE_CORE_STATES; ++state) {
    states += seen[state];
  }
  printf("%ld %ld %ld %d\n", created - before, acting - created, destroyed - acting, states);
  return 0;
}
