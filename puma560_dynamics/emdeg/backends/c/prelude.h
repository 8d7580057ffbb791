#include <float.h>

#if DBL_MANT_DIG != 53 || DBL_MAX_EXP != 1024
#error "this file needs doubles of 64 bits (IEEE 754, binary64); take a compiler or an option that has them"
#endif

#include <math.h>
#include <stdint.h>

/* Its numbers are doubles: not under -fsingle-precision-constant, which no macro shows. */
typedef char compile_without_single_precision_constants[sizeof 1.0 == sizeof(double) ? 1 : -1];

/* One state is a straight line of code. Where gcc 12 puts unlike parts of it side by side into wide registers, the way
 * there and back costs more than it saves. Loops over states are vectorised all the same.
 */
#if defined(__GNUC__) && !defined(__clang__) && !defined(__INTEL_COMPILER) && defined(__AVX2__)
#pragma GCC optimize("no-tree-slp-vectorize")
#endif

#if defined(__GNUC__)
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define NEVER_INLINE static __attribute__((noinline))
#else
#define ALWAYS_INLINE static inline
#define NEVER_INLINE static
#endif

#if defined(__cplusplus)
#if defined(__GNUC__) || defined(_MSC_VER)
#define RESTRICT __restrict
#else
#define RESTRICT
#endif
#else
#define RESTRICT restrict
#endif

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
