/* The search for fewer calculations as a Python module of one function, `improve`, which `simplify/search.py` calls. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <exception>
#include <new>
#include <stdexcept>
#include <utility>

#include "search.hpp"

namespace {

using namespace simplify;

/* A reference that is given back. */
class Owned {
public:
    explicit Owned(PyObject *object) : object_(object)
    {
        if (!object)
            throw Raised();
    }
    Owned(const Owned &) = delete;
    Owned &operator=(const Owned &) = delete;
    ~Owned() { Py_XDECREF(object_); }
    PyObject *get() const { return object_; }
    PyObject *release() { return std::exchange(object_, nullptr); }

private:
    PyObject *object_;
};

int integer(PyObject *object)
{
    const long value = PyLong_AsLong(object);
    if (value == -1 && PyErr_Occurred())
        throw Raised();
    return static_cast<int>(value);
}

/* Of an atom or a definition. */
int index_of(PyObject *object)
{
    const int value = integer(object);
    if (value < 0)
        throw std::out_of_range("the number of an atom or definition is negative");
    return value;
}

/* Calls `use` with each item of a sequence or an iterable. */
template <typename Use> void each(PyObject *items, Use use)
{
    const Owned iterator(PyObject_GetIter(items));
    while (PyObject *item = PyIter_Next(iterator.get())) {
        const Owned owned(item);
        use(item);
    }
    if (PyErr_Occurred())
        throw Raised();
}

Factors indices(PyObject *items)
{
    Factors found;
    each(items, [&](PyObject *item) { found.push_back(index_of(item)); });
    return found;
}

Polynomial polynomial_of(Algebra &algebra, PyObject *terms)
{
    Polynomial made;
    PyObject *monomial, *coefficient;
    for (Py_ssize_t at = 0; PyDict_Next(terms, &at, &monomial, &coefficient);)
        made.push_back({algebra.monomials.of(indices(monomial)), integer(coefficient)});
    return made;
}

PyObject *as_dict(const Algebra &algebra, const Polynomial &polynomial)
{
    Owned made(PyDict_New());
    for (const auto &[monomial, coefficient] : polynomial) {
        const View view = algebra.monomials[monomial];
        const Owned key(PyTuple_New(view.size));
        for (int i = 0; i < view.size; i++)
            PyTuple_SetItem(key.get(), i, Owned(PyLong_FromLong(view.first[i])).release());
        const Owned value(PyLong_FromLong(coefficient));
        if (PyDict_SetItem(made.get(), key.get(), value.get()))
            throw Raised();
    }
    return made.release();
}

PyObject *as_dict(const Algebra &algebra, const Snapshot &snapshot)
{
    Owned made(PyDict_New());
    for (const auto &[index, polynomial] : snapshot.definitions) {
        const Owned key(PyLong_FromLong(index)), value(as_dict(algebra, polynomial));
        if (PyDict_SetItem(made.get(), key.get(), value.get()))
            throw Raised();
    }
    return made.release();
}

Random random_of(PyObject *rng)
{
    return {
        [=](int limit) { return integer(Owned(PyObject_CallMethod(rng, "randrange", "i", limit)).get()); },
        [=] { return PyFloat_AsDouble(Owned(PyObject_CallMethod(rng, "random", nullptr)).get()); },
    };
}

PyObject *improved(PyObject *definitions, PyObject *wanted, int names, int atoms, PyObject *free, PyObject *circles,
                   PyObject *table, PyObject *rng, int rounds, PyObject *stop, int outputs, double heat, PyObject *look)
{
    Algebra algebra(table);
    std::vector<Free> atoms_free;
    each(free, [&](PyObject *item) {
        PyObject *form;
        int atom, sign;
        if (!PyArg_ParseTuple(item, "O!ii", &PyDict_Type, &form, &atom, &sign))
            throw Raised();
        atoms_free.push_back({polynomial_of(algebra, form), atom, sign});
    });
    std::vector<std::pair<int, int>> pairs;
    each(circles, [&](PyObject *item) {
        int cosine, sine;
        if (!PyArg_ParseTuple(item, "ii", &cosine, &sine))
            throw Raised();
        pairs.push_back({cosine, sine});
    });
    const Factors of_outputs = indices(wanted);
    const Random random = random_of(rng);
    Factoring factoring(algebra, names, {of_outputs.begin(), of_outputs.end()}, atoms_free, random.below);
    PyObject *index, *polynomial;
    for (Py_ssize_t at = 0; PyDict_Next(definitions, &at, &index, &polynomial);)
        factoring.replace(index_of(index), polynomial_of(algebra, polynomial));
    factoring.commit();
    Search search(factoring, atoms, pairs, random, outputs);
    const Stop stopped = [=](int done, int cost) {
        if (PyErr_CheckSignals())
            throw Raised();
        const int ends = PyObject_IsTrue(Owned(PyObject_CallFunction(stop, "ii", done, cost)).get());
        if (ends < 0)
            throw Raised();
        return ends == 1;
    };
    const Look checked = [&] {
        factoring.check();
        const Owned now(as_dict(algebra, search.snapshot()));
        Owned(PyObject_CallFunction(look, "Oi", now.get(), factoring.total));
    };
    const Snapshot best = search.improve(rounds, heat, stopped, look == Py_None ? Look() : checked);
    const Owned found(as_dict(algebra, best));
    return Py_BuildValue("Oi", found.get(), best.names);
}

PyObject *improve(PyObject *, PyObject *arguments)
{
    PyObject *definitions, *wanted, *free, *circles, *table, *rng, *stop, *look = Py_None;
    int names, atoms, rounds, outputs;
    double heat;
    if (!PyArg_ParseTuple(arguments, "O!OiiOOOOiOpd|O", &PyDict_Type, &definitions, &wanted, &names, &atoms, &free,
                          &circles, &table, &rng, &rounds, &stop, &outputs, &heat, &look))
        return nullptr;
    try {
        return improved(definitions, wanted, names, atoms, free, circles, table, rng, rounds, stop, outputs, heat,
                        look);
    } catch (const Raised &) {
        return nullptr;
    } catch (const std::bad_alloc &) {
        return PyErr_NoMemory();
    } catch (const std::exception &error) { /* none may leave C++: the interpreter would end */
        PyErr_SetString(PyExc_ValueError, error.what());
        return nullptr;
    }
}

PyMethodDef methods[] = {
    {"improve", improve, METH_VARARGS,
     "improve(definitions, wanted, names, atoms, free, circles, numbers, rng, rounds, stop, outputs, heat, look=None)\n--\n\n"
     "Return the cheapest definitions found, and how many names there were then.\n\n"
     "look(definitions, cost) is called after every step, once what is kept up to date was compared with what the\n"
     "definitions give anew."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef module = {PyModuleDef_HEAD_INIT, "_search", nullptr, -1, methods, nullptr, nullptr, nullptr, nullptr};

} // namespace

PyMODINIT_FUNC PyInit__search()
{
    PyObject *made = PyModule_Create(&module);
    if (made && PyModule_AddIntConstant(made, "SOURCES", SOURCES)) /* checksum of these files: setup.py */
        Py_CLEAR(made);
    return made;
}
