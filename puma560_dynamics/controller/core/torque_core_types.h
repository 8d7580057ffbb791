/* Types of the C interface of the torque core; see torque_core.h. */
#ifndef TORQUE_CORE_TYPES_H
#define TORQUE_CORE_TYPES_H

#include <stddef.h>
#include <stdint.h>

#include "friction_numbers.h"
#include "settings_table.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TORQUE_CORE_MAX_JOINTS 16
#define TORQUE_CORE_MAX_WALLS 16

/* States of the gate, in the order of control/gate/gate_state.py. */
enum {
    TORQUE_CORE_INACTIVE,
    TORQUE_CORE_FADING_IN,
    TORQUE_CORE_OPEN,
    TORQUE_CORE_DAMPING,
    TORQUE_CORE_HOLDING,
    TORQUE_CORE_FADING_OUT,
    TORQUE_CORE_YIELDED,
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
    TORQUE_CORE_OVERLOAD,
    TORQUE_CORE_SAG,
    TORQUE_CORE_CONTACT,
    TORQUE_CORE_EFFORT_LOST,
    TORQUE_CORE_FAULTS
};

/* Results of a call. */
enum {
    TORQUE_CORE_NONE = 0,            /* nothing to command: the last command stays */
    TORQUE_CORE_SEND = 1,            /* command the torque that was written; for calls that write none: done */
    TORQUE_CORE_REFUSED_STAMP = -1,  /* no stamp or clock, too old, from the future, twice or out of order */
    TORQUE_CORE_REFUSED_FINITE = -2, /* a number that is not finite, or beyond 1e9 */
    TORQUE_CORE_REFUSED_FAULT = -3,  /* the state shows a fault, see `latched` */
    TORQUE_CORE_REFUSED_LIMIT = -4,  /* a reference beyond a limit */
    TORQUE_CORE_REFUSED_STEP = -5,   /* a reference that jumps */
    TORQUE_CORE_REFUSED_CALL = -6    /* a time that is not finite, an unknown number, or not allowed in this state */
};

/* Terms of the torque, as bits of `terms`. */
enum {
    TORQUE_CORE_GRAVITY = 1,
    TORQUE_CORE_INERTIA = 2,
    TORQUE_CORE_MOTOR_INERTIA = 4,
    TORQUE_CORE_CORIOLIS = 8,
    TORQUE_CORE_CENTRIFUGAL = 16,
    TORQUE_CORE_FRICTION = 32,
    TORQUE_CORE_ALL_TERMS = 63, /* those that can be switched */
    TORQUE_CORE_GUIDING = 64    /* a term of a guided arm only */
};
#define TORQUE_CORE_TERMS 7

/* Modes. */
enum { TORQUE_CORE_MODE_FEEDFORWARD, TORQUE_CORE_MODE_HAND_GUIDING };

/* Sources of the acceleration for the inertia terms. */
enum { TORQUE_CORE_SOURCE_NONE, TORQUE_CORE_SOURCE_REFERENCE, TORQUE_CORE_SOURCE_FILTERED };

/* What holds the arm without torque: brakes that are requested by `brake`, brakes that the hardware controls itself,
 * nothing, or a person. */
enum { TORQUE_CORE_BRAKES_OURS, TORQUE_CORE_BRAKES_HARDWARE, TORQUE_CORE_BRAKES_NONE, TORQUE_CORE_BRAKES_SUPPORTED };

/* Torque after a fault: the gravity load of the last good pose for a while, or zero. */
enum { TORQUE_CORE_HOLD_GRAVITY, TORQUE_CORE_ZERO };

/* Use of external torques that exceed their thresholds. */
enum { TORQUE_CORE_CONTACTS_NONE, TORQUE_CORE_CONTACTS_REPORT, TORQUE_CORE_CONTACTS_STOP, TORQUE_CORE_CONTACTS_FLOAT };

/* What the driver subtracts from measured efforts: nothing, gravity, or the torque of its whole model. */
enum { TORQUE_CORE_WITHOUT_NOTHING, TORQUE_CORE_WITHOUT_GRAVITY, TORQUE_CORE_WITHOUT_MODEL };

