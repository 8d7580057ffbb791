"""Dynamic models of arms behind one interface, and `load_model`, which makes each by its name.

In: an arm, a kind of model, perhaps a payload. Out: a `DynamicModel` (`interface`), whose results are arrays and the
types of `terms`. The kinds: `generated/` (derived for the arm), `recursive/` (Newton-Euler, Pinocchio), `tables/`
(the paper's tables). Added to any kind: `payload/`, `gyroscopic`, coupled motors
(`model_sum`), and joints that follow others (`following`). `counting` counts calculations.
"""
