/* Angles that are put into one register. Stored one by one and loaded together, they would wait for every store. */
typedef union {
#if defined(__GNUC__) && (defined(__SSE2__) || defined(__aarch64__))
    double together __attribute__((vector_size(4 * sizeof(double))));
#endif
    double each[4];
} register_of_angles;

#ifdef FIRMWARE
#define SINCOS_ONCE NEVER_INLINE /* one copy for all functions */
#else
#define SINCOS_ONCE ALWAYS_INLINE
#endif

/* Of `count` angles, rad; the arrays do not overlap. */
SINCOS_ONCE void sincos_many(size_t count, const double *x, double *sine, double *cosine)
{
    const uint64_t zero = UNKNOWN_ZERO;
    uint64_t far = 0;
    for (size_t i = 0; i < count; i++)
        far |= sincos_beyond(x[i]);
    if (any_beyond(far)) {
        for (size_t i = 0; i < count; i++) {
            sine[i] = SINE_BEYOND(x[i]);
            cosine[i] = COSINE_BEYOND(x[i]);
        }
        return;
    }
    for (size_t i = 0; i < count; i++)
        sincos_near(x[i], zero, &sine[i], &cosine[i]);
}
