/* Local search: change a few definitions at random, factor again, keep what is not worse (simulated annealing).
 *
 * Greedy factoring ends where no single step saves anything. A random change, factored again with other choices among
 * equals, leads to another such end. It is kept if it costs no more. If it costs `worse` more, it is kept with probability
 * exp(-worse / temperature), and taken back otherwise; the temperature falls from `heat` to 0 over the rounds. The result is
 * the cheapest form on the way. It depends only on the system and the random numbers. */
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "factoring.hpp"

namespace simplify {

/* Random numbers. */
struct Random {
    Draw below;                     /* an integer from 0 up to below its argument */
    std::function<double()> number; /* from 0 up to below 1 */
};

using Stop = std::function<bool(int, int)>; /* whether to end, given rounds done and the lowest cost */
using Look = std::function<void()>;         /* called after every step; may be empty */

/* The definitions of a system, in their order, and how many names there were. */
struct Snapshot {
    std::vector<std::pair<int, Polynomial>> definitions;
    int names;
};

class Search {
public:
    Search(Factoring &factoring, int atoms, std::vector<std::pair<int, int>> circles, Random random, bool outputs)
        : factoring_(factoring), algebra_(factoring.algebra), atoms_(atoms), circles_(std::move(circles)),
          random_(std::move(random)), outputs_(outputs)
    {
    }

    /* Return the cheapest form that is found. `look` is called once after the first factoring, and three times a round: after
     * the change, after factoring, and after the result is kept or taken back. */
    Snapshot improve(int rounds, double heat, const Stop &stop, const Look &look)
    {
        const auto looked = [&] {
            if (look)
                look();
        };
        factoring_.settle();
        factoring_.commit();
        looked();
        Snapshot best = snapshot();
        int lowest = factoring_.total;
        for (int done = 0; done < rounds; done++) {
            if (done % 64 == 0 && stop(done, lowest))
                break;
            const int before = factoring_.total;
            disturb();
            looked();
            factoring_.settle();
            looked();
            const int worse = factoring_.total - before;
            const double left = 1 - static_cast<double>(done) / rounds;
            if (worse > 0 && random_.number() >= std::exp(-worse / (heat * left + 1e-9))) {
                factoring_.undo();
                looked();
                continue;
            }
            factoring_.commit();
            looked();
            if (factoring_.total < lowest) {
                best = snapshot();
                lowest = factoring_.total;
            }
        }
        return best;
    }

    Snapshot snapshot()
    {
        Snapshot made{{}, factoring_.names};
        for (const int index : factoring_.definitions.in_order())
            made.definitions.push_back({index, factoring_.form(index)});
        return made;
    }

private:
    template <typename Item> const Item &any_of(const std::vector<Item> &items)
    {
        return items[static_cast<std::size_t>(random_.below(static_cast<int>(items.size())))];
    }

    /* Make one random change. Every change is an identity: the values of all outputs stay. */
    void disturb()
    {
        std::vector<int> inner;
        for (const int index : factoring_.definitions.in_order())
            if (!factoring_.wanted.count(index))
                inner.push_back(index);
        const double choice = random_.number();
        if (choice < 0.75 && !inner.empty()) {
            if (outputs_)
                for (const int index : factoring_.wanted)
                    if (factoring_.used(index))
                        inner.push_back(index);
            const int first = any_of(inner);
            int count = 1;
            count += random_.number() < 0.5;
            count += random_.number() < 0.3;
            write_out(first, count);
        } else if (choice < 0.85 && !inner.empty())
            rescale(any_of(inner));
        else if (choice < 0.92)
            use_multiple();
        else
            round_the_circle();
    }

    /* Write out a definition wherever it is used, then some of those near it. An output stays defined, without users. */
    void write_out(int index, int count)
    {
        while (count--) {
            const Definition *definition = factoring_.definitions.get(index);
            if (!definition || (factoring_.wanted.count(index) && !outputs_))
                return;
            std::set<int> near(definition->factors.begin(), definition->factors.end());
            for (const int user : factoring_.users(index)) {
                const Factors &factors = factoring_.definitions.get(user)->factors;
                near.insert(factors.begin(), factors.end());
            }
            near.erase(index);
            std::vector<int> known, choices;
            for (const int factor : near)
                if (factor >= atoms_ && factoring_.definitions.get(factor))
                    known.push_back(factor);
            factoring_.write_out(index);
            for (const int factor : known)
                if (factoring_.definitions.get(factor))
                    choices.push_back(factor);
            if (choices.empty())
                return;
            index = any_of(choices);
        }
    }

