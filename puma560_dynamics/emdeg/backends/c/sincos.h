/* Sines and cosines of many angles at once, in a form that compilers vectorise: no branch, no table.
 *
 * For |x| <= SINCOS_RANGE both are within one unit in the last place; with fused multiply-add or without.
 * If any angle of a call is beyond, infinite or not a number, all of that call are computed by SINE_BEYOND and
 * COSINE_BEYOND.
 */

#define SINCOS_RANGE 1e5
#define SINCOS_RANGE_BITS UINT64_C(0x40f86a0000000000)

/* Of one angle within the range, rad; zero is UNKNOWN_ZERO. Inlined into loops. */
ALWAYS_INLINE void sincos_near(double x, uint64_t zero, double *sine, double *cosine)
{
    /* The nearest multiple of pi/2: adding 1.5 * 2^52 leaves it in the lowest bits, and rounds. */
    const double turned = KEEP(x * 0.6366197723675814 + 6755399441055744.0);
    const double n = KEEP(turned - 6755399441055744.0);
    /* pi/2 in three parts (Cody and Waite); the first two have 36 bits, so that n times them is exact. */
    const double coarse = KEEP(x - n * 1.5707963267923333);
    const double middle = KEEP(n * 2.5633441515839558e-12);
    const double r = KEEP(coarse - middle);
    const double rest = KEEP(KEEP(coarse - r) - middle) - n * 1.0562999066987428e-23; /* what r leaves out */
    const double z = r * r;
    /* Interpolation of (sin r / r - 1) / r^2 and (cos r - 1 + r^2/2) / r^4 at Chebyshev nodes of r^2. */
    const double p = -0.16666666666666666 + z * (0.008333333333330948 + z * (-0.00019841269836756774
                   + z * (2.7557316101617874e-06 + z * (-2.505113165023518e-08 + z * 1.5918115263265974e-10))));
    const double c = 0.041666666666666664 + z * (-0.0013888888888887398 + z * (2.480158729876456e-05
                   + z * (-2.7557317271145144e-07 + z * (2.087614614655861e-09 + z * -1.1382623647474604e-11))));
    const double half = KEEP(0.5 * z);
    const double one = KEEP(1.0 - half);
    const uint64_t s_near = bits_of(r + KEEP(rest + r * z * p));
    const uint64_t c_near = bits_of(one + KEEP(KEEP(KEEP(1.0 - one) - half) + (z * z * c - r * rest)));
    /* Odd quadrants swap sine and cosine; the second bit, and the sum of both, are the signs. */
    const uint64_t turns = bits_of(turned);
    const uint64_t swap = UINT64_C(0) - (turns & 1);
    const uint64_t exchange = (s_near ^ c_near) & swap;
    (void)zero;
    *sine = double_of(s_near ^ exchange ^ ((turns & 2) << 62));
    *cosine = double_of(c_near ^ exchange ^ (((turns + 1) & 2) << 62));
}

/* The highest bit is set if an angle is beyond the range, infinite or not a number. */
ALWAYS_INLINE uint64_t sincos_beyond(double x)
{
    return SINCOS_RANGE_BITS - magnitude_bits(x);
}

/* Whether the highest bit of any of them is set. */
ALWAYS_INLINE int any_beyond(uint64_t far)
{
    return (int)(far >> 63);
}

