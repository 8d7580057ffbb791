"""The same replay over many bags, by Dask's workers.

In: a folder. Out: one row a bag, a page, a Parquet table, and drift over time. Steps: find bags → workers → rows in a
file that a kill leaves readable → summary and page.
"""
