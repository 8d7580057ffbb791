#include <math.h>
#include <stdint.h>

#if defined(__GNUC__)
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE static inline
#endif

/* One source, and at run time the widest registers that this machine has; unless they were chosen already. */
#if !defined(CLONES) && defined(__GNUC__) && defined(__x86_64__) && defined(__linux__) && !defined(__AVX2__)
#if __GNUC__ >= 12 && !defined(__clang__)
#define CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#endif
#endif
#ifndef CLONES
#define CLONES
#endif

/* The lanes of a block do not depend on each other. */
#if defined(__clang__)
#define VECTORISE _Pragma("clang loop vectorize(enable)")
#elif defined(__GNUC__)
#define VECTORISE _Pragma("GCC ivdep")
#else
#define VECTORISE
#endif
