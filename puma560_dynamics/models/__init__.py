"""Provide dynamic models of arms with one interface; `load_model` creates a model by its name.

Input: an arm, a kind of model, and optionally a payload. Output: a `DynamicModel` (`interface`), whose results are
arrays and the types of `terms`. Kinds of models: `generated/` (derived for the arm), `recursive/` (Newton-Euler,
Pinocchio), `tables/` (the paper's tables). Extensions of all kinds: `payload/`, `gyroscopic` (rotors), `model_sum`
(coupled motors) and `following` (mimic joints). `counting` counts calculations.
"""
