/* What a compiled function holds that stands for a method of a Python object, so that pickle makes that method of it.
 *
 * Python pickles a built-in method as an attribute, by the name of the method, of what the method holds. What is held here
 * is pickled as the object to which `slow` is bound: `slow` is its method that takes what the compiled function does not.
 */
#ifndef METHOD_H
#define METHOD_H
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject_HEAD
    const void *entry; /* of a table that stays */
    PyMethodDef definition;
    PyObject *name; /* of the method, or NULL */
    PyObject *slow; /* takes what the compiled function does not */
    PyObject *last, *type, *plan; /* the last input of all states; type and plan of a result of several parts; or NULL */
} held;

static int held_traverse(PyObject *object, visitproc visit, void *arg)
{
    const held *self = (const held *)object;
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->slow);
    Py_VISIT(self->last);
    Py_VISIT(self->type);
    Py_VISIT(self->plan);
    return 0;
}

static int held_clear(PyObject *object)
{
    held *self = (held *)object;
    PyObject *slow = self->slow; /* only this leads back to the object */
    self->slow = Py_NewRef(Py_None); /* a call that still comes is an error */
    Py_DECREF(slow);
    return 0;
}

static void held_free(PyObject *object)
{
    held *self = (held *)object;
    PyTypeObject *type = Py_TYPE(object);
    PyObject_GC_UnTrack(object);
    Py_DECREF(self->slow);
    Py_XDECREF(self->name);
    Py_XDECREF(self->last);
    Py_XDECREF(self->type);
    Py_XDECREF(self->plan);
    PyObject_GC_Del(object);
    Py_DECREF(type);
}

static PyObject *held_reduce(PyObject *object, PyObject *unused)
{
    (void)unused;
    PyObject *owner = PyObject_GetAttrString(((const held *)object)->slow, "__self__");
    PyObject *found = owner ? PyObject_CallMethod(owner, "__reduce_ex__", "i", 2) : NULL;
    Py_XDECREF(owner);
    return found;
}

static PyMethodDef held_methods[] = {
    {"__reduce__", held_reduce, METH_NOARGS, "What pickle makes the object from that the method belongs to."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot held_slots[] = {
    {Py_tp_dealloc, (void *)held_free},
    {Py_tp_traverse, (void *)held_traverse},
    {Py_tp_clear, (void *)held_clear},
    {Py_tp_methods, held_methods},
    {0, NULL},
};

static PyType_Spec held_spec = {
    .name = "puma560_dynamics.compiled",
    .basicsize = sizeof(held),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = held_slots,
};

static PyTypeObject *held_type; /* made of `held_spec` when the module is imported */

/* A built-in method, a new reference, or NULL with an error. It has the name of `slow`, for which it stands.
 * `last`, `type` and `plan` may be NULL. `held_type` is made before. */
static PyObject *new_method(
    const PyMethodDef *definition, const void *entry, PyObject *slow, PyObject *last, PyObject *type, PyObject *plan)
{
    held *self = PyObject_GC_New(held, held_type);
    if (!self)
        return NULL;
    self->entry = entry;
    self->slow = Py_NewRef(slow);
    self->last = Py_XNewRef(last);
    self->type = Py_XNewRef(type);
    self->plan = Py_XNewRef(plan);
    self->definition = *definition;
    self->name = PyObject_GetAttrString(slow, "__name__");
    const char *text = self->name && PyUnicode_Check(self->name) ? PyUnicode_AsUTF8AndSize(self->name, NULL) : NULL;
    if (text)
        self->definition.ml_name = text;
    PyErr_Clear();
    PyObject_GC_Track((PyObject *)self);
    PyObject *found = PyCFunction_NewEx(&self->definition, (PyObject *)self, NULL);
    Py_DECREF(self);
    return found;
}

#endif
