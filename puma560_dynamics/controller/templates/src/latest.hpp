// Pass the latest value of one writer to one reader; neither waits for the other, and nothing is allocated.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace @package@
{

template<typename T>
class Latest
{
  static_assert(std::is_trivially_copyable<T>::value, "copied word by word");

public:
  void write(const T & value)
  {
    std::array<std::uint64_t, WORDS> words{};
    std::memcpy(words.data(), &value, sizeof(T));
    const std::uint64_t turn = turn_.load(std::memory_order_relaxed);
    turn_.store(turn + 1, std::memory_order_relaxed);  // odd: being written
    std::atomic_thread_fence(std::memory_order_release);
    for (std::size_t i = 0; i < WORDS; ++i) {
      words_[i].store(words[i], std::memory_order_relaxed);
    }
    turn_.store(turn + 2, std::memory_order_release);
  }

  // Read a value that is newer than the one at `turn`; return false if none exists or one is being written.
  bool read(T & value, std::uint64_t & turn) const
  {
    const std::uint64_t before = turn_.load(std::memory_order_acquire);
    if (before == turn || before % 2 != 0) {
      return false;
    }
    std::array<std::uint64_t, WORDS> words{};
    for (std::size_t i = 0; i < WORDS; ++i) {
      words[i] = words_[i].load(std::memory_order_relaxed);
    }
    std::atomic_thread_fence(std::memory_order_acquire);
    if (turn_.load(std::memory_order_relaxed) != before) {
      return false;
    }
    std::memcpy(&value, words.data(), sizeof(T));
    turn = before;
    return true;
  }

private:
  static constexpr std::size_t WORDS = (sizeof(T) + 7) / 8;
  std::array<std::atomic<std::uint64_t>, WORDS> words_{};
  std::atomic<std::uint64_t> turn_{0};
};

}  // namespace @package@
