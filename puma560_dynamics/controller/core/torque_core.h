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
 * of each is bounded by the number of joints. One core is used by one thread at a time.
 *
 * Units: rad, rad/s, rad/s^2, N m, s. Arrays have one element a joint, in the order of the model. `now` is a steady
 * time; `clock` is the clock of the stamps, at the same moment. Where `now` is not finite a call does nothing and
 * returns TORQUE_CORE_REFUSED_CALL.
 */
#ifndef TORQUE_CORE_H
#define TORQUE_CORE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TORQUE_CORE_MAX_JOINTS 16

/* States of the gate, in the order of control/gate/gate_state.py. */
enum {
    TORQUE_CORE_INACTIVE,
    TORQUE_CORE_FADING_IN,
    TORQUE_CORE_OPEN,
    TORQUE_CORE_DAMPING,
    TORQUE_CORE_HOLDING,
    TORQUE_CORE_FADING_OUT,
    TORQUE_CORE_CLOSED,
    TORQUE_CORE_STATES
};

/* Faults, in the order of control/gate/faults.py. */
enum {
    TORQUE_CORE_NO_FAULT = -1,
    TORQUE_CORE_SILENCE,
    TORQUE_CORE_JUMP,
    TORQUE_CORE_OUTSIDE,
    TORQUE_CORE_OVERSPEED,
    TORQUE_CORE_INCONSISTENT,
    TORQUE_CORE_TWO_STATE_PUBLISHERS,
    TORQUE_CORE_CLOCK,
    TORQUE_CORE_OWN_STALL,
    TORQUE_CORE_REFERENCE_LOST,
    TORQUE_CORE_SECOND_COMMANDER,
    TORQUE_CORE_GUARD_LOST,
    TORQUE_CORE_CONTROLLER_LOST,
    TORQUE_CORE_COMMAND_SILENCE,
    TORQUE_CORE_FAULTS
};

/* What a call led to. */
enum {
    TORQUE_CORE_NONE = 0,            /* nothing to command: what was commanded last stays */
    TORQUE_CORE_SEND = 1,            /* command the torque that was written; or: done, where none is written */
    TORQUE_CORE_REFUSED_STAMP = -1,  /* no stamp or clock, too old, from the future, twice or out of order */
    TORQUE_CORE_REFUSED_FINITE = -2, /* a number that is not finite */
    TORQUE_CORE_REFUSED_FAULT = -3,  /* the state shows a fault, see `latched` */
    TORQUE_CORE_REFUSED_LIMIT = -4,  /* a reference beyond a limit */
    TORQUE_CORE_REFUSED_STEP = -5,   /* a reference that jumps */
    TORQUE_CORE_REFUSED_CALL = -6    /* a time that is not finite, a number that is not known, or not in this state */
};

/* Terms of the torque, as bits of `terms`. */
enum {
    TORQUE_CORE_GRAVITY = 1,
    TORQUE_CORE_INERTIA = 2,
    TORQUE_CORE_MOTOR_INERTIA = 4,
    TORQUE_CORE_CORIOLIS = 8,
    TORQUE_CORE_CENTRIFUGAL = 16,
    TORQUE_CORE_FRICTION = 32,
    TORQUE_CORE_ALL_TERMS = 63
};
#define TORQUE_CORE_TERMS 6

/* Where the acceleration of the inertia terms comes from. */
enum { TORQUE_CORE_SOURCE_NONE, TORQUE_CORE_SOURCE_REFERENCE, TORQUE_CORE_SOURCE_FILTERED };

/* What the arm gets on a fault: the gravity load of the last good pose for a while, or nothing. */
enum { TORQUE_CORE_HOLD_GRAVITY, TORQUE_CORE_ZERO };

/* The model: functions that the generator emits (`puma560 derive --emit c`). */
typedef struct {
    size_t joints;
    void (*torque)(const double *q, const double *qd, const double *qdd, double *tau);
    void (*gravity)(const double *q, double *tau);
    void (*kinetic_energy_matrix)(const double *q, double *result);
    void (*all_elements)(const double *q, double *result); /* A, B, C and g, one after another */
} torque_core_model;

