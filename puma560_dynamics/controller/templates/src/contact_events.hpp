// Find contacts in the estimated external torque, sample by sample, with onset, size, band and confidence; the same as
// control/observer/contact_events.py, which explains the equations. For the node's thread: it allocates. No ROS.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "arm.hpp"
#include "constants.hpp"

namespace @package@
{

// What update() stores of one joint state.
struct ContactSample
{
  double time;  // s
  double torque[MOST_JOINTS], threshold[MOST_JOINTS], band[MOST_JOINTS];  // N m (N)
  bool standing;  // whether the whole arm stands
};

// Time in which something touched the arm.
struct Contact
{
  double start, end;  // s; the end is NaN while the contact lasts
  std::vector<std::size_t> joints;  // that show it, the clearest first
  std::array<double, MOST_JOINTS> torque, band;  // N m, NaN where a joint does not show it
  bool standing;
  double confidence;  // probability that an error with the band of the clearest joint is smaller than its torque
};

class ContactEvents
{
public:
  ContactEvents(std::size_t joints, double bandwidth)
  : n_(joints), bandwidth_(bandwidth) {}

  // Forget all samples, as after a gap; return whether this ends a contact.
  bool restart(Contact & ended)
  {
    const bool ends = any();
    if (ends) {
      ended = contact(true);
    }
    known_ = false;
    above_.fill(false);
    forget();
    return ends;
  }

  // Return whether a contact lasts.
  bool present(Contact & found) const
  {
    if (any()) {
      found = contact(false);
    }
    return any();
  }

  // Add a sample; return whether it ends a contact.
  bool update(const ContactSample & sample, Contact & ended)
  {
    std::array<bool, MOST_JOINTS> above{};
    bool touched = any(), near = false;
    for (std::size_t j = 0; j < n_; ++j) {
      above[j] = std::abs(sample.torque[j]) > sample.threshold[j];
      touched = touched || above[j];
      near = near || std::abs(sample.torque[j]) >= RELEASE * sample.threshold[j];
    }
    if (touched) {
      add(sample);
    } else if (!rows_.empty()) {
      forget();
    }
    for (std::size_t j = 0; j < n_; ++j) {
      shown_[j] = shown_[j] || (above[j] && above_[j]);
      before_[j] = sample.torque[j];
    }
    above_ = above;
    time_ = sample.time;
    known_ = true;
    if (!any() || near) {
      below_since_ = NONE;
      return false;
    }
    if (std::isnan(below_since_)) {
      below_since_ = sample.time;
    } else if (sample.time - below_since_ >= HOLD) {
      ended = contact(true);
      forget();
      return true;
    }
    return false;
  }

private:
  static constexpr double NONE = std::numeric_limits<double>::quiet_NaN();
  static constexpr double RELEASE = torque_core_::contact_events::RELEASE, HOLD = torque_core_::contact_events::HOLD;
  static constexpr double TOP = torque_core_::contact_events::TOP, PEAK = torque_core_::contact_events::PEAK;
  static constexpr double FALLEN = torque_core_::contact_events::FALLEN;
  static constexpr double LONGEST = torque_core_::contact_events::LONGEST;
  static constexpr double WIDTHS = torque_core_::torque_uncertainty::WIDTHS;
  static constexpr std::size_t MOST_ROWS = torque_core_::contact_events::MOST_ROWS;

  struct Row
  {
    double time;
    std::array<double, MOST_JOINTS> torque, given, band;  // given: integral of the input of the low-pass
  };

  bool any() const {return std::any_of(shown_.begin(), shown_.end(), [](bool each) {return each;});}

  void forget()
  {
    rows_.clear();
    shown_.fill(false);
    below_since_ = NONE;
    standing_ = true;
  }

