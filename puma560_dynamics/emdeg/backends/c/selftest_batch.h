/* Error of both functions of a batch: a whole block and one more state, the golden ones again and again. */
static uint64_t deviation_of_many(void (*batch)(size_t count, size_t stride, const double *const *in, double *out),
                                  void (*rows)(size_t count, const double *const *in, double *out), size_t inputs,
                                  const size_t *sizes, size_t size, const volatile double *golden)
{
    double in[MANY * MOST_GIVEN], out[MANY * MOST_SIZE];
    const double *given[MOST_INPUTS];
    size_t width = 0;
    uint64_t worst = 0;
    for (size_t k = 0; k < inputs; width += sizes[k], k++)
        given[k] = in + MANY * width;
    for (int form = 0; form < 2; form++) { /* columns, rows */
        for (size_t i = 0; i < MANY; i++)
            for (size_t k = 0, start = 0; k < inputs; start += sizes[k], k++)
                for (size_t j = 0; j < sizes[k]; j++)
                    in[start * MANY + (form ? i * sizes[k] + j : j * MANY + i)]
                        = golden[i % GOLDEN_STATES * (width + size) + start + j];
        if (form)
            rows(MANY, given, out);
        else
            batch(MANY, MANY, given, out);
        for (size_t i = 0; i < MANY; i++) {
            const volatile double *right = golden + i % GOLDEN_STATES * (width + size) + width;
            const uint64_t found = deviation(size, form ? out + i * size : out + i, form ? 1 : MANY, right);
            worst = found > worst ? found : worst;
        }
    }
    return worst;
}
