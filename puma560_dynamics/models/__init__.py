"""Dynamic models of arms behind one interface, and `load_model`, which makes each by its name."""
