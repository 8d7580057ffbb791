/* The torque path of one arm without ROS: checks of states and references, model, faults, gate.
 *
 * It has the same specification as puma560_dynamics/control (Python): the same states, limits, reactions and names; a
 * differential test feeds both with the same events. The core reads no clock: time is an argument.
 *
 *     torque_core_model model = {...};                  the generated C of an arm
 *     torque_core_settings settings = {...};
 *     const char *wrong = torque_core_check(&model, &settings);     NULL if they are valid
 *     torque_core *core = torque_core_create(&model, &settings);
 *     torque_core_activate(core, now);
 *     in every cycle:
 *         if (torque_core_state(core, now, clock, stamp, q, qd, NULL, NULL, tau) == TORQUE_CORE_SEND ||
 *             torque_core_update(core, now, tau) == TORQUE_CORE_SEND) command tau;
 *     torque_core_deactivate(core, now);                then continue until torque_core_status reports done
 *     torque_core_destroy(core);
 *
 * Only create and destroy use the heap. No other function allocates, locks, throws or makes a system call; the time
 * of each is bounded by the number of joints. If settings have a payload, check, create and configure check its weight
 * in 400 poses. Only one thread at a time may use a core.
 *
 * Units: rad, rad/s, rad/s^2, N m, s. Arrays have one element per joint with a motor, in the order of the model. `now` is a steady
 * time that continues while the machine sleeps (CLOCK_BOOTTIME on Linux; CLOCK_MONOTONIC stands still then, and the pause
 * is not detected); `clock` is the clock of the stamps at the same moment. If `now` is not finite, a call does nothing and
 * returns TORQUE_CORE_REFUSED_CALL.
 */
#ifndef TORQUE_CORE_H
#define TORQUE_CORE_H

#include "torque_core_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct torque_core torque_core;

/* Return why model and settings are invalid, beginning with the name of the setting; NULL if they are valid. */
const char *torque_core_check(const torque_core_model *model, const torque_core_settings *settings);

/* Compute the settings that follow from an arm without tolerances: acceleration_limit, guiding_hold_torque,
 * guiding_inertia and contact_*, except for contact_policy and the parameters of settings_table.h. They follow from the
 * links of the model and from motor_torque, lower, upper, velocity, motor_inertia, gravity_vector, the friction of the
 * arm and hand_guiding_hold_speed in the settings. Payload and functions of the model are not used. A velocity of 0 is
 * none. It takes milliseconds, so call it before torque acts. Without links, or with wrong numbers of joints or
 * followers, nothing is written. */
void torque_core_complete(const torque_core_model *model, torque_core_settings *settings);

/* Return an inactive core; NULL if `torque_core_check` finds an error or memory is short. The model's functions must
 * remain valid; all data, including links and followers, are copied. */
torque_core *torque_core_create(const torque_core_model *model, const torque_core_settings *settings);
void torque_core_destroy(torque_core *core);

/* Change the settings; only while the gate is done. Counts and the acting torque are kept. */
int torque_core_configure(torque_core *core, const torque_core_settings *settings);

/* Begin anew with other settings, as a core that was just created, without the heap; the torque of a core that acts is
 * forgotten. */
int torque_core_renew(torque_core *core, const torque_core_settings *settings);

/* Note the finite torque (n) that something else commands, from which the next activation starts. Only while the gate
 * is done. */
int torque_core_acting(torque_core *core, double now, const double *torque);

/* Begin to fade in, starting from the last command; also the reset after a fault. */
int torque_core_activate(torque_core *core, double now);

/* Continue after a restart within one cycle, which ros2_control does when a chain of controllers changes: the torque
 * continues from the acting one, the gate keeps its state, and earlier references are dropped. With `brake` the
 * references are lost: the arm is brought to rest, then only the torque of its pose acts; a reference or `added` ends the
 * braking. */
int torque_core_resume(torque_core *core, int32_t brake);

/* Begin to fade out; `torque_core_update` brings the torque to zero. */
int torque_core_deactivate(torque_core *core, double now);

/* Return to inactive and forget the fault; only while the gate is done. */
int torque_core_reset(torque_core *core);

/* Note whether the brakes report that they are closed; for `brake_feedback`. */
int torque_core_brakes(torque_core *core, int32_t closed);

/* Report a fault that the caller found. */
int torque_core_fault(torque_core *core, double now, int32_t fault);

/* Set the active terms, a sum of bits; the change is rate-limited. */
int torque_core_set_terms(torque_core *core, uint32_t terms);

