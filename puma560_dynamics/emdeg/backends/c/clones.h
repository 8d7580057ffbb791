/* One source, and at run time the widest registers that this machine has; unless they were chosen already.
 * One state with a result of many numbers takes narrower ones: to put the widest together costs more than it saves.
 */
#if !defined(CLONES) && defined(__GNUC__) && !defined(__clang__)
#if __GNUC__ >= 12 && defined(__x86_64__) && defined(__linux__) && !defined(__AVX2__)
#define CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#define NARROW_CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
#elif __GNUC__ >= 8 && defined(__AVX512F__)
#define NARROW_CLONES __attribute__((target("prefer-vector-width=256")))
#endif
#endif
#ifndef CLONES
#define CLONES
#endif
#ifndef NARROW_CLONES
#define NARROW_CLONES
#endif

/* The lanes of a block do not depend on each other. */
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed" /* a loop that is too long to be vectorised is right all the same */
#define VECTORISE _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define VECTORISE _Pragma("GCC ivdep")
#else
#define VECTORISE
#endif
