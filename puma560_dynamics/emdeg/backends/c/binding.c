/* Python module of one generated model: wraps whatever functions the model's table lists.
 *
 * Compiled with -DMODEL=<name> next to <name>.c it becomes the module _<name>. It needs no header of numpy:
 * arrays come through the buffer protocol. One state is the controller's case, so there numpy's array
 * header, whose layout has not changed since numpy 1.0, is read directly (4 instructions in place of
 * 40 ns an array), after its layout was compared with the buffer protocol when the module was imported.
 * Results are made by numpy's C function for it, whose place in the table that numpy hands out is part of
 * its binary interface: numpy.empty takes 100 ns longer, most of it for reading its arguments.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define QUOTE_(text) #text
#define QUOTE(text) QUOTE_(text)
#include QUOTE(MODEL.h)
#include "method.h"

typedef JOIN(MODEL, _function) function;
#define FUNCTIONS JOIN(MODEL, _functions)
#define FUNCTION_COUNT JOIN(MODEL, _function_count)

#define MOST_INPUTS (sizeof FUNCTIONS->input / sizeof *FUNCTIONS->input)
#define MOST_DIMENSIONS 3
#define DOUBLE ((Py_ssize_t)sizeof(double))
#define LONG_BATCH 32 /* states from which on other Python threads may run meanwhile: handing over takes that of 5 */

typedef struct { /* the beginning of numpy's PyArrayObject */
    PyObject_HEAD
    char *data;
    int dimensions;
    Py_ssize_t *shape;
    Py_ssize_t *strides;
    PyObject *base;
    PyObject *dtype;
    int flags;
} array;
#define CONTIGUOUS_ALIGNED 0x101
#define WRITEABLE 0x400

typedef enum { SINGLE, ROWS, COLUMNS } layout;

typedef struct {
    layout kind;
    Py_ssize_t count;  /* states */
    Py_ssize_t stride; /* of COLUMNS, in doubles */
} form;

/* PyArray_NewFromDescr: type, dtype (its reference is taken over), dimensions, shape, strides, data, flags, parent */
typedef PyObject *(*maker)(PyTypeObject *, PyObject *, int, const Py_ssize_t *, const Py_ssize_t *, void *, int, PyObject *);

static PyObject *numpy_empty, *numpy_moveaxis, *float64, *error;
static PyTypeObject *array_type; /* NULL where the array header is not as expected */
static maker make_array;         /* NULL where numpy's binary interface is none of those known: numpy.empty then */

/* ---- one state, the fast way ---- */

/* Data of a contiguous float64 array of this shape; NULL for anything else, without an error. */
static double *plain(PyObject *object, size_t dimensions, const size_t *shape, int flags)
{
    const array *it = (const array *)object;
    if (Py_TYPE(object) != array_type || it->dtype != float64 || it->dimensions != (int)dimensions
        || (it->flags & flags) != flags)
        return NULL;
    for (size_t k = 0; k < dimensions; k++)
        if (it->shape[k] != (Py_ssize_t)shape[k])
            return NULL;
    return (double *)it->data;
}

static int overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
    return (uintptr_t)a < (uintptr_t)b + b_bytes && (uintptr_t)b < (uintptr_t)a + a_bytes;
}

/* A float64 array, row by row, its elements not set. */
static PyObject *empty(int dimensions, const size_t *shape)
{
    Py_ssize_t sizes[MOST_DIMENSIONS];
    for (int k = 0; k < dimensions; k++)
        sizes[k] = (Py_ssize_t)shape[k];
    if (make_array)
        return make_array(array_type, Py_NewRef(float64), dimensions, sizes, NULL, NULL, 0, NULL);
    PyObject *tuple = PyTuple_New(dimensions);
    for (int k = 0; tuple && k < dimensions; k++) {
        PyObject *size = PyLong_FromSsize_t(sizes[k]);
        if (size)
            PyTuple_SetItem(tuple, k, size);
        else
            Py_CLEAR(tuple);
    }
    PyObject *made = tuple ? PyObject_CallFunctionObjArgs(numpy_empty, tuple, NULL) : NULL;
    Py_XDECREF(tuple);
    return made;
}

static size_t elements(const function *it)
{
    return it->dimensions == 2 ? it->shape[0] * it->shape[1] : it->shape[0];
}

/* ---- any arrays, with words for what is wrong ---- */

