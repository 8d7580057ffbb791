/* The torque path of one arm without ROS: checks of states and references, model, faults, gate.
 *
 * One specification with puma560_dynamics/control (Python): the same states, limits, reactions and names; a
 * differential test feeds both the same events. Nothing here knows a clock: time is handed in.
 *
 *     torque_core_model model = {...};                  the generated C of an arm
 *     torque_core_settings settings = {...};
 *     const char *wrong = torque_core_check(&model, &settings);     NULL where they make sense
 *     torque_core *core = torque_core_create(&model, &settings);
 *     torque_core_activate(core, now);
 *     in every cycle:
 *         if (torque_core_state(core, now, clock, stamp, q, qd, NULL, tau) == TORQUE_CORE_SEND ||
 *             torque_core_update(core, now, tau) == TORQUE_CORE_SEND) command tau;
 *     torque_core_deactivate(core, now);                then go on until torque_core_status says it is done
 *     torque_core_destroy(core);
 *
 * Only create and destroy use the heap. No other function allocates, locks, throws or makes a system call; the time
 * of each is bounded by the number of joints. Where settings have a payload, check, create and configure try its weight
 * in 400 poses. One core is used by one thread at a time.
 *
 * Units: rad, rad/s, rad/s^2, N m, s. Arrays have one element a joint, in the order of the model. `now` is a steady
 * time that goes on while the machine sleeps (CLOCK_BOOTTIME on Linux; CLOCK_MONOTONIC stands still then, and the pause is
 * not noticed); `clock` is the clock of the stamps, at the same moment. Where `now` is not finite a call does nothing and
 * returns TORQUE_CORE_REFUSED_CALL.
 */
#ifndef TORQUE_CORE_H
#define TORQUE_CORE_H

#include "torque_core_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct torque_core torque_core;

/* Why model and settings make no sense, beginning with the name of the setting; NULL if they do. */
const char *torque_core_check(const torque_core_model *model, const torque_core_settings *settings);

/* A core, inactive; NULL where `torque_core_check` finds something or memory is short. Functions of the model must
 * stay; the rest, links too, is copied. */
torque_core *torque_core_create(const torque_core_model *model, const torque_core_settings *settings);
void torque_core_destroy(torque_core *core);

/* Take other settings; only while the gate is done. What is counted and what acts is kept. */
int torque_core_configure(torque_core *core, const torque_core_settings *settings);

/* Torque (n) that something else commands, finite: the start of the next activation. Only while the gate is done. */
int torque_core_acting(torque_core *core, double now, const double *torque);

/* Begin to fade in, from the last command on; also the reset after a fault. */
int torque_core_activate(torque_core *core, double now);

/* Go on after a restart within a cycle, as ros2_control does where a chain of controllers changes: the torque goes on
 * from what acts, the gate stays what it is, and nothing of before is followed. With `brake` what led the arm has gone:
 * it is brought to rest before only the torque of its pose is left; a reference or `added` ends that. */
int torque_core_resume(torque_core *core, int32_t brake);

/* Begin to fade out; `torque_core_update` leads the torque to zero. */
int torque_core_deactivate(torque_core *core, double now);

/* Back to inactive, the fault forgotten; only while the gate is done. */
int torque_core_reset(torque_core *core);

/* The brakes report whether they are closed; for `brake_feedback`. */
int torque_core_brakes(torque_core *core, int32_t closed);

/* A fault that the caller found. */
int torque_core_fault(torque_core *core, double now, int32_t fault);

/* Other terms, a sum of bits; the change is rate-limited. */
int torque_core_set_terms(torque_core *core, uint32_t terms);

/* Why a payload cannot be carried, a sentence; NULL if it can. Its weight is tried in 400 poses. */
const char *torque_core_check_payload(const torque_core_model *model, const torque_core_settings *settings,
                                      const torque_core_payload *payload);

/* Another payload from the next state on; the change is rate-limited. Refused are numbers that no body has. */
int torque_core_set_payload(torque_core *core, const torque_core_payload *payload);

/* Another `friction_scale`, 0 to 1, from the next state on. */
int torque_core_set_friction(torque_core *core, double scale);

/* Another source of acceleration; while torque passes, what the sources differ by fades over `fade_in_time`. */
int torque_core_set_source(torque_core *core, double now, int32_t source);

/* A reference of time `stamp`; it counts from the next state on. TORQUE_CORE_NONE while the arm may not be led yet. */
int torque_core_reference(torque_core *core, double now, double clock, double stamp, const double *position,
                          const double *velocity, const double *acceleration);

/* A joint state of time `stamp`. `added` (n), or NULL, is added to the torque of the terms, before the gate. Writes the
 * torque (n) to command where it returns TORQUE_CORE_SEND; it is taken as commanded then. */
int torque_core_state(torque_core *core, double now, double clock, double stamp, const double *q, const double *qd,
                      const double *added, double *torque);

/* What to command without a joint state, as `torque_core_state`; to be called at 50 Hz or more, or whenever that
 * returned no torque. */
int torque_core_update(torque_core *core, double now, double *torque);

/* The torque (n) that was let out last. */
void torque_core_torque(const torque_core *core, double *torque);
void torque_core_status(const torque_core *core, torque_core_status_t *status);

/* The torque (n) that holds the arm still at q, with what it carries; zero where the hardware compensates gravity. */
void torque_core_load(torque_core *core, const double *q, double *load);

/* Every term at the last accepted state, TORQUE_CORE_TERMS rows of n in the order of their bits, active or not.
 * Takes as long as some ten updates. */
void torque_core_terms(torque_core *core, double *terms);

/* The acceleration (n) at which they are evaluated. */
void torque_core_acceleration(const torque_core *core, double *acceleration);

/* Names as in Python; NULL for a number that is not known. */
const char *torque_core_state_name(int32_t state);
const char *torque_core_fault_name(int32_t fault);

/* What a fault means, as in Python; NULL for a number that is not known. */
const char *torque_core_fault_cause(int32_t fault);

/* What a fault leads to: 0 damp, 1 hold, 2 fade; and whether `restart_after_fault` applies. -1 if not known. */
int torque_core_fault_reaction(int32_t fault);
int torque_core_fault_restarts(int32_t fault);

#ifdef __cplusplus
}
#endif

#endif /* TORQUE_CORE_H */
