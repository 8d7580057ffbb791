/* Between the blocks of a batch, LANES states side by side, and arrays of the caller. */

ALWAYS_INLINE void columns_to_lanes(size_t width, size_t some, size_t stride, const double *columns, double *lanes)
{
    for (size_t j = 0; j < width; j++)
        for (size_t i = 0; i < some; i++)
            lanes[j * LANES + i] = columns[j * stride + i];
}

ALWAYS_INLINE void lanes_to_columns(size_t width, size_t some, const double *lanes, size_t stride, double *columns)
{
    for (size_t j = 0; j < width; j++)
        for (size_t i = 0; i < some; i++)
            columns[j * stride + i] = lanes[j * LANES + i];
}

ALWAYS_INLINE void rows_to_lanes(size_t width, size_t some, const double *rows, double *lanes)
{
    for (size_t i = 0; i < some; i++)
        for (size_t j = 0; j < width; j++)
            lanes[j * LANES + i] = rows[i * width + j];
}

ALWAYS_INLINE void lanes_to_rows(size_t width, size_t some, const double *lanes, double *rows)
{
    for (size_t i = 0; i < some; i++)
        for (size_t j = 0; j < width; j++)
            rows[i * width + j] = lanes[j * LANES + i];
}