/* Return why the arm cannot hold a payload, a sentence; NULL if it can. The weight is checked in 400 poses. */
const char *torque_core_check_payload(const torque_core_model *model, const torque_core_settings *settings,
                                      const torque_core_payload *payload);

/* Set the payload from the next state on; the change is rate-limited. Numbers that no rigid body can have are refused. */
int torque_core_set_payload(torque_core *core, const torque_core_payload *payload);

/* Set `friction_scale`, 0 to 1, from the next state on. */
int torque_core_set_friction(torque_core *core, double scale);

/* Set the gains of computed torque, 1/s^2 and 1/s of every joint, from the next state on; the torque changes at most at
 * torque_rate. Refused unless they are finite and 0 or more. */
int torque_core_set_gains(torque_core *core, double stiffness, double damping);

/* Set the source of the acceleration; while torque passes, the difference between the sources fades over
 * `fade_in_time`. */
int torque_core_set_source(torque_core *core, double now, int32_t source);

/* Choose the mode from the next state on; while torque passes, the torque fades over `fade_in_time`. Refused if hand guiding
 * is not enabled, and while a reference moves the arm or would. Choosing hand guiding again guides an arm that was
 * released; choosing a mode ends what a contact began with TORQUE_CORE_CONTACTS_FLOAT. */
int torque_core_set_mode(torque_core *core, int32_t mode);

/* Return the present mode. */
int32_t torque_core_mode(const torque_core *core);

/* Return whether a reference moves the arm or would, so that the mode cannot change. */
int32_t torque_core_reference_moves(const torque_core *core);

/* Return the terms of a guided arm, as bits. */
uint32_t torque_core_guided_terms(const torque_core *core);

/* Pass a reference for the time `stamp`, used from the next state on. TORQUE_CORE_NONE while references may not move the
 * arm yet, TORQUE_CORE_REFUSED_CALL while a person guides it. */
int torque_core_reference(torque_core *core, double now, double clock, double stamp, const double *position,
                          const double *velocity, const double *acceleration);

/* Pass a joint state of time `stamp`. `effort` (n), or NULL, are the measured torques of the motors; a number that is not
 * finite makes them unusable. `added` (n), or NULL, is added to the torque of the terms, before the gate. If it returns
 * TORQUE_CORE_SEND, it has written the torque (n) to command, which then counts as commanded. */
int torque_core_state(torque_core *core, double now, double clock, double stamp, const double *q, const double *qd,
                      const double *effort, const double *added, double *torque);

/* Compute the torque to command without a joint state, with the results of `torque_core_state`; call it at 50 Hz or more,
 * or whenever `torque_core_state` returned no torque. The torque continues towards that of the last state, so in a loop
 * with a fixed cycle no step is larger than the rates allow in one cycle. */
int torque_core_update(torque_core *core, double now, double *torque);

/* Write the last output torque (n). */
void torque_core_torque(const torque_core *core, double *torque);
void torque_core_status(const torque_core *core, torque_core_status_t *status);

/* Return whether an external torque exceeds its threshold, or a contact lasts. */
int32_t torque_core_touches(const torque_core *core);

/* Write the estimated external torque (n), its thresholds (n) and, unless it is NULL, the half width of its band (n), both
 * infinite before the noise is known; zeros without a contact policy. */
void torque_core_external(const torque_core *core, double *external, double *threshold, double *band);

/* Write the torque (n) that holds arm and payload still at q; zero if the hardware compensates gravity. */
void torque_core_load(torque_core *core, const double *q, double *load);

/* Write every term at the last accepted state, active or not: TORQUE_CORE_TERMS rows of n, in the order of their bits.
 * This takes about as long as ten updates. */
void torque_core_terms(torque_core *core, double *terms);

/* Write the acceleration (n) at which the terms are evaluated. */
void torque_core_acceleration(const torque_core *core, double *acceleration);

/* Write the reference (n) at the time of the last accepted state, and return whether it was followed; without a reference
 * nothing is written. */
int32_t torque_core_followed(const torque_core *core, double *position, double *velocity, double *acceleration);

/* Return the names used in Python; NULL for an unknown number. */
const char *torque_core_state_name(int32_t state);
const char *torque_core_fault_name(int32_t fault);

/* Return the cause of a fault, with the text used in Python; NULL for an unknown number. */
const char *torque_core_fault_cause(int32_t fault);

/* Return the reaction to a fault (0 damp, 1 hold, 2 fade), and whether `restart_after_fault` applies; -1 if unknown. */
int torque_core_fault_reaction(int32_t fault);
int torque_core_fault_restarts(int32_t fault);

#ifdef __cplusplus
}
#endif

#endif /* TORQUE_CORE_H */
