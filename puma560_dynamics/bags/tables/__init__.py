"""Tables of numbers in: CSV, NPZ, Parquet, arrays and data frames; what the columns mean is defined elsewhere."""
