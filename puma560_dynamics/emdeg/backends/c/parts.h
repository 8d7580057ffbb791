/* Results of several arrays, which are parts of one block: a named tuple of arrays that share the block's memory.
 *
 * Included by binding.c. A plan lists the parts in the order of the block: for each, the number of dimensions (1 or 2) and
 * the shape.
 */
#ifndef PARTS_H
#define PARTS_H

typedef struct {
    Py_ssize_t dimensions, shape[2], start; /* start: of the part in the block of a state */
} part;

static int (*set_parent)(PyObject *, PyObject *); /* of numpy: the array that owns the memory, its reference taken over */

#define PLAN(self) ((const part *)PyBytes_AsString(((const held *)(self))->plan))
#define PARTS(self) (PyBytes_Size(((const held *)(self))->plan) / (Py_ssize_t)sizeof(part))

/* A part of a block (size,) or (N, size), a new reference, or NULL with an error. */
static PyObject *view_of(array *block, const part *it)
{
    const int many = block->dimensions - 1;
    const Py_ssize_t inner = it->dimensions == 2 ? it->shape[1] * DOUBLE : DOUBLE;
    const Py_ssize_t shape[3] = {block->shape[0], it->shape[0], it->shape[1]};
    const Py_ssize_t strides[3] = {block->strides[0], inner, DOUBLE};
    PyObject *made = make_array(array_type, Py_NewRef(float64), (int)it->dimensions + many, shape + !many,
                                strides + !many, block->data + it->start * DOUBLE, WRITEABLE, NULL);
    if (made && set_parent(made, Py_NewRef((PyObject *)block)) < 0)
        Py_CLEAR(made);
    return made;
}

/* Of `out`, a tuple that this function returned earlier, the block; NULL for anything else, without an error. */
static PyObject *block_of(PyObject *self, PyObject *out)
{
    const part *plan = PLAN(self);
    const Py_ssize_t count = PARTS(self);
    if ((PyObject *)Py_TYPE(out) != ((const held *)self)->type || PyTuple_Size(out) != count)
        return NULL;
    PyObject *const first = PyTuple_GetItem(out, 0);
    PyObject *const base = Py_TYPE(first) == array_type ? ((const array *)first)->base : NULL;
    const array *block = (const array *)base;
    if (!base || Py_TYPE(base) != array_type || block->dtype != float64 || !(block->flags & WRITEABLE)
        || (block->dimensions != 1 && block->dimensions != 2))
        return NULL;
    const int many = block->dimensions - 1;
    for (Py_ssize_t k = 0; k < count; k++) {
        PyObject *const item = PyTuple_GetItem(out, k);
        const array *it = (const array *)item;
        if (Py_TYPE(item) != array_type || it->base != base || it->dtype != float64
            || it->dimensions != (int)plan[k].dimensions + many || it->data != block->data + plan[k].start * DOUBLE
            || (many && (it->shape[0] != block->shape[0] || it->strides[0] != block->strides[0])))
            return NULL;
        for (Py_ssize_t d = 0; d < plan[k].dimensions; d++)
            if (it->shape[many + d] != plan[k].shape[d]
                || it->strides[many + d] != (d + 1 < plan[k].dimensions ? plan[k].shape[1] * DOUBLE : DOUBLE))
                return NULL;
    }
    return base;
}

/* As call_checked, for a function whose slow form returns a tuple. `out` takes a tuple that was returned earlier. */
static PyObject *call_parts(PyObject *self, PyObject *const *inputs, Py_ssize_t given, PyObject *names)
{
    PyObject *block = NULL, *arguments[MOST_INPUTS + 1];
    PyTypeObject *type = (PyTypeObject *)((const held *)self)->type;
    if (names && PyTuple_Size(names) == 1 && (size_t)given <= MOST_INPUTS && inputs[given] != Py_None) {
        if (!(block = block_of(self, inputs[given])))
            return PyObject_Vectorcall(((const held *)self)->slow, inputs, (size_t)given, names);
        memcpy(arguments, inputs, (size_t)given * sizeof *arguments);
        arguments[given] = block;
        PyObject *found = call_checked_or(self, arguments, given, names, inputs[given]);
        if (found != block) /* of the slow function */
            return found;
        Py_DECREF(found);
        return Py_NewRef(inputs[given]);
    }
    PyObject *found = call_checked(self, inputs, given, names);
    if (!found || Py_TYPE(found) != array_type)
        return found;
    const part *plan = PLAN(self);
    const Py_ssize_t count = PARTS(self);
    PyObject *result = PyType_GenericAlloc(type, count);
    for (Py_ssize_t k = 0; result && k < count; k++) {
        PyObject *view = view_of((array *)found, &plan[k]);
        if (view)
            PyTuple_SetItem(result, k, view);
        else
            Py_CLEAR(result);
    }
    Py_DECREF(found);
    return result;
}

static PyMethodDef *parts_methods; /* one a function */

static PyObject *parts(PyObject *module, PyObject *arguments)
{
    const char *name;
    PyObject *slow, *type, *shapes, *last = NULL, *rows = NULL, *found = NULL;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "sOO!O!|O", &name, &slow, &PyType_Type, &type, &PyTuple_Type, &shapes, &last))
        return NULL;
    if (!make_array || !set_parent || !PyType_IsSubtype((PyTypeObject *)type, &PyTuple_Type))
        return Py_NewRef(slow);
    const Py_ssize_t count = PyTuple_Size(shapes);
    PyObject *plan = PyBytes_FromStringAndSize(NULL, count * (Py_ssize_t)sizeof(part));
    Py_ssize_t start = 0;
    for (Py_ssize_t k = 0; plan && k < count; k++) {
        PyObject *shape = PyTuple_GetItem(shapes, k);
        part *it = (part *)PyBytes_AsString(plan) + k;
        *it = (part){PyTuple_Check(shape) ? PyTuple_Size(shape) : 0, {1, 1}, start};
        if (it->dimensions < 1 || it->dimensions > 2
            || !PyArg_ParseTuple(shape, it->dimensions == 1 ? "n" : "nn", &it->shape[0], &it->shape[1]))
            Py_CLEAR(plan);
        else
            start += it->shape[0] * it->shape[1];
    }
    for (size_t k = 0; plan && k < FUNCTION_COUNT; k++)
        if (strcmp(FUNCTIONS[k].name, name) == 0 && (Py_ssize_t)elements(&FUNCTIONS[k]) == start
            && FUNCTIONS[k].dimensions == 1 && (!last || (rows = repeated(&FUNCTIONS[k], last))))
            found = new_method(&parts_methods[k], &FUNCTIONS[k], slow, rows, type, plan);
    Py_XDECREF(plan);
    Py_XDECREF(rows);
    if (!found && !PyErr_Occurred())
        PyErr_Format(PyExc_KeyError, "no function %s with a result of these parts", name);
    return found;
}

#endif
