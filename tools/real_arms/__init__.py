"""Judges identification on published recordings of real arms, and keeps the figures in docs/real_arms.md.

``python -m tools.real_arms FOLDER`` reads FOLDER/ur10e and FOLDER/tx40 (docs/real_arms.md says where they come from),
prints every table, writes it to docs/real_arms_NAME.csv, the pictures to docs/images, and the words between the markers
of docs/real_arms.md. The recordings are not part of the package.
"""
