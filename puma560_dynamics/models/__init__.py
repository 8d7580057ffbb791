"""Dynamic models of arms behind one interface, and `load_model`, which makes each by its name.

In: an arm, a kind of model, perhaps a payload. Out: a `DynamicModel` (`interface`), whose results are arrays and the
types of `terms`. The kinds: `generated/` (derived for the arm), `recursive/` (Newton-Euler, Pinocchio), `tables/`
(the paper's tables). Layers on top of any kind: `payload/`, `rotors/`, `coupled`, `following`. `counting` counts
calculations.
"""