static int is_double(const Py_buffer *view)
{
    const char *code = view->format ? view->format : "B";
    if (*code == '@' || *code == '=' || (*code == '<' && PY_LITTLE_ENDIAN) || (*code == '>' && !PY_LITTLE_ENDIAN))
        code++;
    return strcmp(code, "d") == 0;
}

static int get_double(const function *it, const char *name, PyObject *object, int flags, Py_buffer *view)
{
    if (PyObject_GetBuffer(object, view, PyBUF_STRIDES | PyBUF_FORMAT | flags) < 0) {
        PyErr_Clear();
        PyObject *type = PyObject_GetAttrString((PyObject *)Py_TYPE(object), "__name__");
        if (type)
            PyErr_Format(error, "%s: %s is %S, expected a%s float64 array; convert it with "
                         "numpy.ascontiguousarray(%s, float)", it->name, name, type, flags ? " writable" : "", name);
        Py_XDECREF(type);
        return -1;
    }
    if (!is_double(view)) {
        PyErr_Format(error, "%s: %s has elements of format '%s', expected float64; convert it with "
                     "numpy.ascontiguousarray(%s, float)", it->name, name, view->format, name);
        PyBuffer_Release(view);
        return -1;
    }
    return 0;
}

/* Layout of an array whose states have the given shape; -1 with an error when it is none of ours. */
static int find_form(const function *it, const char *name, const Py_buffer *view, size_t dimensions,
                     const size_t *shape, form *found)
{
    const int extra = view->ndim - (int)dimensions;
    int fits = extra == 0 || extra == 1;
    for (size_t k = 0; fits && k < dimensions; k++)
        fits = view->shape[extra + (int)k] == (Py_ssize_t)shape[k];
    if (!fits) {
        const char *wanted = dimensions == 2 ? "(%zu, %zu) or (N, %zu, %zu)" : "(%zu,) or (N, %zu)";
        char text[80];
        if (dimensions == 2)
            PyOS_snprintf(text, sizeof text, wanted, shape[0], shape[1], shape[0], shape[1]);
        else
            PyOS_snprintf(text, sizeof text, wanted, shape[0], shape[0]);
        PyErr_Format(error, "%s: %s has another shape, expected %s", it->name, name, text);
        return -1;
    }
    found->kind = extra ? ROWS : SINGLE;
    found->count = extra ? view->shape[0] : 1;
    found->stride = 0;
    if (PyBuffer_IsContiguous(view, 'C'))
        return 0;
    if (extra && view->strides[0] == DOUBLE) {
        const Py_ssize_t step = view->strides[view->ndim - 1];
        Py_ssize_t expected = step;
        int regular = step % DOUBLE == 0 && step / DOUBLE >= found->count;
        for (int k = view->ndim - 1; k > 0; expected *= view->shape[k], k--)
            regular = regular && view->strides[k] == expected;
        if (regular) {
            found->kind = COLUMNS;
            found->stride = step / DOUBLE;
            return 0;
        }
    }
    PyErr_Format(error, "%s: %s lies in memory neither row by row nor column by column; copy it with "
                 "numpy.ascontiguousarray(%s)", it->name, name, name);
    return -1;
}

/* Whether an array of `elements` numbers a state is read in the same way as the first array. One number a state lies row
 * by row as well as column by column. */
static int agree(const form *first, const form *other, size_t elements)
{
    if (first->count != other->count)
        return 0;
    if (elements == 1 && first->kind != SINGLE && other->kind == ROWS)
        return 1;
    return first->kind == other->kind && first->stride == other->stride;
}

static PyObject *new_result(const function *it, const form *form)
{
    const size_t count = (size_t)form->count, stride = (size_t)form->stride;
    const size_t rows[] = {count, it->shape[0], it->shape[1]};
    const size_t columns[] = {it->shape[0], it->dimensions == 2 ? it->shape[1] : stride, stride};
    const int dimensions = (int)it->dimensions;
    if (form->kind != COLUMNS)
        return form->kind == SINGLE ? empty(dimensions, it->shape) : empty(dimensions + 1, rows);
    PyObject *result = empty(dimensions + 1, columns);
    PyObject *moved = result ? PyObject_CallFunction(numpy_moveaxis, "Oii", result, -1, 0) : NULL;
    PyObject *cut = moved ? PySequence_GetSlice(moved, 0, form->count) : NULL;
    Py_XDECREF(result);
    Py_XDECREF(moved);
    return cut;
}

