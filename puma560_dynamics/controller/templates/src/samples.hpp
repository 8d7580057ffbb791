// Pass samples of one writer to one reader in their order; neither waits for the other, and nothing is allocated. No ROS.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

namespace @package@
{

template<typename T, std::size_t SIZE>
class Samples
{
public:
  // Called by the writer: add a sample; a sample is lost, and counted, if the buffer is full.
  void push(const T & sample)
  {
    const std::size_t end = end_.load(std::memory_order_relaxed);
    if (end - begin_.load(std::memory_order_acquire) == SIZE) {
      lost_.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    samples_[end % SIZE] = sample;
    end_.store(end + 1, std::memory_order_release);
  }

  std::size_t lost() const {return lost_.load(std::memory_order_relaxed);}

  // Called by the reader: take the oldest sample; return whether there was one.
  bool pop(T & sample)
  {
    const std::size_t begin = begin_.load(std::memory_order_relaxed);
    if (begin == end_.load(std::memory_order_acquire)) {
      return false;
    }
    sample = samples_[begin % SIZE];
    begin_.store(begin + 1, std::memory_order_release);
    return true;
  }

private:
  std::array<T, SIZE> samples_{};
  std::atomic<std::size_t> begin_{0}, end_{0}, lost_{0};
};

}  // namespace @package@
