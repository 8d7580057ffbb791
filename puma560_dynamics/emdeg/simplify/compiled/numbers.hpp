/* Exact coefficients as small integers, ± the index of a positive number in a table.
 *
 * The table and its arithmetic of fractions are Python's (`algebra/coefficients.py`), which is asked once for each pair. */
#pragma once

#include <Python.h>

#include <cstdlib>
#include <unordered_map>
#include <utility>

#include "table.hpp"

namespace simplify {

/* A Python exception is set: back to the interpreter. */
struct Raised {};

constexpr int ONE = 1;

class Numbers {
public:
    explicit Numbers(PyObject *table) : table_(table) {}

    int times(int a, int b)
    {
        if (a == ONE || b == ONE)
            return a * b;
        int i = std::abs(a), j = std::abs(b);
        if (i > j)
            std::swap(i, j);
        const int size = known(products_, "times", i, j);
        return (a > 0) == (b > 0) ? size : -size;
    }

    int over(int a, int b)
    {
        if (b == ONE)
            return a;
        const int size = known(quotients_, "over", std::abs(a), std::abs(b));
        return (a > 0) == (b > 0) ? size : -size;
    }

    int plus(int a, int b)
    {
        if (a == -b)
            return 0;
        if (a > b)
            std::swap(a, b);
        const auto [found, added] = sums_.try_emplace(pair_key(a, b), 0); /* a sum may be negative */
        if (added)
            found->second = asked("plus", a, b);
        return found->second;
    }

private:
    int known(Table &results, const char *method, int a, int b)
    {
        int &result = results.at(pair_key(a, b));
        if (result == Table::NONE)
            result = asked(method, a, b);
        return result;
    }

    int asked(const char *method, int a, int b)
    {
        PyObject *result = PyObject_CallMethod(table_, method, "ii", a, b);
        const long value = result ? PyLong_AsLong(result) : -1;
        Py_XDECREF(result);
        if (PyErr_Occurred())
            throw Raised();
        return static_cast<int>(value);
    }

    PyObject *table_; /* borrowed */
    Table products_, quotients_;
    std::unordered_map<std::uint64_t, int> sums_;
};

} // namespace simplify
