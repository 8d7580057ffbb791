"""Test identification with published recordings of real arms, and write the results to docs/real_arms.md.

``python -m tools.real_arms FOLDER`` reads FOLDER/ur10e and FOLDER/tx40 (docs/real_arms.md states their sources) and
prints all sections. It writes pictures to docs/images, and tables and text to the marked places of docs/real_arms.md.
The recordings are not part of the package.
"""
