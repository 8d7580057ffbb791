/* The torque, gravity and kinetic energy matrix of a load alone, carried by a chain of revolute joints without mass.
 *
 * Newton's and Euler's equations of one body: its motion from link to link, then its force and moment back to the
 * joints. `load_model.py` packs the chain and the load into one array:
 *
 *   gravity (3), mass, center of mass (3), inertia about it (9), then for each joint cos(alpha), sin(alpha), a, d, offset.
 *
 * Each function gives None for anything but finite, contiguous float64 arrays of one shape, (n,) or (N, n): then the
 * caller converts, or says what is wrong.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

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

static PyObject *evaluate(PyObject *const *given, Py_ssize_t count, Py_ssize_t inputs, int square, formula one)
{
    Py_buffer views[MOST_INPUTS + 2];
    const double *in[MOST_INPUTS];
    PyObject *result = NULL, *shape = NULL;
    Py_ssize_t held = 0, n, states, size;
    int fits = 1;
    if (count != inputs + 1)
        return PyErr_Format(PyExc_TypeError, "expected the chain and %zd arrays", inputs);
    for (; held <= inputs && fits; held++)
        if (PyObject_GetBuffer(given[held], &views[held], PyBUF_ND | PyBUF_FORMAT) < 0) {
            PyErr_Clear(); /* no array, or not contiguous */
            fits = 0;
            break;
        }
    if (!fits)
        goto end;
    n = (views[0].len / (Py_ssize_t)sizeof(double) - HEAD) / JOINT;
    fits = n >= 1 && n <= MOST_JOINTS && views[0].len == (HEAD + n * JOINT) * (Py_ssize_t)sizeof(double);
    for (Py_ssize_t k = 1; fits && k <= inputs; k++) {
        const Py_buffer *view = &views[k];
        fits = (view->ndim == 1 || view->ndim == 2) && view->ndim == views[1].ndim && view->shape[view->ndim - 1] == n
            && view->shape[0] == views[1].shape[0] && plain(view);
        in[k - 1] = view->buf;
    }
    if (!fits)
        goto end;
    states = views[1].ndim == 2 ? views[1].shape[0] : 1;
    if (views[1].ndim == 2)
        shape = square ? Py_BuildValue("(nnn)", states, n, n) : Py_BuildValue("(nn)", states, n);
    else
        shape = square ? Py_BuildValue("(nn)", n, n) : Py_BuildValue("(n)", n);
    if (!shape || !(result = PyObject_CallOneArg(numpy_empty, shape)))
        goto end;
    if (PyObject_GetBuffer(result, &views[held], PyBUF_ND | PyBUF_WRITABLE) < 0) {
        Py_CLEAR(result);
        goto end;
    }
    double *out = views[held++].buf;
    PyThreadState *others = states >= LONG_BATCH ? PyEval_SaveThread() : NULL;
    size = square ? n * n : n;
    for (Py_ssize_t state = 0; state < states; state++, out += size) {
        one(views[0].buf, (int)n, in, out);
        for (Py_ssize_t k = 0; k < inputs; k++)
            in[k] += n;
    }
    if (others)
        PyEval_RestoreThread(others);
end:
    Py_XDECREF(shape);
    while (held--)
        PyBuffer_Release(&views[held]);
    if (!result && !PyErr_Occurred())
        Py_RETURN_NONE;
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

#define FAST(name) {#name, (PyCFunction)(void (*)(void))name, METH_FASTCALL, "Of the load alone; None if not as expected."}
static PyMethodDef methods[] = {FAST(torque), FAST(gravity), FAST(kinetic_energy_matrix), {NULL, NULL, 0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "_load",
    .m_doc = "The dynamics of a load alone, compiled; see load.c.",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC PyInit__load(void)
{
    PyObject *numpy = PyImport_ImportModule("numpy");
    numpy_empty = numpy ? PyObject_GetAttrString(numpy, "empty") : NULL;
    Py_XDECREF(numpy);
    return numpy_empty ? PyModule_Create(&definition) : NULL;
}
