/* Functions whose last input is the same for all states, such as the prepared numbers of a payload.
 *
 * Included by binding.c. The input is held as bytes with REPEATED equal rows, so that functions of many states in rows
 * read it as any other input.
 */
#ifndef REPEATED_H
#define REPEATED_H

#define REPEATED 32 /* rows of a last input that is the same for all states */

/* Compute states in rows whose last input is the same for all of them, given in REPEATED rows; it->inputs - 1 are in `in`. */
static void run_repeated(const function *it, size_t count, const double *const *in, const double *last, double *out)
{
    const double *at[MOST_INPUTS];
    const size_t size = elements(it), given = it->inputs - 1;
    at[given] = last;
    for (size_t i = 0; i < count; i += REPEATED) {
        for (size_t k = 0; k < given; k++)
            at[k] = in[k] + i * it->sizes[k];
        it->rows(count - i < REPEATED ? count - i : REPEATED, at, out + i * size);
    }
}

static void run_checked(const function *it, const form *form, const double **in, const double *last, double *out)
{
    if (last)
        in[it->inputs - 1] = last;
    if (last && form->kind != SINGLE)
        run_repeated(it, (size_t)form->count, in, last, out);
    else
        run(it, form, in, out);
}

/* The last input of a function, for all states, in REPEATED rows. */
static PyObject *repeated(const function *it, PyObject *given)
{
    Py_buffer view;
    const size_t bytes = it->sizes[it->inputs - 1] * sizeof(double);
    if (get_double(it, it->input[it->inputs - 1], given, 0, &view) < 0)
        return NULL;
    PyObject *rows = NULL;
    if ((size_t)view.len != bytes || !PyBuffer_IsContiguous(&view, 'C'))
        PyErr_Format(error, "%s: %s has another shape, expected (%zu,)", it->name, it->input[it->inputs - 1],
                     it->sizes[it->inputs - 1]);
    else if ((rows = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(REPEATED * bytes))))
        for (size_t i = 0; i < REPEATED; i++)
            memcpy(PyBytes_AsString(rows) + i * bytes, view.buf, bytes);
    PyBuffer_Release(&view);
    return rows;
}

#endif
