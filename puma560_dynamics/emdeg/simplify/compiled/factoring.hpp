/* A system under change: greedy factoring, and a journal by which changes are taken back.
 *
 * All definitions are factored together, so that a sum found in one is used in another. */
#pragma once

#include <algorithm>
#include <functional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "candidates.hpp"
#include "definitions.hpp"
#include "taken.hpp"

namespace simplify {

/* A polynomial that is ± an atom. */
struct Free {
    Polynomial form;
    int atom, sign;
};

using Draw = std::function<int(int)>; /* a random integer from 0 up to below its argument */

class Factoring {
public:
    Factoring(Algebra &of, int names_so_far, std::set<int> outputs, std::vector<Free> free, Draw below)
        : algebra(of), wanted(std::move(outputs)), draw(std::move(below)), names(names_so_far), free_(std::move(free)),
          candidates_(of)
    {
    }

    Algebra &algebra;
    Definitions definitions;
    const std::set<int> wanted; /* definitions that are outputs */
    const Draw draw;
    int names; /* of atoms and definitions so far */
    int total = 0;

    const Polynomial &form(int index) const { return definitions.get(index)->polynomial; }

    int fresh() { return names++; }

    /* Definitions that use a factor, in ascending order. */
    std::vector<int> users(int factor) const
    {
        return static_cast<std::size_t>(factor) < users_.size() ? users_[static_cast<std::size_t>(factor)]
                                                                : std::vector<int>();
    }

    bool used(int factor) const
    {
        return static_cast<std::size_t>(factor) < users_.size() && !users_[static_cast<std::size_t>(factor)].empty();
    }

    /* Changes ------------------------------------------------------------------------------------------------------ */

    void replace(int index, Polynomial polynomial) { put(index, candidates_.survey(std::move(polynomial))); }

    void forget(int index) { put(index, nullptr); }

    void commit() { journal_.clear(); }

    /* Back to the last commit. */
    void undo()
    {
        const std::vector<Before> journal = std::move(journal_);
        for (const Before &before : journal)
            put(before.index, before.definition);
        journal_.clear();
        candidates_.forget_changes();
    }

    /* Write a definition out wherever it is used. */
    void write_out(int index)
    {
        const Known it = definitions.keep(index);
        for (const int user : users(index))
            replace(user, algebra.substituted(form(user), index, it->polynomial));
        if (!wanted.count(index))
            forget(index);
    }

    /* Compare cost, users and candidates, which are corrected change by change, with those of the definitions anew; raise if
     * they differ. */
    void check()
    {
        Factoring anew(algebra, names, wanted, free_, draw);
        for (const int index : definitions.in_order())
            anew.replace(index, form(index));
        bool right = total == anew.total && candidates_.agree_with(anew.candidates_);
        for (int factor = 0; factor < names; factor++)
            right = right && users(factor) == anew.users(factor);
        if (!right)
            throw std::logic_error("cost, users or candidates are not those of the definitions");
    }

    /* Greed -------------------------------------------------------------------------------------------------------- */

    /* Take out what saves most until nothing saves anything; draw one among equal savings. */
    void settle()
    {
        while (candidates_.changed) {
            for (;;) {
                const std::vector<int> &best = candidates_.best();
                if (best.empty())
                    break;
                take_out(best[static_cast<std::size_t>(draw(static_cast<int>(best.size())))]);
            }
            tidy();
        }
    }

private:
    struct Before {
        int index;
        Known definition;
    };

    struct Existing {
        int index, factor;
    };

    void put(int index, Known definition)
    {
        const Known before = definitions.keep(index);
        if (std::none_of(journal_.begin(), journal_.end(), [=](const Before &it) { return it.index == index; }))
            journal_.push_back({index, before});
        definitions.set(index, definition);
        candidates_.refresh(index, before.get(), definition.get());
        total += (definition ? definition->cost : 0) - (before ? before->cost : 0);
        static const Factors none;
        const Factors &was = before ? before->factors : none, &is = definition ? definition->factors : none;
        if (const int most = std::max(was.empty() ? 0 : was.back(), is.empty() ? 0 : is.back());
            static_cast<std::size_t>(most) >= users_.size())
            users_.resize(static_cast<std::size_t>(most) + 1);
        auto a = was.begin(), b = is.begin();
        while (a != was.end() || b != is.end()) { /* both ascend */
            if (b == is.end() || (a != was.end() && *a < *b)) {
                std::vector<int> &users = users_[static_cast<std::size_t>(*a++)];
                users.erase(std::lower_bound(users.begin(), users.end(), index));
            } else if (a == was.end() || *b < *a) {
                std::vector<int> &users = users_[static_cast<std::size_t>(*b++)];
                users.insert(std::lower_bound(users.begin(), users.end(), index), index);
            } else
                a++, b++;
        }
    }

