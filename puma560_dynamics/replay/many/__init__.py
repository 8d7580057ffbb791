"""Replay of many bags by Dask workers.

In: a folder. Out: one row of results per bag, a page, a Parquet table, and drift over time. Steps: find bags → workers
→ rows in a file that stays readable if the process is killed → summary and page.
"""
