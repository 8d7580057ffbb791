/* Included before every source of an x86-64 wheel: functions over many states are compiled twice, also for processors with
 * AVX2 and FMA. The generated code asks for copies by itself only where gcc compiles it. clang has no copies in C++ files,
 * and needs none there.
 */
#ifndef __cplusplus
#define CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
#define NARROW_CLONES CLONES
#endif
