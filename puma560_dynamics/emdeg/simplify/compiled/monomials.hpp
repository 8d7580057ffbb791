/* Monomials: products of factors (atoms and definitions, as integers) in ascending order, each with a number.
 *
 * Equal monomials have the same number, so that polynomials are compared and looked up by integers. */
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "table.hpp"

namespace simplify {

using Factors = std::vector<int>;

/* Factors of one monomial, for as long as no other is made. */
struct View {
    const int *first;
    int size;

    const int *begin() const { return first; }
    const int *end() const { return first + size; }
    int count(int factor) const { return static_cast<int>(std::count(begin(), end(), factor)); }
    bool has(int factor) const { return std::find(begin(), end(), factor) != end(); }
    bool repeats() const { return std::adjacent_find(begin(), end()) != end(); }
};

class Monomials {
public:
    Monomials() : heads_(1 << 10, NONE) {}

    View operator[](int number) const
    {
        const Entry &entry = entries_[static_cast<std::size_t>(number)];
        return {factors_.data() + entry.first, entry.size};
    }

    int size(int number) const { return entries_[static_cast<std::size_t>(number)].size; }

    /* The number of the monomial with these factors, in ascending order. */
    int of(const int *factors, int size)
    {
        const std::uint64_t hash = hashed(factors, size);
        for (int i = heads_[hash & (heads_.size() - 1)]; i != NONE; i = entries_[static_cast<std::size_t>(i)].next) {
            const View view = (*this)[i];
            if (view.size == size && std::equal(factors, factors + size, view.first))
                return i;
        }
        if (entries_.size() >= heads_.size())
            grow();
        const int number = static_cast<int>(entries_.size());
        int &head = heads_[hash & (heads_.size() - 1)];
        entries_.push_back({factors_.size(), size, head});
        head = number;
        factors_.insert(factors_.end(), factors, factors + size); /* never of itself: callers copy first */
        return number;
    }

    int of(const Factors &factors) { return of(factors.data(), static_cast<int>(factors.size())); }

    int product(int a, int b)
    {
        const View one = (*this)[a], two = (*this)[b];
        scratch_.resize(static_cast<std::size_t>(one.size + two.size));
        std::merge(one.begin(), one.end(), two.begin(), two.end(), scratch_.begin());
        return of(scratch_);
    }

    /* `monomial` without the factors of `divisor`; NONE if it lacks one. */
    int quotient(int monomial, int divisor)
    {
        const View whole = (*this)[monomial], part = (*this)[divisor];
        if (!std::includes(whole.begin(), whole.end(), part.begin(), part.end()))
            return NONE;
        scratch_.clear();
        std::set_difference(whole.begin(), whole.end(), part.begin(), part.end(), std::back_inserter(scratch_));
        return of(scratch_);
    }

    /* `monomial` without any of a factor. */
    int without(int monomial, int factor)
    {
        const View view = (*this)[monomial];
        scratch_.clear();
        std::remove_copy(view.begin(), view.end(), std::back_inserter(scratch_), factor);
        return of(scratch_);
    }

    /* `monomial` times one more factor. */
    int with(int monomial, int factor)
    {
        const View view = (*this)[monomial];
        scratch_.assign(view.begin(), view.end());
        scratch_.insert(std::upper_bound(scratch_.begin(), scratch_.end(), factor), factor);
        return of(scratch_);
    }

    /* Lexicographic order: factor by factor, and the shorter first. */
    bool less(int a, int b) const
    {
        const View one = (*this)[a], two = (*this)[b];
        return std::lexicographical_compare(one.begin(), one.end(), two.begin(), two.end());
    }

    static constexpr int NONE = -1;

private:
    struct Entry {
        std::size_t first;
        int size;
        int next;
    };

    static std::uint64_t hashed(const int *factors, int size)
    {
        std::uint64_t hash = static_cast<std::uint64_t>(size);
        for (int i = 0; i < size; i++)
            hash = mixed(hash ^ static_cast<std::uint32_t>(factors[i]));
        return hash;
    }

    void grow()
    {
        heads_.assign(2 * heads_.size(), NONE);
        for (std::size_t i = 0; i < entries_.size(); i++) {
            const View view = (*this)[static_cast<int>(i)];
            int &head = heads_[hashed(view.first, view.size) & (heads_.size() - 1)];
            entries_[i].next = head;
            head = static_cast<int>(i);
        }
    }

    std::vector<Entry> entries_;
    std::vector<int> heads_;
    Factors factors_, scratch_;
};

} // namespace simplify
