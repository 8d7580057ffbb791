"""EMDEG reborn: explicit dynamics of any serial chain, derived, simplified, counted, emitted.

After Burdick (1986), "An Algorithm for Generation of Efficient Manipulator Dynamic Equations". This
room knows neither the PUMA nor ROS.
"""
