"""Tables of numbers: CSV, NPZ and NPY, Parquet, arrays and data frames.

In: a file or an object in memory. Out: a `Table`: columns with names, and the line of each row in the source.
`open_table` chooses the reader; `columns/` defines the meaning of the columns.
"""