    /* Name a candidate and use the name everywhere, unless that costs more than it saves. Places that use a candidate use
     * all its factors, so its name depends on none of them. */
    void take_out(int number)
    {
        const Candidate candidate = candidates_.candidate(number);
        Polynomial polynomial{candidate.left};
        if (!candidate.single())
            polynomial.push_back(candidate.right);
        const std::vector<int> places = candidates_.places(number);
        auto [index, factor] = existing(polynomial, places);
        const bool is_new = index == NONE;
        if (is_new)
            index = fresh();
        std::vector<std::pair<int, Polynomial>> forms;
        int saved = 0;
        for (const int place : places)
            if (place != index)
                forms.push_back({place, taken(algebra, form(place), candidate, index, factor)});
        for (const auto &[place, without] : forms)
            saved += definitions.get(place)->cost - algebra.cost(without);
        if (saved <= is_new * algebra.cost(polynomial)) { /* the places overlap: it looked better than it is */
            candidates_.discard(number);
            return;
        }
        if (is_new)
            replace(index, std::move(polynomial));
        for (auto &[place, without] : forms)
            replace(place, std::move(without));
    }

    /* A definition or atom of which `polynomial` is a multiple, and that multiple. */
    Existing existing(const Polynomial &polynomial, const std::vector<int> &places)
    {
        for (const Free &it : free_)
            if (same(it.form, polynomial))
                return {it.atom, it.sign};
        ScaledMonomial lead = polynomial.front();
        for (const ScaledMonomial &term : polynomial)
            if (algebra.monomials.less(term.monomial, lead.monomial))
                lead = term;
        for (const int place : places) {
            const Polynomial &other = form(place);
            if (other.size() != polynomial.size() || std::any_of(other.begin(), other.end(), [&](const ScaledMonomial &it) {
                    return find(polynomial, it.monomial) == polynomial.end();
                }))
                continue;
            const int factor = algebra.numbers.over(lead.coefficient, find(other, lead.monomial)->coefficient);
            if (std::all_of(polynomial.begin(), polynomial.end(), [&](const ScaledMonomial &it) {
                    return algebra.numbers.times(find(other, it.monomial)->coefficient, factor) == it.coefficient;
                }))
                return {place, factor};
        }
        return {NONE, ONE};
    }

    /* Remove definitions that nothing uses, and write out those that are used once, if that costs nothing. */
    void tidy()
    {
        std::set<int> touched;
        for (const auto &[index, definition] : journal_) {
            touched.insert(index);
            if (definition)
                touched.insert(definition->factors.begin(), definition->factors.end());
        }
        std::vector<int> pending(touched.begin(), touched.end());
        while (!pending.empty()) {
            const int index = pending.back();
            pending.pop_back();
            const Known it = definitions.keep(index);
            if (!it || wanted.count(index))
                continue;
            if (!used(index))
                forget(index);
            else if (it->polynomial.empty() || used_once_for_nothing(index, *it))
                write_out(index);
            else
                continue;
            pending.insert(pending.end(), it->factors.begin(), it->factors.end());
        }
    }

    /* Whether only one term uses a definition, and costs no more with the definition written out. */
    bool used_once_for_nothing(int index, const Definition &definition)
    {
        const std::vector<int> &users = users_[static_cast<std::size_t>(index)];
        if (users.size() != 1)
            return false;
        const Definition &user = *definitions.get(users.front());
        int uses = 0;
        for (const ScaledMonomial &term : user.polynomial)
            uses += algebra.monomials[term.monomial].count(index);
        return uses == 1 &&
               algebra.cost(algebra.substituted(user.polynomial, index, definition.polynomial)) <=
                   user.cost + definition.cost;
    }

    static constexpr int NONE = -1;

    const std::vector<Free> free_;
    Candidates candidates_;
    std::vector<std::vector<int>> users_;
    std::vector<Before> journal_;
};

} // namespace simplify
