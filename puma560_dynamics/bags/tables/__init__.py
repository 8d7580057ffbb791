"""Tables of numbers: CSV, NPZ and NPY, Parquet, arrays and data frames.

In: a file or an object in memory. Out: a `Table`, columns with names and the place of each number in its source.
`open_table` chooses the reader; `columns/` defines what the columns mean.
"""