static void run(const function *it, const form *form, const double *const *in, double *out)
{
    const size_t count = (size_t)form->count, stride = (size_t)form->stride;
    if (form->kind == SINGLE)
        it->one(in, out);
    else if (form->kind == ROWS)
        it->rows(count, in, out);
    else
        it->batch(count, stride, in, out);
}

static PyObject *call_any(const function *it, PyObject *const *inputs, PyObject *out)
{
    Py_buffer views[MOST_INPUTS + 1];
    const double *in[MOST_INPUTS];
    form first, other;
    size_t held = 0;
    PyObject *result = NULL;
    for (size_t k = 0; k < it->inputs; k++) {
        if (get_double(it, it->input[k], inputs[k], 0, &views[k]) < 0)
            goto end;
        held++;
        in[k] = views[k].buf;
        if (find_form(it, it->input[k], &views[k], 1, &it->sizes[k], k ? &other : &first) < 0)
            goto end;
        if (k && !agree(&first, &other, it->sizes[k])) {
            PyErr_Format(error, "%s: %s and %s differ in shape or in memory layout; give both the same",
                         it->name, it->input[0], it->input[k]);
            goto end;
        }
    }
    if (out)
        Py_INCREF(out);
    else if (!(out = new_result(it, &first)))
        goto end;
    if (get_double(it, "out", out, PyBUF_WRITABLE, &views[held]) < 0) {
        Py_DECREF(out);
        goto end;
    }
    held++;
    const Py_buffer *to = &views[held - 1];
    if (find_form(it, "out", to, it->dimensions, it->shape, &other) < 0)
        ;
    else if (!agree(&first, &other, elements(it)))
        PyErr_Format(error, "%s: out and %s differ in number of states or in memory layout; give both the same",
                     it->name, it->input[0]);
    else {
        result = out;
        for (size_t k = 0; k < it->inputs; k++)
            if (overlap(in[k], (size_t)views[k].len, to->buf, (size_t)to->len)) {
                PyErr_Format(error, "%s: out shares memory with %s; give a separate array", it->name, it->input[k]);
                result = NULL;
            }
    }
    if (result && first.count >= LONG_BATCH) {
        Py_BEGIN_ALLOW_THREADS
        run(it, &first, in, to->buf);
        Py_END_ALLOW_THREADS
    } else if (result)
        run(it, &first, in, to->buf);
    else
        Py_DECREF(out);
end:
    while (held--)
        PyBuffer_Release(&views[held]);
    return result;
}

static PyObject *call(PyObject *self, PyObject *const *inputs, Py_ssize_t given, PyObject *names)
{
    const function *it = PyCapsule_GetPointer(self, NULL);
    const double *in[MOST_INPUTS];
    const size_t size = elements(it);
    PyObject *out = NULL;
    const Py_ssize_t named = names ? PyTuple_Size(names) : 0, wanted = (Py_ssize_t)it->inputs;
    if (given + named == wanted + 1
        && (!named || (named == 1 && PyUnicode_CompareWithASCIIString(PyTuple_GetItem(names, 0), "out") == 0)))
        out = inputs[wanted];
    else if (given != wanted || named)
        return PyErr_Format(PyExc_TypeError, "%s takes %zd arrays, and out", it->name, wanted);
    if (out == Py_None)
        out = NULL;
    size_t plains = 0;
    while (plains < it->inputs && (in[plains] = plain(inputs[plains], 1, &it->sizes[plains], CONTIGUOUS_ALIGNED)))
        plains++;
    if (plains == it->inputs) {
        PyObject *result = out ? Py_NewRef(out) : empty((int)it->dimensions, it->shape);
        double *to = result ? plain(result, it->dimensions, it->shape, CONTIGUOUS_ALIGNED | WRITEABLE) : NULL;
        for (size_t k = 0; to && k < it->inputs; k++)
            if (overlap(in[k], it->sizes[k] * sizeof(double), to, size * sizeof(double)))
                to = NULL;
        if (to) {
            it->one(in, to);
            return result;
        }
        Py_XDECREF(result);
        if (!result)
            return NULL;
    }
    return call_any(it, inputs, out);
}

/* ---- checked: what models hand out ---- */

#define EXPONENT UINT64_C(0x7ff0000000000000) /* all of it set: infinite or not a number */

