"""The same replay over many bags: found in a folder, analysed by Dask's workers, one row each."""
