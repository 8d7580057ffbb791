// Histogram of the computing time of update().
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace @package@
{

// In steps of 0.25 us; written by update(), read by any thread.
class Durations
{
public:
  void add(double seconds)
  {
    const double place = seconds / WIDTH;
    const auto last = counts_.size() - 1;
    const auto bin = place < static_cast<double>(last) ? static_cast<std::size_t>(std::max(place, 0.0)) : last;
    counts_[bin].fetch_add(1, std::memory_order_relaxed);
    if (seconds > largest_.load(std::memory_order_relaxed)) {
      largest_.store(seconds, std::memory_order_relaxed);
    }
  }

  void clear()
  {
    for (auto & count : counts_) {
      count.store(0, std::memory_order_relaxed);
    }
    largest_.store(0.0, std::memory_order_relaxed);
  }

  std::uint64_t count() const
  {
    std::uint64_t sum = 0;
    for (const auto & count : counts_) {
      sum += count.load(std::memory_order_relaxed);
    }
    return sum;
  }

  // Return the time, s, that the fraction `part` of all calls did not exceed; 0 before the first call.
  double share(double part) const
  {
    const double wanted = part * static_cast<double>(count());
    double sum = 0.0;
    for (std::size_t bin = 0; bin < counts_.size(); ++bin) {
      sum += counts_[bin].load(std::memory_order_relaxed);
      if (sum > 0.0 && sum >= wanted) {
        return WIDTH * static_cast<double>(bin + 1);
      }
    }
    return 0.0;
  }

  // Return the longest time, s.
  double largest() const {return largest_.load(std::memory_order_relaxed);}

private:
  static constexpr double WIDTH = 0.25e-6;
  std::array<std::atomic<std::uint32_t>, 4096> counts_{};
  std::atomic<double> largest_{0.0};
};

}  // namespace @package@
