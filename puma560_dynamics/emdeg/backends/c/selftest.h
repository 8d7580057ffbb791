/* Golden states, computed exactly when this file was made. What is infinite or not a number shows in the bits: a
 * comparison with it may be left out under -ffast-math.
 */
/* Bits of the largest error, relative to the largest element of what is right. */
static uint64_t deviation(size_t size, const double *result, size_t step, const volatile double *right)
{
    uint64_t scale = 0, worst = 0;
    for (size_t j = 0; j < size; j++) {
        const uint64_t magnitude = magnitude_bits(right[j]);
        scale = magnitude > scale ? magnitude : scale;
    }
    for (size_t j = 0; j < size; j++) {
        const uint64_t magnitude = magnitude_bits(result[j * step]);
        const double error = magnitude < INFINITE_BITS ? result[j * step] - right[j] : 0.0;
        const uint64_t relative = magnitude_bits(scale ? error / double_of(scale) : error);
        const uint64_t found = magnitude < INFINITE_BITS && relative < INFINITE_BITS ? relative : INFINITE_BITS;
        worst = found > worst ? found : worst;
    }
    return worst;
}

/* Error of a function of one state. Reads through volatile: a compiler must not compute the results itself. */
static uint64_t deviation_of_one(void (*one)(const double *const *in, double *out), size_t inputs,
                                 const size_t *sizes, size_t size, const volatile double *golden)
{
    double in[MOST_GIVEN], out[MOST_SIZE];
    const double *given[MOST_INPUTS];
    size_t width = 0;
    uint64_t worst = 0;
    for (size_t k = 0; k < inputs; width += sizes[k], k++)
        given[k] = in + width;
    for (size_t i = 0; i < GOLDEN_STATES; i++, golden += width + size) {
        for (size_t j = 0; j < width; j++)
            in[j] = golden[j];
        one(given, out);
        const uint64_t found = deviation(size, out, 1, golden + width);
        worst = found > worst ? found : worst;
    }
    return worst;
}
