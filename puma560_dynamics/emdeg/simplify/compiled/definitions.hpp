/* The definitions of a system, each with what is known of it. */
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "polynomial.hpp"

namespace simplify {

struct Saving {
    int number; /* of a candidate */
    int saved;
};

using Savings = std::vector<Saving>;

/* A definition, and what is known of it. */
struct Definition {
    Polynomial polynomial;
    Savings savings;
    int cost;
    Factors factors;
};

using Known = std::shared_ptr<const Definition>; /* none: there is no such definition */

/* Definitions in the order in which they were made, as in a Python dict: a new one comes last, a changed one stays. */
class Definitions {
public:
    const Definition *get(int index) const
    {
        return static_cast<std::size_t>(index) < known_.size() ? known_[static_cast<std::size_t>(index)].get() : nullptr;
    }

    Known keep(int index) const { return get(index) ? known_[static_cast<std::size_t>(index)] : nullptr; }

    void set(int index, Known definition)
    {
        const std::size_t i = static_cast<std::size_t>(index);
        if (i >= known_.size()) {
            known_.resize(i + 1);
            turn_.resize(i + 1);
        }
        if (definition && !known_[i]) {
            turn_[i] = ++turns_;
            order_.push_back({index, turns_});
        }
        known_[i] = std::move(definition);
    }

    const std::vector<int> &in_order()
    {
        std::size_t kept = 0;
        listed_.clear();
        for (const auto &[index, turn] : order_)
            if (get(index) && turn_[static_cast<std::size_t>(index)] == turn) {
                order_[kept++] = {index, turn};
                listed_.push_back(index);
            }
        order_.resize(kept);
        return listed_;
    }

private:
    std::vector<Known> known_;
    std::vector<long> turn_; /* when it was defined */
    std::vector<std::pair<int, long>> order_;
    std::vector<int> listed_;
    long turns_ = 0;
};

} // namespace simplify
