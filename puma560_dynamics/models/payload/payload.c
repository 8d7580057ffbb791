/* The torque, gravity and kinetic energy matrix of a payload alone, carried by a chain of revolute joints without mass.
 *
 * Newton's and Euler's equations of one body: its motion from link to link, then its force and moment back to the
 * joints. `payload_model.py` packs the chain and the payload into one array:
 *
 *   gravity (3), mass, center of mass (3), inertia about it (9), then for each joint cos(alpha), sin(alpha), a, d, offset.
 *
 * Each function gives None for anything but finite, contiguous float64 arrays of one shape, (n,) or (N, n): then the
 * caller converts, or says what is wrong. `added` puts the payload on top of an arm's compiled function.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "../../emdeg/backends/c/method.h"

#define MOST_JOINTS 32
#define MOST_INPUTS 3
#define EXPONENT UINT64_C(0x7ff0000000000000) /* all of it set: infinite or not a number */
#define LONG_BATCH 32 /* states from which on other Python threads may run meanwhile */

typedef struct {
    double cos_alpha, sin_alpha, a, d, offset;
} joint;

typedef struct {
    double gravity[3], mass, center[3], inertia[9];
    joint joints[];
} chain;
#define HEAD ((Py_ssize_t)(sizeof(chain) / sizeof(double)))
#define JOINT ((Py_ssize_t)(sizeof(joint) / sizeof(double)))

typedef struct {
    double c, s;
} angle;

static PyObject *numpy_empty;

static void cross(const double *a, const double *b, double *result)
{
    result[0] = a[1] * b[2] - a[2] * b[1];
    result[1] = a[2] * b[0] - a[0] * b[2];
    result[2] = a[0] * b[1] - a[1] * b[0];
}

static void times(const double *matrix, const double *v, double *result)
{
    for (int i = 0; i < 3; i++)
        result[i] = matrix[3 * i] * v[0] + matrix[3 * i + 1] * v[1] + matrix[3 * i + 2] * v[2];
}

/* A vector of the link before the joint, in the axes of the link behind it; and the way back. */
static void onto(const joint *j, angle t, double *v)
{
    const double y = j->cos_alpha * v[1] + j->sin_alpha * v[2], z = j->cos_alpha * v[2] - j->sin_alpha * v[1];
    const double x = v[0];
    v[0] = t.c * x + t.s * y;
    v[1] = t.c * y - t.s * x;
    v[2] = z;
}

static void back(const joint *j, angle t, double *v)
{
    const double x = t.c * v[0] - t.s * v[1], y = t.s * v[0] + t.c * v[1], z = v[2];
    v[0] = x;
    v[1] = j->cos_alpha * y - j->sin_alpha * z;
    v[2] = j->sin_alpha * y + j->cos_alpha * z;
}

static void place(const joint *j, double *p)
{
    p[0] = j->a;
    p[1] = -j->sin_alpha * j->d;
    p[2] = j->cos_alpha * j->d;
}

static void find_angles(const chain *it, int n, const double *q, angle *angles)
{
    for (int i = 0; i < n; i++) {
        const double value = q[i] + it->joints[i].offset;
        angles[i].c = cos(value);
        angles[i].s = sin(value);
    }
}

/* Force and moment about the last frame's origin, in its axes, become the joints' torques. */
static void inward(const chain *it, int n, const angle *angles, double *force, double *moment, double *tau)
{
    for (int i = n - 1; i >= 0; i--) {
        double p[3], lever[3];
        tau[i] = moment[2];
        back(&it->joints[i], angles[i], force);
        back(&it->joints[i], angles[i], moment);
        place(&it->joints[i], p);
        cross(p, force, lever);
        for (int k = 0; k < 3; k++)
            moment[k] += lever[k];
    }
}

