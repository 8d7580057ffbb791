"""A load on the last link: as data, as a model of its own, and on top of any other model."""
