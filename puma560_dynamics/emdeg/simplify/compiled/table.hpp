/* A hash table from 64 bits to an integer, by open addressing. With std::unordered_map a whole search takes 1.6 times as
 * long. */
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace simplify {

inline std::uint64_t mixed(std::uint64_t key)
{
    key ^= key >> 32;
    key *= UINT64_C(0x9e3779b97f4a7c15);
    key ^= key >> 29;
    key *= UINT64_C(0xbf58476d1ce4e5b9);
    return key ^ (key >> 32);
}

inline std::uint64_t pair_key(int a, int b)
{
    return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(a)) << 32) | static_cast<std::uint32_t>(b);
}

class Table {
public:
    static constexpr int NONE = -1; /* of a new key; values are never negative */

    Table() : slots_(64) {}

    /* Where the value of a key is kept, until the next call; NONE if the key is new. */
    int &at(std::uint64_t key)
    {
        if (2 * (used_ + 1) > slots_.size())
            grow();
        std::size_t i = place(key);
        if (!slots_[i].used) {
            slots_[i] = {key, NONE, true};
            used_++;
        }
        return slots_[i].value;
    }

private:
    struct Slot {
        std::uint64_t key = 0;
        int value = NONE;
        bool used = false;
    };

    std::size_t place(std::uint64_t key) const
    {
        const std::size_t mask = slots_.size() - 1;
        std::size_t i = mixed(key) & mask;
        while (slots_[i].used && slots_[i].key != key)
            i = (i + 1) & mask;
        return i;
    }

    void grow()
    {
        std::vector<Slot> before(2 * slots_.size());
        before.swap(slots_);
        for (const Slot &slot : before)
            if (slot.used)
                slots_[place(slot.key)] = slot;
    }

    std::vector<Slot> slots_;
    std::size_t used_ = 0;
};

} // namespace simplify