  void add(const ContactSample & sample)
  {
    Row row{};
    row.time = sample.time;
    const double step = sample.time - time_;
    for (std::size_t j = 0; j < n_; ++j) {
      row.torque[j] = sample.torque[j];
      row.band[j] = sample.band[j];
      if (known_) {
        const double given = before_[j] + (sample.torque[j] - before_[j]) / -std::expm1(-bandwidth_ * step);
        row.given[j] = given * step + (rows_.empty() ? 0.0 : rows_.back().given[j]);
      }
    }
    standing_ = standing_ && sample.standing;
    rows_.push_back(row);
    if (rows_.size() > MOST_ROWS) {
      for (std::size_t k = 1; 2 * k < rows_.size(); ++k) {
        rows_[k] = rows_[2 * k];
      }
      rows_.resize((rows_.size() + 1) / 2);
    }
  }

  Contact contact(bool ended) const
  {
    Contact found{};
    found.torque.fill(NONE);
    found.band.fill(NONE);
    std::array<double, MOST_JOINTS> clear{};
    for (std::size_t j = 0; j < n_; ++j) {
      if (shown_[j]) {
        size(j, found.torque[j], found.band[j]);
        clear[j] = std::abs(found.torque[j]) / found.band[j];
        clear[j] = std::isnan(clear[j]) ? 0.0 : clear[j];
        found.joints.push_back(j);
      }
    }
    std::stable_sort(
      found.joints.begin(), found.joints.end(), [&clear](std::size_t a, std::size_t b) {return clear[a] > clear[b];});
    const std::size_t main = found.joints.front();
    const double whole = found.torque[main];
    found.start = rows_.front().time - delay(1.0 - rows_.front().torque[main] / whole);
    found.end = NONE;
    if (ended) {
      double most = -std::numeric_limits<double>::infinity();
      for (const auto & row : rows_) {
        most = std::max(most, row.torque[main] / whole);
      }
      std::size_t last = rows_.size() - 1;  // of a push that changed its sign
      for (std::size_t k = 0; k < rows_.size(); ++k) {
        last = rows_[k].torque[main] / whole >= FALLEN * most ? k : last;
      }
      const double missing = std::exp(-bandwidth_ * (rows_[last].time - found.start));  // of a short contact
      found.end = std::max(found.start, rows_[last].time - delay(rows_[last].torque[main] / whole + missing));
    }
    found.standing = standing_;
    found.confidence = std::erf(WIDTHS * std::abs(whole) / found.band[main] / std::sqrt(2.0));
    return found;
  }

  // Compute the external torque at a joint, and the half width of its band.
  void size(std::size_t j, double & torque, double & band) const
  {
    std::size_t largest = 0, last = 0, first = rows_.size(), before = 0;
    for (std::size_t k = 1; k < rows_.size(); ++k) {
      largest = std::abs(rows_[k].torque[j]) > std::abs(rows_[largest].torque[j]) ? k : largest;
    }
    const double sign = std::copysign(1.0, rows_[largest].torque[j]), most = sign * rows_[largest].torque[j];
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      last = sign * rows_[k].torque[j] >= PEAK * most ? k : last;
      first = sign * rows_[k].torque[j] >= TOP * most ? std::min(first, k) : first;
    }
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      before = rows_[k].time <= rows_[last].time - 1.0 / bandwidth_ ? k : before;
    }
    first = std::min(first, before);
    band = 0.0;
    for (std::size_t k = first; k <= last; ++k) {
      band = std::max(band, rows_[k].band[j]);
    }
    torque = first >= last ? rows_[largest].torque[j] :
      (rows_[last].given[j] - rows_[first].given[j]) / (rows_[last].time - rows_[first].time);
  }

  // Return the time in which a step decays to a rest, at most LONGEST time constants.
  double delay(double rest) const
  {
    return rest >= 1.0 ? 0.0 : (rest > 0.0 ? std::min(-std::log(rest), LONGEST) : LONGEST) / bandwidth_;
  }

  std::size_t n_;
  double bandwidth_, time_ = 0.0, below_since_ = NONE;
  bool known_ = false, standing_ = true;
  std::array<bool, MOST_JOINTS> above_{}, shown_{};
  std::array<double, MOST_JOINTS> before_{};
  std::vector<Row> rows_{};
};

}  // namespace @package@