static void one_torque(const chain *it, int n, const double *const *in, double *tau)
{
    const double *q = in[0], *qd = in[1], *qdd = in[2];
    angle angles[MOST_JOINTS];
    double omega[3] = {0}, alpha[3] = {0}, linear[3], force[3], moment[3], first[3], second[3];
    find_angles(it, n, q, angles);
    for (int k = 0; k < 3; k++)
        linear[k] = -it->gravity[k];
    for (int i = 0; i < n; i++) {
        const joint *j = &it->joints[i];
        double p[3];
        place(j, p);
        cross(omega, p, first);
        cross(omega, first, second);
        cross(alpha, p, first);
        for (int k = 0; k < 3; k++)
            linear[k] += first[k] + second[k];
        onto(j, angles[i], linear);
        onto(j, angles[i], omega);
        onto(j, angles[i], alpha);
        alpha[0] += omega[1] * qd[i];
        alpha[1] -= omega[0] * qd[i];
        alpha[2] += qdd[i];
        omega[2] += qd[i];
    }
    cross(omega, it->center, first);
    cross(omega, first, second);
    cross(alpha, it->center, first);
    for (int k = 0; k < 3; k++)
        force[k] = it->mass * (linear[k] + first[k] + second[k]);
    times(it->inertia, omega, first);
    cross(omega, first, second);
    times(it->inertia, alpha, first);
    cross(it->center, force, moment);
    for (int k = 0; k < 3; k++)
        moment[k] += first[k] + second[k];
    inward(it, n, angles, force, moment, tau);
}

static void one_gravity(const chain *it, int n, const double *const *in, double *tau)
{
    angle angles[MOST_JOINTS];
    double force[3], moment[3];
    find_angles(it, n, in[0], angles);
    for (int k = 0; k < 3; k++)
        force[k] = -it->mass * it->gravity[k];
    for (int i = 0; i < n; i++)
        onto(&it->joints[i], angles[i], force);
    cross(it->center, force, moment);
    inward(it, n, angles, force, moment, tau);
}

/* A_ij = m v_i . v_j + z_i . I z_j with the partial velocities in the axes of the last link. */
static void one_matrix(const chain *it, int n, const double *const *in, double *matrix)
{
    angle angles[MOST_JOINTS];
    double z[MOST_JOINTS][3], v[MOST_JOINTS][3];
    find_angles(it, n, in[0], angles);
    for (int i = 0; i < n; i++) {
        const joint *j = &it->joints[i];
        double p[3];
        place(j, p);
        for (int k = 0; k < i; k++) { /* to this link, and its origin instead of that before it */
            double moved[3];
            cross(z[k], p, moved);
            for (int m = 0; m < 3; m++)
                v[k][m] += moved[m];
            onto(j, angles[i], v[k]);
            onto(j, angles[i], z[k]);
        }
        memcpy(z[i], (double[3]){0.0, 0.0, 1.0}, sizeof z[i]);
        memset(v[i], 0, sizeof v[i]);
    }
    for (int i = 0; i < n; i++) {
        double heavy[3], momentum[3], moved[3];
        cross(z[i], it->center, moved);
        for (int m = 0; m < 3; m++) {
            v[i][m] += moved[m];
            heavy[m] = it->mass * v[i][m];
        }
        times(it->inertia, z[i], momentum);
        for (int k = 0; k <= i; k++) {
            double sum = 0.0;
            for (int m = 0; m < 3; m++)
                sum += v[k][m] * heavy[m] + z[k][m] * momentum[m];
            matrix[i * n + k] = matrix[k * n + i] = sum;
        }
    }
}

/* ---- Python ---- */

typedef void (*formula)(const chain *, int, const double *const *, double *);

static int plain(const Py_buffer *view)
{
    const char *at = view->buf;
    if (!view->format || strcmp(view->format, "d") != 0)
        return 0;
    for (const char *end = at + view->len; at != end; at += sizeof(uint64_t)) {
        uint64_t bits; /* a compiler may assume that doubles are finite */
        memcpy(&bits, at, sizeof bits);
        if ((bits & EXPONENT) == EXPONENT)
            return 0;
    }
    return 1;
}

/* The chain and the states, held through the buffer protocol. */
typedef struct {
    Py_buffer chain, states[MOST_INPUTS];
    Py_ssize_t held, inputs, n, count;
    const double *in[MOST_INPUTS];
} request;

static void release(request *it)
{
    while (it->held > 0) {
        const Py_ssize_t last = --it->held;
        PyBuffer_Release(last ? &it->states[last - 1] : &it->chain);
    }
}

