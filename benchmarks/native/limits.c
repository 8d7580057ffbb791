/* Peak arithmetic of this machine: fused multiply-adds. */
#include <stddef.h>

#if defined(__AVX512F__)
#define WIDTH 8
#elif defined(__AVX__)
#define WIDTH 4
#else
#define WIDTH 2
#endif
typedef double vector __attribute__((vector_size(WIDTH * sizeof(double))));
#define CHAINS 12 /* independent, to fill the pipelines */

/* Compute `repeats` times CHAINS vectors of fused multiply-adds; return a value that depends on all of them. */
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

/* Return the number of operations of one repeat; a fused multiply-add counts as two. */
size_t operations_per_repeat(void)
{
    return 2 * CHAINS * WIDTH;
}
