/* Sines and cosines of many angles at once, in a form that compilers vectorise: no branch, no table.
 *
 * For |x| <= SINCOS_RANGE both are within one unit in the last place; with fused multiply-add or without.
 * If any angle of a call is beyond, infinite or not a number, all of that call come from libm instead.
 */

#define SINCOS_RANGE 1e5

typedef union {
    double value;
    uint64_t bits;
} sincos_word;

/* Of one angle within the range, rad. Inlined into loops. */
ALWAYS_INLINE void sincos_near(double x, double *sine, double *cosine)
{
    /* The nearest multiple of pi/2: adding 1.5 * 2^52 leaves it in the lowest bits, and rounds. */
    const sincos_word turns = {.value = x * 0.6366197723675814 + 6755399441055744.0};
    const double n = turns.value - 6755399441055744.0;
    /* pi/2 in three parts (Cody and Waite); the first two have 36 bits, so that n times them is exact. */
    const double coarse = x - n * 1.5707963267923333;
    const double middle = n * 2.5633441515839558e-12;
    const double r = coarse - middle;
    const double rest = ((coarse - r) - middle) - n * 1.0562999066987428e-23; /* what r leaves out */
    const double z = r * r;
    /* Interpolation of (sin r / r - 1) / r^2 and (cos r - 1 + r^2/2) / r^4 at Chebyshev nodes of r^2. */
    const double p = -0.16666666666666666 + z * (0.008333333333330948 + z * (-0.00019841269836756774
                   + z * (2.7557316101617874e-06 + z * (-2.505113165023518e-08 + z * 1.5918115263265974e-10))));
    const double c = 0.041666666666666664 + z * (-0.0013888888888887398 + z * (2.480158729876456e-05
                   + z * (-2.7557317271145144e-07 + z * (2.087614614655861e-09 + z * -1.1382623647474604e-11))));
    const double half = 0.5 * z;
    const double one = 1.0 - half;
    const sincos_word s_near = {.value = r + (rest + r * z * p)};
    const sincos_word c_near = {.value = one + (((1.0 - one) - half) + (z * z * c - r * rest))};
    /* Odd quadrants swap sine and cosine; the second bit, and the sum of both, are the signs. */
    const uint64_t swap = (uint64_t)0 - (turns.bits & 1);
    const uint64_t exchange = (s_near.bits ^ c_near.bits) & swap;
    const sincos_word s_far = {.bits = s_near.bits ^ exchange ^ ((turns.bits & 2) << 62)};
    const sincos_word c_far = {.bits = c_near.bits ^ exchange ^ (((turns.bits + 1) & 2) << 62)};
    *sine = s_far.value;
    *cosine = c_far.value;
}

/* Of `count` angles, rad; the arrays do not overlap. */
ALWAYS_INLINE void sincos_many(size_t count, const double *x, double *sine, double *cosine)
{
    int64_t far = 0;
    for (size_t i = 0; i < count; i++)
        far |= !(fabs(x[i]) <= SINCOS_RANGE);
    if (far) {
        for (size_t i = 0; i < count; i++) {
            sine[i] = sin(x[i]);
            cosine[i] = cos(x[i]);
        }
        return;
    }
    for (size_t i = 0; i < count; i++)
        sincos_near(x[i], &sine[i], &cosine[i]);
}
