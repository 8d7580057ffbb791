/* Candidates of a whole system: where each occurs and what it saves in all, kept up to date definition by definition.
 *
 * A candidate is hot if it may save something: best() looks at hot candidates only. A candidate becomes hot when a change of
 * a definition makes its saving larger than its cost. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "definitions.hpp"
#include "occurrences.hpp"

namespace simplify {

class Candidates {
public:
    explicit Candidates(Algebra &algebra) : algebra_(algebra), occurrences_(algebra) {}

    bool changed = false; /* whether a saving changed since nothing was left to take out */

    Known survey(Polynomial polynomial)
    {
        Savings savings = occurrences_.of(polynomial);
        const int cost = algebra_.cost(polynomial);
        Factors factors = algebra_.factors(polynomial);
        const std::size_t count = occurrences_.candidates.size();
        saved_.resize(count);
        mark_.resize(count, ABSENT);
        hot_now_.resize(count);
        places_.resize(count);
        return std::make_shared<const Definition>(
            Definition{std::move(polynomial), std::move(savings), cost, std::move(factors)});
    }

    /* Correct savings and places: the definition `index` was `before` and is now `after`; null where there is none. */
    void refresh(int index, const Definition *before, const Definition *after)
    {
        static const Savings none;
        const Savings &was = before ? before->savings : none, &is = after ? after->savings : none;
        if (before == after)
            return;
        for (const auto &[number, saved] : was)
            mark_[at(number)] = saved;
        for (const auto &[number, saved] : is) {
            const int mark = mark_[at(number)];
            mark_[at(number)] = ABSENT;
            if (mark == saved)
                continue;
            if (mark == ABSENT)
                places_[at(number)].push_back(index);
            changed = true;
            const int total = saved_[at(number)] += saved - (mark == ABSENT ? 0 : mark);
            if (total > occurrences_.candidates.cost(number))
                heat(number);
        }
        for (const auto &[number, saved] : was)
            if (mark_[at(number)] != ABSENT) {
                mark_[at(number)] = ABSENT;
                saved_[at(number)] -= saved;
                std::vector<int> &places = places_[at(number)];
                *std::find(places.begin(), places.end(), index) = places.back();
                places.pop_back();
            }
    }

    const Candidate &candidate(int number) const { return occurrences_.candidates[number]; }

    /* Definitions with a candidate, in their order. */
    std::vector<int> places(int number) const
    {
        std::vector<int> found = places_[at(number)];
        std::sort(found.begin(), found.end());
        return found;
    }

    /* The candidates that save most, in lexicographic order; empty if none saves anything. */
    const std::vector<int> &best()
    {
        int most = 1;
        best_.clear();
        std::size_t kept = 0;
        for (const int number : hot_) {
            const int saving = saved_[at(number)] - occurrences_.candidates.cost(number);
            if (saving <= 0) {
                hot_now_[at(number)] = 0;
                continue;
            }
            hot_[kept++] = number;
            if (saving > most) {
                most = saving;
                best_.clear();
            }
            if (saving == most)
                best_.push_back(number);
        }
        hot_.resize(kept);
        changed = !best_.empty();
        std::sort(best_.begin(), best_.end(), [this](int a, int b) { return less(candidate(a), candidate(b)); });
        return best_;
    }

    /* Do not look at a candidate again until its saving changes: taking it out was tried and saves nothing. */
    void discard(int number)
    {
        if (hot_now_[at(number)]) {
            hot_now_[at(number)] = 0;
            hot_.erase(std::find(hot_.begin(), hot_.end(), number));
        }
    }

    /* Forget what is hot: the definitions are as they were when nothing was left to take out. */
    void forget_changes()
    {
        for (const int number : hot_)
            hot_now_[at(number)] = 0;
        hot_.clear();
        changed = false;
    }

    /* Whether the candidates that occur, their places and what they save are those of `other`, however numbered. */
    bool agree_with(Candidates &other) const
    {
        for (std::size_t i = 0; i < places_.size(); i++) {
            if (places_[i].empty())
                continue;
            const int number = static_cast<int>(i);
            const Candidate &it = candidate(number);
            const int there = other.occurrences_.candidates.number(it.left, it.right, 0);
            if (at(there) >= other.places_.size() || places(number) != other.places(there) ||
                saved_[i] != other.saved_[at(there)])
                return false;
        }
        return present() == other.present();
    }

private:
    static constexpr int ABSENT = INT32_MIN;

    static std::size_t at(int number) { return static_cast<std::size_t>(number); }

    /* How many candidates occur. */
    std::ptrdiff_t present() const
    {
        return std::count_if(places_.begin(), places_.end(), [](const std::vector<int> &it) { return !it.empty(); });
    }

    void heat(int number)
    {
        if (!hot_now_[at(number)]) {
            hot_now_[at(number)] = 1;
            hot_.push_back(number);
        }
    }

    /* Lexicographic order: so that draws among equals do not depend on how candidates are numbered. */
    bool less(const Candidate &a, const Candidate &b) const
    {
        if (a.left.monomial != b.left.monomial)
            return algebra_.monomials.less(a.left.monomial, b.left.monomial);
        if (a.left.coefficient != b.left.coefficient)
            return a.left.coefficient < b.left.coefficient;
        if (a.single() || b.single())
            return a.single() && !b.single();
        if (a.right.monomial != b.right.monomial)
            return algebra_.monomials.less(a.right.monomial, b.right.monomial);
        return a.right.coefficient < b.right.coefficient;
    }

    Algebra &algebra_;
    Occurrences occurrences_;
    std::vector<int> saved_, mark_, hot_, best_;
    std::vector<char> hot_now_;
    std::vector<std::vector<int>> places_;
};

} // namespace simplify
