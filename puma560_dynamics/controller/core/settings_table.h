/* Fields of torque_core_settings that are parameters, with their bounds: written by
 * `python -m tools.generate.core_table` from the settings classes in control/, which describe them. */
#ifndef TORQUE_CORE_SETTINGS_TABLE_H
#define TORQUE_CORE_SETTINGS_TABLE_H

/* X(field, parameter of the controller, least and largest value, unit) */
#define TORQUE_CORE_NUMBERS(X) \
    X(reference_timeout, reference_timeout, 0.005, 10.0, " s") \
    X(contact_bandwidth, contact_bandwidth, 1.0, 1000.0, " 1/s") \
    X(contact_threshold_scale, contact_threshold_scale, 0.1, 100.0, "") \
    X(friction_scale, friction.scale, 0.0, 1.0, "") \
    X(friction_dead_band, friction.dead_band, 0.0, 10.0, " rad/s") \
    X(friction_smoothing, friction.smoothing, 0.0001, 10.0, " rad/s") \
    X(hand_guiding_timeout, hand_guiding.timeout, 0.0, 3600.0, " s") \
    X(hand_guiding_hold_speed, hand_guiding.hold_speed, 0.0, 10.0, " rad/s") \
    X(hand_guiding_speed, hand_guiding.speed, 0.01, 1.0, "") \
    X(hand_guiding_limit_margin, hand_guiding.limit_margin, 0.0, 1.0, " rad (m)") \
    X(hand_guiding_wall_torque, hand_guiding.wall_torque, 0.0, 1.0, "") \
    X(hand_guiding_wall_force, hand_guiding.wall_force, 0.0, 10000.0, " N") \
    X(hand_guiding_wall_depth, hand_guiding.wall_depth, 0.001, 1.0, " m") \
    X(soft_margin, soft_margin, 0.0, 1.0, " rad") \
    X(position_tolerance, position_tolerance, 0.0, 1.0, " rad") \
    X(jump_tolerance, jump_tolerance, 0.0001, 10.0, " rad") \
    X(state_timeout, state_timeout, 0.005, 10.0, " s") \
    X(recovery_time, recovery_time, 0.0, 10.0, " s") \
    X(fade_in_time, fade_in_time, 0.0, 10.0, " s") \
    X(fade_out_time, fade_out_time, 0.0, 3.0, " s") \
    X(hold_time, hold_time, 0.0, 600.0, " s") \
    X(damping_time, damping_time, 0.05, 10.0, " s") \
    X(velocity_margin, velocity_margin, 1.0, 10.0, "") \
    X(clock_offset_limit, clock_offset_limit, 0.0, 10.0, " s") \
    X(brake_release_time, brake_release_time, 0.0, 5.0, " s") \
    X(brake_engage_time, brake_engage_time, 0.0, 5.0, " s") \
    X(brake_sag, brake_sag, 0.0001, 1.0, " rad (m)")

/* X(field, parameter of the controller) */
#define TORQUE_CORE_SWITCHES(X) \
    X(hardware_compensates_gravity, hardware_compensates_gravity) \
    X(hand_guiding_enabled, hand_guiding.enabled) \
    X(brake_feedback, brake_feedback) \
    X(restart_after_fault, restart_after_fault)

#endif /* TORQUE_CORE_SETTINGS_TABLE_H */
