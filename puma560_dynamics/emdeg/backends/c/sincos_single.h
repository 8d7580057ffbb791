/* Sines and cosines of many angles at once, in a form that compilers vectorise: no branch, no table.
 *
 * For |x| <= SINCOS_RANGE both are within 1e-7 (less than two units in the last place of 1); with fused multiply-add or
 * without. Beyond it, a float does not hold an angle to 1e-4. If any angle of a call is beyond, infinite or not a
 * number, all of that call are computed by SINE_BEYOND and COSINE_BEYOND.
 */

#define SINCOS_RANGE 3e3f
#define SINCOS_RANGE_BITS UINT32_C(0x453b8000)

/* Of one angle within the range, rad; zero is UNKNOWN_ZERO. Inlined into loops. */
ALWAYS_INLINE void sincos_near(float x, uint32_t zero, float *sine, float *cosine)
{
    /* The nearest multiple of pi/2: adding 1.5 * 2^23 leaves it in the lowest bits, and rounds. */
    const float turned = KEEP(x * 0.63661975f + 12582912.0f);
    const float n = KEEP(turned - 12582912.0f);
    /* pi/2 in two parts (Cody and Waite); the first has 13 bits, so that n times it is exact. */
    const float coarse = KEEP(x - n * 1.57080078125f);
    const float r = coarse + n * 4.4544551e-06f;
    const float z = r * r;
    /* Interpolation of (sin r / r - 1) / r^2 and (cos r - 1 + r^2/2) / r^4 at Chebyshev nodes of r^2. */
    const float p = -0.16666664f + z * (0.008332746f + z * -0.00019587387f);
    const float c = 0.041666664f + z * (-0.00138883f + z * 2.4547437e-05f);
    const uint32_t s_near = bits_of(r + r * z * p);
    const uint32_t c_near = bits_of(1.0f - (0.5f * z - z * z * c));
    /* Odd quadrants swap sine and cosine; the second bit, and the sum of both, are the signs. */
    const uint32_t turns = bits_of(turned);
    const uint32_t swap = UINT32_C(0) - (turns & 1);
    const uint32_t exchange = (s_near ^ c_near) & swap;
    (void)zero;
    *sine = float_of(s_near ^ exchange ^ ((turns & 2) << 30));
    *cosine = float_of(c_near ^ exchange ^ (((turns + 1) & 2) << 30));
}

/* The highest bit is set if an angle is beyond the range, infinite or not a number. */
ALWAYS_INLINE uint32_t sincos_beyond(float x)
{
    return SINCOS_RANGE_BITS - magnitude_bits(x);
}

/* Whether the highest bit of any of them is set. */
ALWAYS_INLINE int any_beyond(uint32_t far)
{
    return (int)(far >> 31);
}
