/* Candidates: what could be named and used in place of itself, each with a number.
 *
 * A candidate is a polynomial of one or two terms:
 *   a·b        the product of two factors;
 *   k·a        the multiple of a factor;
 *   m + r·n    a sum of two monomials without a common factor, up to a coefficient;
 *   k·m + h·n  the same with its coefficients, k > 0.
 * It occurs in a polynomial wherever it, times some monomial and coefficient, is part of it. */
#pragma once

#include <vector>

#include "polynomial.hpp"

namespace simplify {

/* One term or two; `right` is NONE where there is no second. */
struct Candidate {
    ScaledMonomial left, right;

    bool single() const { return right.monomial == Monomials::NONE; }
};

class CandidateTable {
public:
    /* The number of a candidate of one term; its cost, the calculations of the candidate itself, is kept with it. */
    int number(const ScaledMonomial &left, int cost) { return number(left, {Monomials::NONE, 0}, cost); }

    int number(const ScaledMonomial &left, const ScaledMonomial &right, int cost)
    {
        const int a = half(left), b = half(right);
        int &known = numbers_.at(pair_key(a, b));
        if (known == Table::NONE) {
            known = static_cast<int>(costs_.size());
            candidates_.push_back({left, right});
            costs_.push_back(cost);
        }
        return known;
    }

    const Candidate &operator[](int number) const { return candidates_[static_cast<std::size_t>(number)]; }

    int cost(int number) const { return costs_[static_cast<std::size_t>(number)]; }

    std::size_t size() const { return costs_.size(); }

private:
    int half(const ScaledMonomial &scaled)
    {
        int &known = halves_.at(pair_key(scaled.monomial, scaled.coefficient));
        if (known == Table::NONE)
            known = halves_used_++;
        return known;
    }

    std::vector<Candidate> candidates_;
    std::vector<int> costs_;
    Table numbers_, halves_;
    int halves_used_ = 0;
};

} // namespace simplify
