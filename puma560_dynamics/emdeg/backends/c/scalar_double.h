#if DBL_MANT_DIG != 53 || DBL_MAX_EXP != 1024
#error "this file needs doubles of 64 bits (IEEE 754, binary64); take a compiler or an option that has them"
#endif

/* Its numbers are doubles: not under -fsingle-precision-constant, which no macro shows. */
typedef char compile_without_single_precision_constants[sizeof 1.0 == sizeof(double) ? 1 : -1];

/* A double and its bits. */
typedef union {
    double value;
    uint64_t bits;
} word;

ALWAYS_INLINE uint64_t bits_of(double value)
{
    word it;
    it.value = value;
    return it.bits;
}

ALWAYS_INLINE double double_of(uint64_t bits)
{
    word it;
    it.bits = bits;
    return it.value;
}

/* Bits of the absolute value. They have the order of the values; infinity and what is not a number come last.
 * Comparisons of them keep their meaning under -ffast-math, comparisons of doubles do not.
 */
ALWAYS_INLINE uint64_t magnitude_bits(double value)
{
    return bits_of(value) & UINT64_C(0x7fffffffffffffff);
}

#define INFINITE_BITS UINT64_C(0x7ff0000000000000)

/* What libm computes for angles beyond the range of ours; not a number in firmware, which does without libm. */
#ifdef FIRMWARE
#define SINE_BEYOND(x) double_of(UINT64_C(0x7ff8000000000000))
#define COSINE_BEYOND(x) double_of(UINT64_C(0x7ff8000000000000))
#else
#include <math.h>
#define SINE_BEYOND(x) sin(x)
#define COSINE_BEYOND(x) cos(x)
#endif
