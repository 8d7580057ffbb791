#include <float.h>
#include <stdint.h>

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
