/* A candidate taken out of one polynomial. */
#pragma once

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "candidate_table.hpp"

namespace simplify {

/* Whether they have the same terms, in whatever order. */
inline bool same(const Polynomial &a, const Polynomial &b)
{
    return a.size() == b.size() && std::all_of(a.begin(), a.end(), [&](const ScaledMonomial &term) {
               const auto other = find(b, term.monomial);
               return other != b.end() && other->coefficient == term.coefficient;
           });
}

/* `polynomial` with `factor` times `index` for every occurrence of the candidate. */
inline Polynomial taken(Algebra &algebra, const Polynomial &polynomial, const Candidate &candidate, int index, int factor)
{
    Monomials &monomials = algebra.monomials;
    const auto [left, k] = candidate.left;
    const auto [right, h] = candidate.right;
    const bool single = candidate.single();
    Polynomial result = polynomial;
    std::vector<int> ones;
    for (const ScaledMonomial &term : polynomial)
        ones.push_back(term.monomial);
    std::sort(ones.begin(), ones.end(), [&](int a, int b) { return monomials.less(a, b); });
    for (int one : ones)
        for (;;) {
            const auto found = find(result, one);
            if (found == result.end())
                break;
            const int shared = monomials.quotient(one, left);
            if (shared == Monomials::NONE)
                break;
            const int coefficient = algebra.numbers.over(found->coefficient, k);
            if (single) {
                if (k != ONE && std::abs(coefficient) != ONE)
                    break;
                result.erase(found);
            } else {
                const int two = monomials.product(shared, right);
                if (two == one)
                    break;
                const int expected = algebra.numbers.times(coefficient, h);
                const auto other = find(result, two);
                if (other == result.end() || other->coefficient != expected)
                    break;
                result.erase(found);
                result.erase(find(result, two));
            }
            one = monomials.with(shared, index);
            algebra.add(result, one, algebra.numbers.times(coefficient, factor));
        }
    return result;
}

} // namespace simplify