/* Whether the arrays are as expected; `release` is due in both cases. */
static int take(request *it, PyObject *chain_of, PyObject *const *given, Py_ssize_t inputs)
{
    it->held = 0;
    it->inputs = inputs;
    for (; it->held <= inputs; it->held++) {
        Py_buffer *view = it->held ? &it->states[it->held - 1] : &it->chain;
        if (PyObject_GetBuffer(it->held ? given[it->held - 1] : chain_of, view, PyBUF_ND | PyBUF_FORMAT) < 0) {
            PyErr_Clear(); /* no array, or not contiguous */
            return 0;
        }
    }
    const Py_buffer *first = &it->states[0];
    it->n = (it->chain.len / (Py_ssize_t)sizeof(double) - HEAD) / JOINT;
    int fits = it->n >= 1 && it->n <= MOST_JOINTS && it->chain.len == (HEAD + it->n * JOINT) * (Py_ssize_t)sizeof(double);
    for (Py_ssize_t k = 0; fits && k < inputs; k++) {
        const Py_buffer *view = &it->states[k];
        fits = (view->ndim == 1 || view->ndim == 2) && view->ndim == first->ndim
            && view->shape[view->ndim - 1] == it->n && view->shape[0] == first->shape[0] && plain(view);
        it->in[k] = view->buf;
    }
    it->count = first->ndim == 2 ? first->shape[0] : 1;
    return fits;
}

/* Every state's result, written or added. */
static void fill(request *it, formula one, Py_ssize_t size, double *out, int add)
{
    double found[MOST_JOINTS * MOST_JOINTS];
    PyThreadState *others = it->count >= LONG_BATCH ? PyEval_SaveThread() : NULL;
    for (Py_ssize_t state = 0; state < it->count; state++, out += size) {
        one(it->chain.buf, (int)it->n, it->in, add ? found : out);
        for (Py_ssize_t k = 0; add && k < size; k++)
            out[k] += found[k];
        for (Py_ssize_t k = 0; k < it->inputs; k++)
            it->in[k] += it->n;
    }
    if (others)
        PyEval_RestoreThread(others);
}

static PyObject *new_result(const request *it, int square)
{
    PyObject *shape, *result;
    if (it->states[0].ndim == 2)
        shape = square ? Py_BuildValue("(nnn)", it->count, it->n, it->n) : Py_BuildValue("(nn)", it->count, it->n);
    else
        shape = square ? Py_BuildValue("(nn)", it->n, it->n) : Py_BuildValue("(n)", it->n);
    result = shape ? PyObject_CallOneArg(numpy_empty, shape) : NULL;
    Py_XDECREF(shape);
    return result;
}

static PyObject *evaluate(PyObject *const *given, Py_ssize_t count, Py_ssize_t inputs, int square, formula one)
{
    request it;
    Py_buffer out;
    PyObject *result = NULL;
    if (count != inputs + 1)
        return PyErr_Format(PyExc_TypeError, "expected the chain and %zd arrays", inputs);
    if (!take(&it, given[0], given + 1, inputs)) {
        release(&it);
        Py_RETURN_NONE;
    }
    if ((result = new_result(&it, square)) && PyObject_GetBuffer(result, &out, PyBUF_ND | PyBUF_WRITABLE) < 0)
        Py_CLEAR(result);
    if (result) {
        fill(&it, one, square ? it.n * it.n : it.n, out.buf, 0);
        PyBuffer_Release(&out);
    }
    release(&it);
    return result;
}

static PyObject *torque(PyObject *self, PyObject *const *given, Py_ssize_t count)
{
    (void)self;
    return evaluate(given, count, 3, 0, one_torque);
}

static PyObject *gravity(PyObject *self, PyObject *const *given, Py_ssize_t count)
{
    (void)self;
    return evaluate(given, count, 1, 0, one_gravity);
}

static PyObject *kinetic_energy_matrix(PyObject *self, PyObject *const *given, Py_ssize_t count)
{
    (void)self;
    return evaluate(given, count, 1, 1, one_matrix);
}

/* ---- an arm's compiled function with a payload added ---- */

typedef struct {
    const char *name;
    Py_ssize_t inputs;
    int square;
    formula one;
} part;