/* A joint and the link that it moves. The joint turns about, or slides along, the z axis of the link's frame. */
typedef struct {
    double turn[9];    /* rotation by rows, from the link's axes at position 0 to those of the link before */
    double place[3];   /* m, origin of the link's frame at position 0, in the frame of the link before */
    double mass;       /* kg */
    double center[3];  /* m, center of mass in the link's frame */
    double inertia[6]; /* Ixx, Iyy, Izz, Ixy, Ixz, Iyz about the center of mass, axes of the link's frame, kg m^2 */
    int32_t slides;    /* whether the joint slides along its axis */
    int32_t reserved;  /* 0 */
} torque_core_link;

/* A joint without a motor: its position is multiplier times that of its leader, plus offset (URDF <mimic>). */
typedef struct {
    double multiplier;
    double offset; /* rad or m */
    size_t link;   /* index of the link that it moves, 0 first */
    size_t leader; /* index of its leader among the joints with motors */
} torque_core_follower;

/* The model: functions that the generator emits (`puma560 derive --emit c`), or, where all four are NULL, the recursive
 * Newton-Euler equations of the links. The torque includes motor_inertia of the settings; functions have their own.
 * Joints that follow others need the recursive equations: the chain then has joints + followers_count links, at most 16,
 * and all other arrays of the interface have one element per joint with a motor. */
typedef struct {
    size_t joints;
    void (*torque)(const double *q, const double *qd, const double *qdd, double *tau);
    void (*gravity)(const double *q, double *tau);
    void (*kinetic_energy_matrix)(const double *q, double *result);
    void (*all_elements)(const double *q, double *result); /* A, B, C and g, one after another */
    const torque_core_link *links; /* one per link; NULL if payload and another gravity are never used; functions need no inertia */
    double gravity_vector[3];       /* m/s^2, gravity in the functions, in the frame before the first joint */
    const torque_core_follower *followers; /* in the order of their links; NULL for none */
    size_t followers_count;
} torque_core_model;

/* A rigid body that is fixed to the last link. */
typedef struct {
    double mass;       /* kg, 0 for none */
    double center[3];  /* m, in the frame of the last link */
    double inertia[6]; /* Ixx, Iyy, Izz, Ixy, Ixz, Iyz about its center of mass, axes of that frame, kg m^2 */
} torque_core_payload;

/* Limits and policies, with the names and units of GateSettings, LoopSettings and FrictionCompensation. Numbers and
 * switches that are parameters of the controller are in settings_table.h, for example friction_scale and brake_sag. */
