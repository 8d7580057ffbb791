/* What this machine can do at most: memory streams and fused multiply-adds. */
#include <stddef.h>

#define LANES 8 /* as in generated code */

/* Reads `ins` columns and writes `outs` columns, block by block as generated code in columns does, and computes next to
 * nothing; `count` is a multiple of LANES.
 */
void streams(size_t count, size_t ins, const double *restrict in, size_t outs, double *restrict out)
{
    for (size_t i = 0; i < count; i += LANES)
        for (size_t j = 0; j < outs; j++) {
            double sum[LANES];
            for (size_t lane = 0; lane < LANES; lane++)
                sum[lane] = in[(j % ins) * count + i + lane];
            for (size_t k = j + outs; k < ins; k += outs)
                for (size_t lane = 0; lane < LANES; lane++)
                    sum[lane] += in[k * count + i + lane];
            for (size_t lane = 0; lane < LANES; lane++)
                out[j * count + i + lane] = sum[lane];
        }
}

#if defined(__AVX512F__)
#define WIDTH 8
#elif defined(__AVX__)
#define WIDTH 4
#else
#define WIDTH 2
#endif
typedef double vector __attribute__((vector_size(WIDTH * sizeof(double))));
#define CHAINS 12 /* independent, to fill the pipelines */

/* `repeats` times CHAINS vectors of fused multiply-adds; returns something that depends on all of them. */
double multiply_add(size_t repeats)
{
    vector x[CHAINS];
    vector factor, addend;
    double sum = 0.0;
    for (int lane = 0; lane < WIDTH; lane++)
        factor[lane] = 0.999999, addend[lane] = 1e-6;
    for (int k = 0; k < CHAINS; k++)
        x[k] = factor * (double)k;
    for (size_t r = 0; r < repeats; r++)
        for (int k = 0; k < CHAINS; k++)
            x[k] = x[k] * factor + addend;
    for (int k = 0; k < CHAINS; k++)
        for (int lane = 0; lane < WIDTH; lane++)
            sum += x[k][lane];
    return sum;
}

/* Operations of one repeat, a multiplication and an addition counted as two. */
size_t operations_per_repeat(void)
{
    return 2 * CHAINS * WIDTH;
}