static const part parts[] = {{"torque", 3, 0, one_torque}, {"gravity", 1, 0, one_gravity}, {"kinetic_energy_matrix", 1, 1, one_matrix}};

static int overlap(const Py_buffer *a, const Py_buffer *b)
{
    return (uintptr_t)a->buf < (uintptr_t)b->buf + (uintptr_t)b->len
        && (uintptr_t)b->buf < (uintptr_t)a->buf + (uintptr_t)a->len;
}

/* `self` holds the part, the chain with its load, the arm's own function, and the slow function of both: that one takes
 * what needs converting, and says what is wrong. */
static PyObject *call_added(PyObject *self, PyObject *const *given, Py_ssize_t count, PyObject *names)
{
    const held *own = (const held *)self;
    const part *chosen = own->entry;
    const Py_ssize_t inputs = chosen->inputs, named = names ? PyTuple_GET_SIZE(names) : 0;
    PyObject *result = NULL, *out = NULL;
    request it;
    Py_buffer to;
    int fits = count == inputs && named <= 1;
    if (fits && named) {
        fits = PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(names, 0), "out") == 0;
        out = given[count] == Py_None ? NULL : given[count];
    }
    if (!fits)
        goto slow;
    fits = take(&it, own->first, given, inputs);
    if (fits && out) { /* the arm's own result must not change a state before the payload has read it */
        if (PyObject_GetBuffer(out, &to, PyBUF_ND | PyBUF_WRITABLE) < 0) {
            PyErr_Clear();
            fits = 0;
        } else {
            for (Py_ssize_t k = 0; k < inputs; k++)
                fits = fits && !overlap(&to, &it.states[k]);
            PyBuffer_Release(&to);
        }
    }
    if (!fits) {
        release(&it);
        goto slow;
    }
    result = PyObject_Vectorcall(own->second, given, (size_t)count, names);
    if (result && PyObject_GetBuffer(result, &to, PyBUF_ND | PyBUF_WRITABLE) < 0)
        Py_CLEAR(result);
    if (result) { /* the arm's own function gave, or filled, a float64 array of the result's shape */
        const Py_ssize_t size = chosen->square ? it.n * it.n : it.n;
        if (to.len == it.count * size * (Py_ssize_t)sizeof(double))
            fill(&it, chosen->one, size, to.buf, 1);
        else {
            PyErr_SetString(PyExc_TypeError, "the arm's own function gave a result of another size");
            Py_CLEAR(result);
        }
        PyBuffer_Release(&to);
    }
    release(&it);
    return result;
slow:
    return PyObject_Vectorcall(own->slow, given, (size_t)count, names);
}

#define ADDED(name) {#name, (PyCFunction)(void (*)(void))call_added, METH_FASTCALL | METH_KEYWORDS, \
    "Of finite float64 arrays (n,) or (N, n) of one shape; what else comes is passed on. `out` takes the result."}
static PyMethodDef added_methods[] = {ADDED(torque), ADDED(gravity), ADDED(kinetic_energy_matrix)}; /* as `parts` */

static PyObject *added(PyObject *module, PyObject *arguments)
{
    const char *name;
    PyObject *packed, *own, *slow;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "sOOO", &name, &packed, &own, &slow))
        return NULL;
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        if (strcmp(parts[k].name, name) == 0)
            return new_method(&added_methods[k], &parts[k], slow, packed, own);
    return PyErr_Format(PyExc_KeyError, "no function %s", name);
}

#define FAST(name) {#name, (PyCFunction)(void (*)(void))name, METH_FASTCALL, "Of the payload alone; None if not as expected."}
static PyMethodDef methods[] = {
    FAST(torque),
    FAST(gravity),
    FAST(kinetic_energy_matrix),
    {"added", added, METH_VARARGS, "added(name, chain, own, slow): the arm's compiled function with the payload added."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "_payload",
    .m_doc = "The dynamics of a payload alone, compiled; see payload.c.",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC PyInit__payload(void)
{
    PyObject *numpy = PyImport_ImportModule("numpy");
    numpy_empty = numpy ? PyObject_GetAttrString(numpy, "empty") : NULL;
    Py_XDECREF(numpy);
    return numpy_empty && PyType_Ready(&held_type) == 0 ? PyModule_Create(&definition) : NULL;
}