typedef struct {
    double maximum_torque[TORQUE_CORE_MAX_JOINTS];
    double motor_torque[TORQUE_CORE_MAX_JOINTS];
    double torque_rate[TORQUE_CORE_MAX_JOINTS];
    double removal_rate[TORQUE_CORE_MAX_JOINTS];
    double lower[TORQUE_CORE_MAX_JOINTS];               /* rad or m; -INFINITY and INFINITY: a continuous joint */
    double upper[TORQUE_CORE_MAX_JOINTS];
    double velocity[TORQUE_CORE_MAX_JOINTS];
    double acceleration_limit[TORQUE_CORE_MAX_JOINTS];  /* of a reference */
    double motor_inertia[TORQUE_CORE_MAX_JOINTS];       /* kg m^2 on the diagonal of A */
    /* Least kinetic friction without offset: coulomb_positive, coulomb_negative, viscous, ... */
#define TORQUE_CORE_FIELD(name, basis) double name[TORQUE_CORE_MAX_JOINTS];
    TORQUE_CORE_FRICTION_NUMBERS(TORQUE_CORE_FIELD)
#undef TORQUE_CORE_FIELD
    double position_resolution[TORQUE_CORE_MAX_JOINTS]; /* one count of the encoder; 0 where unknown */
    double stiffness[TORQUE_CORE_MAX_JOINTS];           /* 1/s^2, computed torque: 0 for none */
    double damping[TORQUE_CORE_MAX_JOINTS];             /* 1/s, computed torque: 0 for none */
    /* Bounds of the errors of the model's torque and friction, for the thresholds of external torques; the names of
     * control/observer/contact_bounds.py. Not used with TORQUE_CORE_CONTACTS_NONE. */
    double contact_still[TORQUE_CORE_MAX_JOINTS];        /* N m */
    double contact_acceleration[TORQUE_CORE_MAX_JOINTS * TORQUE_CORE_MAX_JOINTS]; /* N m s^2, n rows of n */
    double contact_velocity[TORQUE_CORE_MAX_JOINTS];     /* N m, at the velocity limits */
    double contact_dry[TORQUE_CORE_MAX_JOINTS];          /* N m */
    double contact_reversal[TORQUE_CORE_MAX_JOINTS];     /* rad, distance over which dry friction reverses */
    double contact_least[TORQUE_CORE_MAX_JOINTS];        /* N m, smallest threshold */
    double contact_motion_scale[TORQUE_CORE_MAX_JOINTS]; /* 1, or m where a joint slides */
#define TORQUE_CORE_FIELD(name, basis) double contact_##name[TORQUE_CORE_MAX_JOINTS];
    TORQUE_CORE_FRICTION_LAW(TORQUE_CORE_FIELD)
#undef TORQUE_CORE_FIELD
    double guiding_hold_torque[TORQUE_CORE_MAX_JOINTS];  /* N m, resistance of a guided joint at rest */
    double guiding_inertia[TORQUE_CORE_MAX_JOINTS];      /* kg m^2, smallest of each joint with its motor, for the hold */
    /* Point (m) and normal of each plane, and the point of the tool that they hold back, in the frames before the first
     * joint and of the last link; planes need the links of the model. */
    double guiding_walls[6 * TORQUE_CORE_MAX_WALLS];
    double guiding_tool_point[3];
    double contact_unknown;                              /* uncertain fraction of friction in motion */
    double contact_model_widths;                         /* threshold in standard deviations of the model's torque */
    double contact_noise_widths;                         /* and of the noise */
#define TORQUE_CORE_FIELD(field, parameter, low, high, unit) double field;
    TORQUE_CORE_NUMBERS(TORQUE_CORE_FIELD)
#undef TORQUE_CORE_FIELD
    double acceleration_cutoff;
    double gravity_vector[3];    /* m/s^2, as in the model; another vector needs the links of the model */
    torque_core_payload payload; /* a payload needs the links of the model */
    uint32_t terms;
    int32_t acceleration_source;
    int32_t fault_policy;
    int32_t brakes;
    int32_t contact_policy;
    int32_t effort_without;
#define TORQUE_CORE_FIELD(field, parameter) int32_t field;
    TORQUE_CORE_SWITCHES(TORQUE_CORE_FIELD)
#undef TORQUE_CORE_FIELD
    int32_t mode;                /* hand guiding needs hand_guiding_enabled */
    int32_t guiding_walls_count; /* number of planes */
    int32_t reserved; /* 0 */
} torque_core_settings;

/* Status of the gate. */
typedef struct {
    double since;    /* steady time at which the gate entered its state */
    int32_t state;
    int32_t latched; /* the fault that a reset has to clear */
    int32_t done;    /* the torque has ended: inactive or closed */
    int32_t quiet;   /* done, and nothing is left to be commanded */
    int32_t waiting; /* active, and no torque acts yet */
    int32_t brake;   /* whether a brake should be engaged */
    int32_t pending; /* a torque from before a stall may still have to be ended here */
    int32_t followed; /* a reference was followed at the last state */
    int32_t settling; /* the arm is being brought to rest after the loss of its references */
    int32_t touched;  /* a contact lasts; with a contact policy */
    int32_t effort;   /* the last state had usable efforts; with a contact policy */
    int32_t guided;   /* the mode is hand guiding */
    int32_t released; /* hand guiding has ended by a time-out or a fault: the arm is held */
    int32_t floating; /* a contact has begun hand guiding */
    int32_t leads;    /* references may move the arm: the brakes are open, and the torque holds the arm */
    uint64_t torque_limit, soft_limit, torque_rate, not_finite, stamp; /* number of times that each check acted */
    uint64_t refused[TORQUE_CORE_FAULTS]; /* states that showed the fault */
    uint64_t faults[TORQUE_CORE_FAULTS];  /* number of times that the fault was latched */
} torque_core_status_t;

#ifdef __cplusplus
}
#endif

#endif /* TORQUE_CORE_TYPES_H */
