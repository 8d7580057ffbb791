/* Polynomials, their arithmetic and their cost, as in `program/system.py`.
 *
 * Terms are in the order in which they were added, as in a Python dict: the result is handed back in this order. */
#pragma once

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "monomials.hpp"
#include "numbers.hpp"

namespace simplify {

struct ScaledMonomial {
    int monomial;
    int coefficient;
};

using Polynomial = std::vector<ScaledMonomial>;

inline Polynomial::iterator find(Polynomial &polynomial, int monomial)
{
    return std::find_if(
        polynomial.begin(), polynomial.end(), [=](const ScaledMonomial &term) { return term.monomial == monomial; });
}

inline Polynomial::const_iterator find(const Polynomial &polynomial, int monomial)
{
    return std::find_if(
        polynomial.begin(), polynomial.end(), [=](const ScaledMonomial &term) { return term.monomial == monomial; });
}

struct Algebra {
    explicit Algebra(PyObject *table) : numbers(table), one(monomials.of(nullptr, 0)) {}

    Numbers numbers;
    Monomials monomials;
    int one; /* the monomial without a factor */

    /* Calculations of one definition, as emitted programs are counted: a term of f factors takes f - 1 products, each
     * term but the first an addition, each size of coefficient other than 1 a product (equal sizes are multiplied
     * together). A constant is only added; signs cost nothing. */
    int cost(const Polynomial &polynomial)
    {
        if (polynomial.empty())
            return 0;
        int factors = 0, constants = 0;
        sizes_.clear();
        for (const auto &[monomial, coefficient] : polynomial) {
            factors += monomials.size(monomial);
            const int size = std::abs(coefficient);
            if (monomial == one)
                constants = 1; /* it is only added */
            else if (size != ONE && std::find(sizes_.begin(), sizes_.end(), size) == sizes_.end())
                sizes_.push_back(size);
        }
        return factors - 1 + constants + static_cast<int>(sizes_.size());
    }

    void add(Polynomial &target, int monomial, int coefficient)
    {
        const auto before = find(target, monomial);
        if (before == target.end()) {
            target.push_back({monomial, coefficient});
            return;
        }
        before->coefficient = numbers.plus(before->coefficient, coefficient);
        if (!before->coefficient)
            target.erase(before);
    }

    Polynomial times(const Polynomial &a, const Polynomial &b)
    {
        Polynomial result;
        for (const auto &[m, k] : a)
            for (const auto &[n, h] : b)
                add(result, monomials.product(m, n), numbers.times(k, h));
        return result;
    }

    /* `polynomial` with `by` for the factor `index`. */
    Polynomial substituted(const Polynomial &polynomial, int index, const Polynomial &by)
    {
        Polynomial result;
        for (const auto &[monomial, coefficient] : polynomial) {
            const int count = monomials[monomial].count(index);
            if (!count) {
                add(result, monomial, coefficient);
                continue;
            }
            Polynomial rest{{monomials.without(monomial, index), coefficient}};
            for (int i = 0; i < count; i++)
                rest = times(rest, by);
            for (const auto &[m, k] : rest)
                add(result, m, k);
        }
        return result;
    }

    /* Every factor in it once, in ascending order. */
    Factors factors(const Polynomial &polynomial) const
    {
        Factors found;
        for (const ScaledMonomial &term : polynomial) {
            const View view = monomials[term.monomial];
            found.insert(found.end(), view.begin(), view.end());
        }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    }

private:
    std::vector<int> sizes_;
};

} // namespace simplify