    /* Divide a definition by a coefficient, and multiply by it where the definition is used. */
    void rescale(int index)
    {
        Numbers &numbers = algebra_.numbers;
        Polynomial form = factoring_.form(index);
        const std::vector<int> users = factoring_.users(index);
        std::set<int> found;
        for (const ScaledMonomial &term : form)
            found.insert(std::abs(term.coefficient));
        for (const int user : users) /* or the users' coefficient moves into the definition */
            for (const auto &[monomial, k] : factoring_.form(user))
                if (algebra_.monomials[monomial].has(index))
                    found.insert(numbers.over(ONE, std::abs(k)));
        found.erase(ONE);
        if (found.empty())
            return;
        const int scale = any_of(std::vector<int>(found.begin(), found.end()));
        for (ScaledMonomial &term : form)
            term.coefficient = numbers.over(term.coefficient, scale);
        factoring_.replace(index, std::move(form));
        for (const int user : users) {
            Polynomial scaled = factoring_.form(user);
            for (auto &[monomial, k] : scaled)
                for (int i = algebra_.monomials[monomial].count(index); i > 0; i--)
                    k = numbers.times(k, scale);
            factoring_.replace(user, std::move(scaled));
        }
    }

    /* Name a multiple u = k·a of a factor, and write u/k in place of a in some of the places where it is used. */
    void use_multiple()
    {
        std::vector<int> indices = factoring_.definitions.in_order();
        std::sort(indices.begin(), indices.end());
        std::vector<std::pair<int, int>> terms;
        for (const int index : indices)
            for (const auto &[monomial, k] : factoring_.form(index))
                if (std::abs(k) != ONE)
                    for (const int factor : algebra_.monomials[monomial])
                        terms.push_back({std::abs(k), factor});
        if (terms.empty())
            return;
        const auto [scale, factor] = any_of(terms);
        const std::vector<int> users = factoring_.users(factor);
        const int multiple = factoring_.fresh();
        factoring_.replace(multiple, {{algebra_.monomials.of(&factor, 1), scale}});
        const int inverse = algebra_.numbers.over(ONE, scale);
        const Polynomial by{{algebra_.monomials.of(&multiple, 1), inverse}};
        for (const int user : users)
            if (random_.number() < 0.7)
                factoring_.replace(user, algebra_.substituted(factoring_.form(user), factor, by));
    }

    struct Square {
        int index, monomial, one, other;
    };

    /* Replace a square in one definition by 1 minus the other square of c² + s² = 1. */
    void round_the_circle()
    {
        std::vector<Square> squares;
        for (const int index : factoring_.definitions.in_order())
            for (const ScaledMonomial &term : factoring_.form(index)) {
                const View view = algebra_.monomials[term.monomial];
                if (view.repeats())
                    for (const auto &[cosine, sine] : circles_) {
                        if (view.count(cosine) > 1)
                            squares.push_back({index, term.monomial, cosine, sine});
                        if (view.count(sine) > 1)
                            squares.push_back({index, term.monomial, sine, cosine});
                    }
            }
        if (squares.empty())
            return;
        const Square square = any_of(squares);
        Polynomial form = factoring_.form(square.index);
        const auto term = find(form, square.monomial);
        const int coefficient = term->coefficient;
        form.erase(term);
        const int both[] = {square.one, square.one};
        const int rest = algebra_.monomials.quotient(square.monomial, algebra_.monomials.of(both, 2));
        const int other = algebra_.monomials.with(algebra_.monomials.with(rest, square.other), square.other);
        algebra_.add(form, rest, coefficient);
        algebra_.add(form, other, -coefficient);
        factoring_.replace(square.index, std::move(form));
    }

    Factoring &factoring_;
    Algebra &algebra_;
    const int atoms_;
    const std::vector<std::pair<int, int>> circles_;
    const Random random_;
    const bool outputs_;
};

} // namespace simplify
