#if FLT_MANT_DIG != 24 || FLT_MAX_EXP != 128
#error "this file needs floats of 32 bits (IEEE 754, binary32); take a compiler or an option that has them"
#endif

/* A float and its bits. */
typedef union {
    float value;
    uint32_t bits;
} word;

ALWAYS_INLINE uint32_t bits_of(float value)
{
    word it;
    it.value = value;
    return it.bits;
}

ALWAYS_INLINE float float_of(uint32_t bits)
{
    word it;
    it.bits = bits;
    return it.value;
}

/* Bits of the absolute value. They have the order of the values; infinity and what is not a number come last.
 * Comparisons of them keep their meaning under -ffast-math, comparisons of floats do not.
 */
ALWAYS_INLINE uint32_t magnitude_bits(float value)
{
    return bits_of(value) & UINT32_C(0x7fffffff);
}

#define INFINITE_BITS UINT32_C(0x7f800000)

/* What libm computes for angles beyond the range of ours; not a number in firmware, which does without libm. */
#ifdef FIRMWARE
#define SINE_BEYOND(x) float_of(UINT32_C(0x7fc00000))
#define COSINE_BEYOND(x) float_of(UINT32_C(0x7fc00000))
#else
#include <math.h>
#define SINE_BEYOND(x) sinf(x)
#define COSINE_BEYOND(x) cosf(x)
#endif
