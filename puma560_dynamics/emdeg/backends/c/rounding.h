/* KEEP(value) is value, rounded as written. Where sums may be put into another order (-fassociative-math, and with it
 * -ffast-math, -Ofast and -funsafe-math-optimizations), the compiler would cancel the constant that rounds to whole
 * quarter turns, and every sine would be wrong. clang and gcc 11 are made to keep the order in this file. gcc from
 * version 12 says whether it may change the order. Elsewhere, and where it may, the value goes through integers:
 * exclusive or with a zero that is read at run time.
 */
#if defined(__clang__)
#if __clang_major__ >= 14
#pragma clang fp reassociate(off)
#define ORDER_IS_KEPT
#endif
#elif defined(__GNUC__) && !defined(__INTEL_COMPILER)
#if __GNUC__ == 11
#pragma GCC optimize("no-associative-math")
#define ORDER_IS_KEPT
#elif __GNUC__ >= 12 && !defined(__ASSOCIATIVE_MATH__) && !defined(__FAST_MATH__)
#define ORDER_IS_KEPT
#endif
#endif
/* Registers that are wider than a double, as those of the x87, would keep what is to be rounded away: integers there
 * too. (Under -ffast-math clang gives -1 for every processor, which says nothing.)
 */
#if FLT_EVAL_METHOD > 0 || (FLT_EVAL_METHOD < 0 && (!defined(__clang__) || (defined(__i386__) && !defined(__SSE2__))))
#undef ORDER_IS_KEPT
#endif
#if defined(ORDER_IS_KEPT) && !defined(KEEP_THROUGH_INTEGERS)
#define KEEP(value) (value)
#define UNKNOWN_ZERO UINT64_C(0)
#else
static const volatile uint64_t unknown_zero = 0;
#define KEEP(value) double_of(bits_of(value) ^ zero)
#define UNKNOWN_ZERO unknown_zero
#endif
