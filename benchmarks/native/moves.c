/* Loops that read and write columns and compute almost nothing, to measure the time of memory access. */
#include <stddef.h>

#define LINE 8 /* doubles per cache line, and states per block */

typedef double line __attribute__((vector_size(LINE * sizeof(double))));

#if defined(__SSE2__)
#include <immintrin.h>
#endif

/* Streaming store, which bypasses the caches; a normal store would first read the line from memory. */
static inline void stored_past(double *to, line from)
{
#if defined(__AVX512F__)
    _mm512_stream_pd(to, (__m512d)from);
#elif defined(__AVX__)
    for (int k = 0; k < LINE; k += 4)
        _mm256_stream_pd(to + k, _mm256_set_pd(from[k + 3], from[k + 2], from[k + 1], from[k]));
#elif defined(__SSE2__)
    for (int k = 0; k < LINE; k += 2)
        _mm_stream_pd(to + k, _mm_set_pd(from[k + 1], from[k]));
#else
    *(line *)to = from;
#endif
}

static inline void moved(size_t count, size_t ins, const double *const *in, size_t outs, double *out, size_t together,
    int past)
{
    for (size_t first = 0; first < outs; first += together) {
        const size_t last = first + together < outs ? first + together : outs;
        for (size_t i = 0; i < count; i += LINE)
            for (size_t j = first; j < last; j++) {
                line sum = {0.0};
                for (size_t k = j; k < ins; k += outs)
                    sum += *(const line *)(in[k] + i);
                if (past)
                    stored_past(out + j * count + i, sum);
                else
                    *(line *)(out + j * count + i) = sum;
            }
    }
#if defined(__SSE2__)
    _mm_sfence();
#endif
}

/* Read each column of `in` once and write each column of `out` once, `together` columns at a time, per block of states.
 * `count` is a multiple of LINE, and every column begins at a cache line.
 */
void through_caches(size_t count, size_t ins, const double *const *in, size_t outs, double *out, size_t together)
{
    moved(count, ins, in, outs, out, together, 0);
}

void past_caches(size_t count, size_t ins, const double *const *in, size_t outs, double *out, size_t together)
{
    moved(count, ins, in, outs, out, together, 1);
}
