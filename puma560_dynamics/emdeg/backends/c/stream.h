/* Large results are written past the caches, which would first read from memory every line that is to be written.
 * Only whole lines can be written in this way, so the columns must lie whole lines apart.
 */
#define LINE ((size_t)64) /* bytes */
#define LINE_STATES (LINE / sizeof(double))

#ifndef STREAMED_FROM
#define STREAMED_FROM ((size_t)32 << 20) /* bytes of a result: more than caches keep until it is read */
#endif

#if defined(__SSE2__)
#include <immintrin.h>

/* A quarter, half or whole line; a line that is written at once does not wait for its other parts. */
#if defined(__AVX512F__)
#define WRITTEN LINE_STATES
#define STREAM(to, from) _mm512_stream_si512((__m512i *)(to), _mm512_loadu_si512((const void *)(from)))
#elif defined(__AVX__)
#define WRITTEN (LINE_STATES / 2)
#define STREAM(to, from) _mm256_stream_si256((__m256i *)(to), _mm256_loadu_si256((const __m256i *)(from)))
#else
#define WRITTEN (LINE_STATES / 4)
#define STREAM(to, from) _mm_stream_si128((__m128i *)(to), _mm_loadu_si128((const __m128i *)(from)))
#endif

ALWAYS_INLINE int is_streamed(size_t count, size_t stride, size_t size, const double *result)
{
    return LANES % LINE_STATES == 0 && stride % LINE_STATES == 0 && (uintptr_t)result % sizeof(double) == 0
        && count >= STREAMED_FROM / sizeof(double) / size;
}

/* Blocks that lie one behind the other in `lanes`, column by column. */
ALWAYS_INLINE void lanes_to_memory(size_t width, size_t blocks, const double *lanes, size_t stride, double *columns)
{
    for (size_t j = 0; j < width; j++)
        for (size_t block = 0; block < blocks; block++)
            for (size_t i = 0; i < LANES; i += WRITTEN)
                STREAM(columns + j * stride + block * LANES + i, lanes + (block * width + j) * LANES + i);
}

/* Other threads see what was written before they see what is written from now on. */
ALWAYS_INLINE void end_of_stream(void)
{
    _mm_sfence();
}
#else
ALWAYS_INLINE int is_streamed(size_t count, size_t stride, size_t size, const double *result)
{
    (void)count;
    (void)stride;
    (void)size;
    (void)result;
    return 0;
}

ALWAYS_INLINE void lanes_to_memory(size_t width, size_t blocks, const double *lanes, size_t stride, double *columns)
{
    for (size_t block = 0; block < blocks; block++)
        lanes_to_columns(width, LANES, lanes + block * width * LANES, stride, columns + block * LANES);
}

ALWAYS_INLINE void end_of_stream(void)
{
}
#endif

/* States before the one at which a line begins. */
ALWAYS_INLINE size_t states_to_line(const double *result)
{
    return (LINE - (uintptr_t)result % LINE) / sizeof(double) % LINE_STATES;
}
