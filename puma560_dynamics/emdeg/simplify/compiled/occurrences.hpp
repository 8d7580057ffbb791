/* Candidates that occur in one polynomial, and what taking each of them out of it saves.
 *
 * To take out m + r·n turns two terms s·m and r·s·n into the one term s·t, t the candidate's name. The products of both
 * terms become those of s with t, one addition goes, and so does the product with a coefficient that no other term has.
 * What single terms and pairs of terms offer is kept: a change of a polynomial changes few of its terms. */
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <utility>
#include <vector>

#include "candidate_table.hpp"
#include "definitions.hpp"

namespace simplify {

class Occurrences {
public:
    explicit Occurrences(Algebra &algebra) : algebra_(algebra) {}

    CandidateTable candidates;

    /* Candidates in one polynomial, and what taking each out of it saves, its definition not counted. Where places of one
     * candidate overlap (1 + x in 1 + x + x²), all are counted; `Factoring::take_out` sees what is really saved. */
    Savings of(const Polynomial &polynomial)
    {
        Monomials &monomials = algebra_.monomials;
        sorted_.assign(polynomial.begin(), polynomial.end());
        std::sort(sorted_.begin(), sorted_.end(), [&](const ScaledMonomial &a, const ScaledMonomial &b) {
            return monomials.less(a.monomial, b.monomial);
        });
        found_.clear();
        numbers_.clear();
        bool plain = true;
        for (const ScaledMonomial &scaled : sorted_) {
            const int number = term(scaled);
            numbers_.push_back(number);
            const Term &it = terms_[static_cast<std::size_t>(number)];
            for (const auto &[product, count] : it.products)
                count_in(product, count);
            plain = plain && it.size == ONE;
        }
        if (plain)
            count_pairs();
        else
            count_scaled();
        Savings result;
        result.reserve(found_.size());
        for (const int number : found_) {
            result.push_back({number, savings_[static_cast<std::size_t>(number)]});
            savings_[static_cast<std::size_t>(number)] = UNSEEN;
        }
        return result;
    }

private:
    static constexpr int UNSEEN = INT32_MIN;
    static constexpr int NONE = -1;

    /* A term of polynomials and what it offers alone. */
    struct Term {
        int monomial, coefficient, size;
        int multiplied;      /* the size where it costs a multiplication, else 0 */
        int multiplications; /* of its factors with each other */
        std::vector<std::pair<int, int>> products; /* of two factors, and how often each fits */
        std::vector<int> multiples;                /* of a factor */
    };

    /* Of two terms: the numbers of their kernel with its coefficients and up to one (or NONE), what both save wherever
     * they are, and whether the kernel begins with the second term. */
    struct Pair {
        int whole, scaled, fewer;
        bool turned;
    };

    void count_in(int number, int saved)
    {
        if (static_cast<std::size_t>(number) >= savings_.size())
            savings_.resize(2 * static_cast<std::size_t>(number) + 64, UNSEEN);
        int &total = savings_[static_cast<std::size_t>(number)];
        if (total == UNSEEN) {
            total = 0;
            found_.push_back(number);
        }
        total += saved;
    }

    void count_pairs()
    {
        for (std::size_t i = 0; i < numbers_.size(); i++)
            for (std::size_t j = i + 1; j < numbers_.size(); j++) {
                const Pair it = pair(numbers_[i], numbers_[j]);
                count_in(it.whole, it.fewer);
            }
    }

    /* Count multiples and pairs where some coefficients are not 1. */
    void count_scaled()
    {
        const std::size_t n = numbers_.size();
        known_.resize(n);
        for (std::size_t i = 0; i < n; i++) {
            const Term &it = terms_[static_cast<std::size_t>(numbers_[i])];
            known_[i] = {it.size, it.multiplied, 0, 0, 0};
            uses(it.size) = 0;
        }
        for (const Known &it : known_)
            if (it.multiplied)
                uses(it.multiplied)++;
        for (std::size_t i = 0; i < n; i++) {
            Known &it = known_[i];
            const int count = it.multiplied ? uses(it.multiplied) : 0;
            /* Coefficients that need no multiplication when a term goes, or it and its twin; and a constant, which needs
             * none, but will when a kernel takes its coefficient. */
            it.freed = count == 1;
            it.twin = count == 2 ? it.multiplied : 0;
            it.lone = sorted_[i].monomial == algebra_.one && it.size != ONE && !uses(it.size);
        }
        for (std::size_t i = 0; i < n; i++) {
            const Known one = known_[i];
            if (one.freed)
                for (const int number : terms_[static_cast<std::size_t>(numbers_[i])].multiples)
                    count_in(number, 1);
            for (std::size_t j = i + 1; j < n; j++) {
                const Known two = known_[j];
                const Pair it = pair(numbers_[i], numbers_[j]);
                count_in(it.whole, it.fewer + one.freed + two.freed + (one.twin && one.twin == two.twin));
                if (it.scaled != NONE) { /* the name takes the first term's coefficient */
                    const int other = one.size == two.size ? 0 : it.turned ? one.freed : two.freed;
                    count_in(it.scaled, it.fewer + other - (it.turned ? two.lone : one.lone));
                }
            }
        }
    }

