/* Find out whether the processor and the system have the level x86-64-v3 (AVX2, FMA, BMI), for `target_clones` of clang.
 *
 * clang's code calls __cpu_indicator_init and then reads bits of __cpu_features2, as of gcc's and LLVM's support libraries,
 * which share this interface. The library that comes with ziglang only has a stand-in that finds no feature.
 */
#include <cpuid.h>

#define HIDDEN __attribute__((visibility("hidden")))
#define LEVEL_V3 97 /* FEATURE_X86_64_V3; bits 0 to 31 are in __cpu_model */

HIDDEN unsigned __cpu_features2[4];
HIDDEN int __cpu_indicator_init(void);

static int has(unsigned found, unsigned wanted)
{
    return (found & wanted) == wanted;
}

static int level_v3(void)
{
    unsigned a, b, c, d, saved, unused;
    if (!__get_cpuid(1, &a, &b, &c, &d)
        || !has(c, bit_SSE3 | bit_SSSE3 | bit_SSE4_1 | bit_SSE4_2 | bit_POPCNT | bit_CMPXCHG16B | bit_OSXSAVE | bit_AVX
                   | bit_FMA | bit_MOVBE | bit_F16C))
        return 0;
    __asm__("xgetbv" : "=a"(saved), "=d"(unused) : "c"(0)); /* registers that the system saves: 2 SSE, 4 AVX */
    return has(saved, 6) && __get_cpuid_count(7, 0, &a, &b, &c, &d) && has(b, bit_AVX2 | bit_BMI | bit_BMI2)
           && __get_cpuid(0x80000001u, &a, &b, &c, &d) && has(c, bit_LZCNT | bit_LAHF_LM);
}

int __cpu_indicator_init(void)
{
    if (level_v3())
        __cpu_features2[(LEVEL_V3 - 32) / 32] |= 1u << (LEVEL_V3 % 32);
    return 0;
}
