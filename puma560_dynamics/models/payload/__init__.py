"""A load on the last link: as data, as a separate model, and on top of any other model."""