    int &uses(int size)
    {
        if (static_cast<std::size_t>(size) >= uses_.size())
            uses_.resize(2 * static_cast<std::size_t>(size) + 1);
        return uses_[static_cast<std::size_t>(size)];
    }

    int term(const ScaledMonomial &scaled)
    {
        int &known = term_numbers_.at(pair_key(scaled.monomial, scaled.coefficient));
        if (known != NONE)
            return known;
        const int number = known = static_cast<int>(terms_.size());
        Term made{scaled.monomial, scaled.coefficient, std::abs(scaled.coefficient), 0, 0, {}, {}};
        const View view = algebra_.monomials[scaled.monomial];
        const Factors factors(view.begin(), view.end());
        made.multiplied = !factors.empty() && made.size != ONE ? made.size : 0;
        made.multiplications = factors.empty() ? 0 : static_cast<int>(factors.size()) - 1;
        products(factors, made.products);
        for (std::size_t i = 0; made.size != ONE && i < factors.size(); i++)
            if (!i || factors[i] != factors[i - 1])
                made.multiples.push_back(candidates.number({algebra_.monomials.of(&factors[i], 1), made.size}, 1));
        terms_.push_back(std::move(made));
        return number;
    }

    /* Products of two factors, and how many of each fit into a monomial side by side. */
    void products(const Factors &factors, std::vector<std::pair<int, int>> &result)
    {
        std::vector<std::pair<int, int>> powers;
        for (const int factor : factors)
            if (!powers.empty() && powers.back().first == factor)
                powers.back().second++;
            else
                powers.push_back({factor, 1});
        for (std::size_t i = 0; i < powers.size(); i++) {
            const auto [a, p] = powers[i];
            if (p > 1)
                result.push_back({product(a, a), p / 2});
            for (std::size_t j = i + 1; j < powers.size(); j++)
                result.push_back({product(a, powers[j].first), std::min(p, powers[j].second)});
        }
    }

    int product(int a, int b)
    {
        const int both[] = {a, b};
        return candidates.number({algebra_.monomials.of(both, 2), ONE}, 1);
    }

    /* The sum of two terms up to their common factor: with its coefficients, and up to a coefficient as well. */
    Pair pair(int first, int second)
    {
        int &known = pair_numbers_.at(pair_key(first, second));
        if (known != NONE)
            return pairs_[static_cast<std::size_t>(known)];
        known = static_cast<int>(pairs_.size());
        const Term &one = terms_[static_cast<std::size_t>(first)], &two = terms_[static_cast<std::size_t>(second)];
        int left = one.monomial, right = two.monomial, k = one.coefficient, h = two.coefficient;
        int fewer = 1 + one.multiplications + two.multiplications, cost = fewer;
        bool turned = false;
        if (const int shared = divide_by_common(left, right)) {
            /* The products of both terms become those of the common factors with the kernel's name; an addition goes. */
            fewer -= shared;
            cost = 1 + std::max(algebra_.monomials.size(left) - 1, 0) + std::max(algebra_.monomials.size(right) - 1, 0);
            if (algebra_.monomials.less(right, left)) {
                turned = true;
                std::swap(left, right);
                std::swap(k, h);
            }
        }
        const int size = std::abs(k);
        const bool h_costs = right != algebra_.one;
        const bool k_costs = size != ONE && left != algebra_.one && !(h_costs && std::abs(h) == size);
        const int both = cost + k_costs + (h_costs && std::abs(h) != ONE);
        Pair made{candidates.number({left, size}, {right, k > 0 ? h : -h}, both), NONE, fewer, turned};
        if (size != ONE) {
            const int ratio = algebra_.numbers.over(h, k);
            made.scaled = candidates.number({left, ONE}, {right, ratio}, cost + (h_costs && std::abs(ratio) != ONE));
        }
        pairs_.push_back(made);
        return made;
    }

    /* Both without their greatest common divisor; returns how many factors that has. */
    int divide_by_common(int &left, int &right)
    {
        const View a = algebra_.monomials[left], b = algebra_.monomials[right];
        Factors one, two;
        std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(one));
        const int shared = a.size - static_cast<int>(one.size());
        if (shared) {
            std::set_difference(b.begin(), b.end(), a.begin(), a.end(), std::back_inserter(two));
            left = algebra_.monomials.of(one);
            right = algebra_.monomials.of(two);
        }
        return shared;
    }

    struct Known {
        int size, multiplied, freed, twin, lone;
    };

    Algebra &algebra_;
    std::vector<Term> terms_;
    std::vector<Pair> pairs_;
    Table term_numbers_, pair_numbers_;
    /* Of the polynomial that is looked at. */
    Polynomial sorted_;
    std::vector<int> numbers_, found_, savings_, uses_;
    std::vector<Known> known_;
};

} // namespace simplify
