/* A tight loop over states, as in a controller in C: every contender is called through a pointer. */
#include <math.h>
#include <stddef.h>
#include "prelude.h"
#include "scalar_double.h"
#include "clones.h"
#include "rounding.h"
#include "sincos.h"
#include "sincos_many.h"

typedef void (*one_state)(const double *const *in, double *out);

/* Call a function `repeats` times over `count` states in rows of n numbers; the result is overwritten. */
void loop(one_state call, size_t repeats, size_t count, size_t inputs, size_t n, const double *const *in, double *out)
{
    const double *at[3] = {0};
    for (size_t r = 0; r < repeats; r++)
        for (size_t i = 0; i < count; i++) {
            for (size_t k = 0; k < inputs; k++)
                at[k] = in[k] + i * n;
            call(at, out);
        }
}

typedef void (*many_states)(size_t count, size_t stride, const double *const *in, double *out);

/* Call a function of a batch in columns `repeats` times. */
void batch_loop(many_states call, size_t repeats, size_t count, const double *const *in, double *out)
{
    for (size_t r = 0; r < repeats; r++)
        call(count, count, in, out);
}

/* Empty function, to measure the cost of the loop. */
void nothing(const double *const *in, double *out)
{
    out[0] = in[0][0];
}

/* Only the sines and cosines of q2 to q5 and q2 + q3, computed like in the generated code. */
void own_sines(const double *const *in, double *out)
{
    const double *q = in[0];
    const double angle[5] = {q[1], q[2], q[1] + q[2], q[3], q[4]};
    sincos_many(4, angle, out, out + 5);
    sincos_many(1, angle + 4, out + 4, out + 9);
}

/* The same sines and cosines by the standard library. */
void libm_sines(const double *const *in, double *out)
{
    const double *q = in[0];
    const double angle[5] = {q[1], q[2], q[1] + q[2], q[3], q[4]};
    for (int k = 0; k < 5; k++) {
        out[k] = sin(angle[k]);
        out[5 + k] = cos(angle[k]);
    }
}