static int all_finite(const double *values, size_t count)
{
    uint64_t bad = 0, bits; /* a compiler may assume that doubles are finite */
    for (size_t k = 0; k < count; k++) {
        memcpy(&bits, values + k, sizeof bits);
        bad |= (bits & EXPONENT) == EXPONENT;
    }
    return !bad;
}

/* Data of a contiguous float64 array of states, (size,) or (N, size); NULL for anything else, without an error. */
static double *states_of(size_t size, PyObject *object, int *dimensions, Py_ssize_t *count)
{
    const array *given = (const array *)object;
    size_t shape[2] = {0, size};
    if (!array_type || Py_TYPE(object) != array_type || (given->dimensions != 1 && given->dimensions != 2))
        return NULL;
    *dimensions = given->dimensions;
    *count = given->dimensions == 2 ? given->shape[0] : 1;
    shape[0] = (size_t)*count;
    return plain(object, (size_t)given->dimensions, given->dimensions == 2 ? shape : shape + 1, CONTIGUOUS_ALIGNED);
}

#include "repeated.h"

/* Finite contiguous float64 arrays of as many states are computed at once; everything else is the slow function's: it
 * converts, broadcasts, or says what is wrong. The last input may be held instead of given (repeated.h). `for_slow` is
 * the argument `out` of the slow function, NULL if it is the same. */
static PyObject *call_checked_or(
    PyObject *self, PyObject *const *inputs, Py_ssize_t given, PyObject *names, PyObject *for_slow)
{
    const function *it = ((const held *)self)->entry;
    PyObject *const same = ((const held *)self)->last;
    const double *const last = same ? (const double *)(const void *)PyBytes_AsString(same) : NULL;
    const size_t wanted = it->inputs - (last != NULL);
    const Py_ssize_t named = names ? PyTuple_Size(names) : 0;
    const double *in[MOST_INPUTS];
    PyObject *out = NULL, *result;
    form states = {SINGLE, 1, 0};
    int dimensions = 0, other = 0;
    double *to;
    if ((size_t)given != wanted || named > 1)
        goto slow;
    if (named) {
        if (PyUnicode_CompareWithASCIIString(PyTuple_GetItem(names, 0), "out") != 0)
            goto slow;
        out = inputs[given] == Py_None ? NULL : inputs[given];
    }
    for (size_t k = 0; k < wanted; k++) {
        Py_ssize_t count;
        if (!(in[k] = states_of(it->sizes[k], inputs[k], k ? &other : &dimensions, k ? &count : &states.count))
            || (k && (other != dimensions || count != states.count))
            || !all_finite(in[k], (size_t)states.count * it->sizes[k]))
            goto slow;
    }
    const size_t shape[3] = {(size_t)states.count, it->shape[0], it->shape[1]};
    const size_t size = elements(it) * (size_t)states.count;
    states.kind = dimensions == 2 ? ROWS : SINGLE;
    result = out ? Py_NewRef(out) : new_result(it, &states);
    if (!result)
        return NULL;
    to = plain(result, it->dimensions + (size_t)dimensions - 1, dimensions == 2 ? shape : shape + 1,
               CONTIGUOUS_ALIGNED | WRITEABLE);
    for (size_t k = 0; to && k < wanted; k++)
        if (overlap(in[k], (size_t)states.count * it->sizes[k] * sizeof(double), to, size * sizeof(double)))
            to = NULL;
    if (!to) {
        Py_DECREF(result);
        goto slow;
    }
    if (states.count >= LONG_BATCH) {
        Py_BEGIN_ALLOW_THREADS
        run_checked(it, &states, in, last, to);
        Py_END_ALLOW_THREADS
    } else
        run_checked(it, &states, in, last, to);
    return result;
slow:
    if (for_slow && (size_t)given <= MOST_INPUTS) {
        PyObject *arguments[MOST_INPUTS + 1];
        memcpy(arguments, inputs, (size_t)given * sizeof *arguments);
        arguments[given] = for_slow;
        return PyObject_Vectorcall(((const held *)self)->slow, arguments, (size_t)given, names);
    }
    return PyObject_Vectorcall(((const held *)self)->slow, inputs, (size_t)given, names);
}

static PyObject *call_checked(PyObject *self, PyObject *const *inputs, Py_ssize_t given, PyObject *names)
{
    return call_checked_or(self, inputs, given, names, NULL);
}

