"""Test identification with published recordings of real arms, and write the results to docs/real_arms.md.

``python -m tools.real_arms FOLDER`` reads FOLDER/ur10e and FOLDER/tx40 (docs/real_arms.md states their sources), prints
all tables, and writes pictures to docs/images and tables between the markers of docs/real_arms.md. The recordings are
not part of the package.
"""
