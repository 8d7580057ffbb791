"""What the papers neglect: size and independent derivations of the rotors' gyroscopic torques.

In: an arm with rotors. Out: torques at full speed, and the same terms by bodies in Pinocchio and by Lagrange's
equations.
"""