static PyMethodDef *checked_methods; /* one a function */

static PyObject *checked(PyObject *module, PyObject *arguments)
{
    const char *name;
    PyObject *slow, *last = NULL;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "sO|O", &name, &slow, &last))
        return NULL;
    for (size_t k = 0; k < FUNCTION_COUNT; k++)
        if (strcmp(FUNCTIONS[k].name, name) == 0) {
            PyObject *rows = last ? repeated(&FUNCTIONS[k], last) : NULL;
            if (last && !rows)
                return NULL;
            PyObject *found = new_method(&checked_methods[k], &FUNCTIONS[k], slow, rows, NULL, NULL);
            Py_XDECREF(rows);
            return found;
        }
    return PyErr_Format(PyExc_KeyError, "no function %s", name);
}

#include "parts.h"

static PyMethodDef module_methods[] = {
    {"parts", parts, METH_VARARGS,
     "parts(name, slow, type, shapes, last): as `checked`; the result is a named tuple of parts of the function's result."},
    {"checked", checked, METH_VARARGS, "checked(name, slow, last): the function with checks; `slow` takes what fails them. With "
     "`last`, this is the last input of all states."},
    {NULL, NULL, 0, NULL},
};

/* ---- the module ---- */

static PyObject *attribute(const char *module, const char *name)
{
    PyObject *from = PyImport_ImportModule(module);
    PyObject *found = from ? PyObject_GetAttrString(from, name) : NULL;
    Py_XDECREF(from);
    return found;
}

/* Use numpy's array header directly only where it agrees with the buffer protocol on an example. */
static int compare_headers(void)
{
    Py_buffer view;
    PyObject *type = attribute("numpy", "ndarray");
    PyObject *example = PyObject_CallFunction(numpy_empty, "((ii))", 2, 3);
    PyObject *size = type ? PyObject_GetAttrString(type, "__basicsize__") : NULL;
    const array *it = (const array *)example;
    if (!size || !example || PyObject_GetBuffer(example, &view, PyBUF_STRIDES) < 0)
        return -1;
    if (PyLong_AsSsize_t(size) >= (Py_ssize_t)sizeof(array) && it->data == view.buf && it->dimensions == 2
        && it->shape[0] == 2 && it->shape[1] == 3 && it->strides[0] == 3 * DOUBLE && it->strides[1] == DOUBLE
        && it->dtype == float64 && (it->flags & (CONTIGUOUS_ALIGNED | WRITEABLE)) == (CONTIGUOUS_ALIGNED | WRITEABLE))
        array_type = (PyTypeObject *)type; /* kept for good */
    PyBuffer_Release(&view);
    Py_DECREF(example);
    Py_DECREF(size);
    return 0;
}

/* numpy's table of C functions: the places used here are those of every release so far (binary interfaces 1 and 2). */
enum { INTERFACE_VERSION = 0, ARRAY_TYPE = 2, NEW_FROM_DESCRIPTION = 94, SET_PARENT = 282 };

static void find_maker(void)
{
    PyObject *capsule = attribute("numpy._core._multiarray_umath", "_ARRAY_API");
    if (!capsule) { /* numpy 1 */
        PyErr_Clear();
        capsule = attribute("numpy.core._multiarray_umath", "_ARRAY_API");
    }
    void **table = capsule && PyCapsule_CheckExact(capsule) ? PyCapsule_GetPointer(capsule, NULL) : NULL;
    if (table && array_type && table[ARRAY_TYPE] == (void *)array_type) {
        unsigned (*version)(void);
        memcpy(&version, &table[INTERFACE_VERSION], sizeof version); /* ISO C converts no data pointer to a function */
        if (version() == 0x1000009 || version() == 0x2000000) {
            memcpy(&make_array, &table[NEW_FROM_DESCRIPTION], sizeof make_array);
            memcpy(&set_parent, &table[SET_PARENT], sizeof set_parent);
        }
    }
    PyErr_Clear();
    Py_XDECREF(capsule);
}

static PyObject *shape_of(const function *it)
{
    return it->dimensions == 2 ? Py_BuildValue("(nn)", it->shape[0], it->shape[1]) : Py_BuildValue("(n)", it->shape[0]);
}

