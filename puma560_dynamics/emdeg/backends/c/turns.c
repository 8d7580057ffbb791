/* For timing: one state after another, and a batch again and again, each called through a pointer. */
#include <stddef.h>

typedef void (*one_state)(const double *const *in, double *out);
typedef void (*many_states)(size_t count, size_t stride, const double *const *in, double *out);

/* `repeats` times over `count` states, rows of `sizes` numbers; the result is overwritten. */
void turns_of_one(one_state call, size_t repeats, size_t count, size_t inputs, const size_t *sizes,
                  const double *const *in, double *out)
{
    const double *at[8] = {0};
    for (size_t r = 0; r < repeats; r++)
        for (size_t i = 0; i < count; i++) {
            for (size_t k = 0; k < inputs; k++)
                at[k] = in[k] + i * sizes[k];
            call(at, out);
        }
}

/* `repeats` times a batch of `count` states in columns. */
void turns_of_many(many_states call, size_t repeats, size_t count, const double *const *in, double *out)
{
    for (size_t r = 0; r < repeats; r++)
        call(count, count, in, out);
}