/* Limits and policies; names and units as of GateSettings, LoopSettings and FrictionCompensation. */
typedef struct {
    double maximum_torque[TORQUE_CORE_MAX_JOINTS];
    double motor_torque[TORQUE_CORE_MAX_JOINTS];
    double torque_rate[TORQUE_CORE_MAX_JOINTS];
    double removal_rate[TORQUE_CORE_MAX_JOINTS];
    double lower[TORQUE_CORE_MAX_JOINTS];               /* rad or m; -INFINITY and INFINITY: turns without end */
    double upper[TORQUE_CORE_MAX_JOINTS];
    double velocity[TORQUE_CORE_MAX_JOINTS];
    double acceleration_limit[TORQUE_CORE_MAX_JOINTS];  /* of a reference */
    double motor_inertia[TORQUE_CORE_MAX_JOINTS];       /* kg m^2 on the diagonal of A */
    double coulomb_positive[TORQUE_CORE_MAX_JOINTS];    /* least kinetic friction, no offset */
    double coulomb_negative[TORQUE_CORE_MAX_JOINTS];
    double viscous[TORQUE_CORE_MAX_JOINTS];
    double position_resolution[TORQUE_CORE_MAX_JOINTS]; /* one count of the encoder; 0 where unknown */
    double stiffness[TORQUE_CORE_MAX_JOINTS];           /* 1/s^2, computed torque: 0 for none */
    double damping[TORQUE_CORE_MAX_JOINTS];             /* 1/s, computed torque: 0 for none */
    double friction_scale;
    double friction_dead_band;
    double friction_smoothing;
    double soft_margin;
    double position_tolerance;
    double jump_tolerance;
    double state_timeout;
    double recovery_time;
    double fade_in_time;
    double fade_out_time;
    double hold_time;
    double damping_time;
    double velocity_margin;
    double clock_offset_limit;
    double reference_timeout;
    double acceleration_cutoff;
    uint32_t terms;
    int32_t acceleration_source;
    int32_t fault_policy;
    int32_t restart_after_fault;
    int32_t hardware_compensates_gravity;
    int32_t reserved; /* 0 */
} torque_core_settings;

/* What the gate shows. */
typedef struct {
    double since;    /* steady time at which the gate came into its state */
    int32_t state;
    int32_t latched; /* the fault that a reset has to clear */
    int32_t done;    /* nothing is let out any more: inactive or closed */
    int32_t quiet;   /* done, and nothing is left to be commanded */
    int32_t waiting; /* active, and nothing acts yet */
    int32_t brake;   /* whether a brake shall be engaged */
    int32_t pending; /* a torque of before a stall may still have to be ended here */
    int32_t followed; /* a reference was followed at the last state */
    uint64_t torque_limit, soft_limit, torque_rate, not_finite, stamp; /* how often each check acted */
    uint64_t refused[TORQUE_CORE_FAULTS]; /* states that showed the fault */
    uint64_t faults[TORQUE_CORE_FAULTS];  /* times that the fault was latched */
} torque_core_status_t;

typedef struct torque_core torque_core;

/* Why model and settings make no sense, beginning with the name of the setting; NULL if they do. */
const char *torque_core_check(const torque_core_model *model, const torque_core_settings *settings);

/* A core, inactive; NULL where `torque_core_check` finds something or memory is short. Functions of the model must
 * stay; the rest is copied. */
torque_core *torque_core_create(const torque_core_model *model, const torque_core_settings *settings);
void torque_core_destroy(torque_core *core);

/* Take other settings; only while the gate is done. What is counted and what acts is kept. */
int torque_core_configure(torque_core *core, const torque_core_settings *settings);

/* Torque (n) that something else commands, finite: the start of the next activation. Only while the gate is done. */
int torque_core_acting(torque_core *core, double now, const double *torque);

/* Begin to fade in, from the last command on; also the reset after a fault. */
int torque_core_activate(torque_core *core, double now);

/* Begin to fade out; `torque_core_update` leads the torque to zero. */
int torque_core_deactivate(torque_core *core, double now);

/* Back to inactive, the fault forgotten; only while the gate is done. */
int torque_core_reset(torque_core *core);

/* A fault that the caller found. */
int torque_core_fault(torque_core *core, double now, int32_t fault);

/* Other terms, a sum of bits; the change is rate-limited. */
int torque_core_set_terms(torque_core *core, uint32_t terms);

/* Another source of acceleration; the torque fades to the new one over `fade_in_time`. */
int torque_core_set_source(torque_core *core, double now, int32_t source);

/* A reference of time `stamp`; it counts from the next state on. */
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

/* Every term at the last accepted state, TORQUE_CORE_TERMS rows of n in the order of their bits, active or not.
 * Takes as long as some ten updates. */
void torque_core_terms(torque_core *core, double *terms);

/* The acceleration (n) at which they are evaluated. */
void torque_core_acceleration(const torque_core *core, double *acceleration);

/* Names as in Python; NULL for a number that is not known. */
const char *torque_core_state_name(int32_t state);
const char *torque_core_fault_name(int32_t fault);

/* What a fault leads to: 0 damp, 1 hold, 2 fade; and whether `restart_after_fault` applies. -1 if not known. */
int torque_core_fault_reaction(int32_t fault);
int torque_core_fault_restarts(int32_t fault);

#ifdef __cplusplus
}
#endif

#endif /* TORQUE_CORE_H */