static PyObject *signature(const function *it)
{
    PyObject *names = PyTuple_New((Py_ssize_t)it->inputs);
    for (size_t k = 0; names && k < it->inputs; k++)
        PyTuple_SetItem(names, (Py_ssize_t)k, PyUnicode_FromString(it->input[k]));
    return names ? Py_BuildValue("(NN)", names, shape_of(it)) : NULL;
}

static PyObject *sizes_of(const function *it)
{
    PyObject *sizes = PyTuple_New((Py_ssize_t)it->inputs);
    for (size_t k = 0; sizes && k < it->inputs; k++)
        PyTuple_SetItem(sizes, (Py_ssize_t)k, PyLong_FromSize_t(it->sizes[k]));
    return sizes;
}

static int add_functions(PyObject *module)
{
    PyMethodDef *methods = PyMem_Calloc(FUNCTION_COUNT, sizeof *methods); /* kept for good */
    PyObject *signatures = PyDict_New(), *sizes = PyDict_New();
    checked_methods = PyMem_Calloc(FUNCTION_COUNT, sizeof *checked_methods); /* as well */
    parts_methods = PyMem_Calloc(FUNCTION_COUNT, sizeof *parts_methods);     /* as well */
    if (!methods || !checked_methods || !parts_methods || !signatures || !sizes)
        return -1;
    for (size_t k = 0; k < FUNCTION_COUNT; k++) {
        const function *it = &FUNCTIONS[k];
        methods[k].ml_name = it->name;
        methods[k].ml_meth = (PyCFunction)(void (*)(void))call;
        methods[k].ml_flags = METH_FASTCALL | METH_KEYWORDS;
        methods[k].ml_doc = "Of one state, arrays (size,), or of many, (N, size), float64. `out` takes the result.";
        checked_methods[k] = (PyMethodDef){
            it->name, (PyCFunction)(void (*)(void))call_checked, METH_FASTCALL | METH_KEYWORDS,
            "Of finite float64 arrays (size,) or (N, size) for as many states; what else comes is passed on. `out` takes the result.",
        };
        parts_methods[k] = (PyMethodDef){
            it->name, (PyCFunction)(void (*)(void))call_parts, METH_FASTCALL | METH_KEYWORDS,
            "As the function with checks; the result is a named tuple of arrays. `out` takes a result.",
        };
        PyObject *self = PyCapsule_New((void *)it, NULL, NULL);
        PyObject *wrapped = self ? PyCFunction_NewEx(&methods[k], self, NULL) : NULL;
        PyObject *says = signature(it), *widths = sizes_of(it);
        Py_XDECREF(self);
        if (!wrapped || !says || !widths || PyDict_SetItemString(signatures, it->name, says) < 0
            || PyDict_SetItemString(sizes, it->name, widths) < 0
            || PyModule_AddObject(module, it->name, wrapped) < 0)
            return -1;
        Py_DECREF(says);
        Py_DECREF(widths);
    }
    return PyModule_AddObject(module, "SIZES", sizes) < 0 ? -1 : PyModule_AddObject(module, "SIGNATURES", signatures);
}

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "_" QUOTE(MODEL),
    .m_doc = "Generated dynamics. SIGNATURES: function -> (names of its inputs, shape of its result). "
             "SIZES: function -> numbers of elements of its inputs.",
    .m_size = -1,
    .m_methods = module_methods,
};

PyMODINIT_FUNC JOIN(PyInit__, MODEL)(void)
{
    PyObject *dtype = attribute("numpy", "dtype");
    numpy_empty = attribute("numpy", "empty");
    numpy_moveaxis = attribute("numpy", "moveaxis");
    if (!dtype || !numpy_empty || !numpy_moveaxis)
        return NULL;
    float64 = PyObject_CallFunction(dtype, "s", "float64");
    Py_DECREF(dtype);
    if (!float64 || compare_headers() < 0 || !(held_type = (PyTypeObject *)PyType_FromSpec(&held_spec)))
        return NULL;
    find_maker();
    error = attribute("puma560_dynamics.errors", "StateError");
    if (!error) { /* used without the package that made it */
        PyErr_Clear();
        Py_INCREF(PyExc_ValueError);
        error = PyExc_ValueError;
    }
    PyObject *module = PyModule_Create(&definition);
    if (module && (PyModule_AddIntConstant(module, "JOINTS", (long)FUNCTIONS[0].joints) < 0
                   || add_functions(module) < 0)) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
