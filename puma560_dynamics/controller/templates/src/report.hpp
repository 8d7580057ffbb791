// What the controller shows: diagnostics, terms and the request for brakes, from what update() leaves behind.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "diagnostic_msgs/msg/diagnostic_array.hpp"
#include "latest.hpp"
#include "rclcpp_lifecycle/lifecycle_node.hpp"
#include "shown.hpp"
#include "std_msgs/msg/bool.hpp"
#include "torque_topics.hpp"

namespace @package@
{

// How long update() takes, counted by 0.25 us; written by update(), read by anybody.
class Durations
{
public:
  void add(double seconds);
  void clear();
  // Seconds that a share of all calls did not exceed; 0 before the first.
  double share(double part) const;
  double largest() const {return largest_.load(std::memory_order_relaxed);}
  std::uint64_t count() const;

private:
  static constexpr double WIDTH = 0.25e-6;
  std::array<std::atomic<std::uint32_t>, 4096> counts_{};
  std::atomic<double> largest_{0.0};
};

class Report
{
public:
  // Topics are below the name of the controller.
  Report(rclcpp_lifecycle::LifecycleNode & node, const std::vector<std::string> & joints, double rate);

  // Called by update(): never waits.
  void leave(const Shown & shown) {shown_.write(shown);}
  bool terms_wanted() const {return topics_.terms_wanted();}
  Durations & durations() {return durations_;}
  void begin(bool active);

  // Of the thread of the node: a load was accepted. It is published once update() has it in use, that of the
  // configuration at once.
  void payload_accepted(const torque_core_payload & load, bool in_use);

  // The values of the last one; of the thread of the node.
  const Shown & shown() const {return last_;}

private:
  void tick();
  void publish_status();

  rclcpp_lifecycle::LifecycleNode & node_;
  Latest<Shown> shown_;
  Durations durations_;
  std::uint64_t turn_ = 0, ticks_ = 0, tick_a_status_ = 1, published_ = 0;
  std::int32_t published_state_ = -1, published_fault_ = -2;
  int published_brake_ = -1;
  std::atomic<bool> active_{false};
  std::vector<std::string> joints_;
  Shown last_{};
  Writing::Figures published_writing_{};
  torque_core_payload payload_{}, accepted_payload_{};
  rclcpp::Publisher<diagnostic_msgs::msg::DiagnosticArray>::SharedPtr diagnostics_;
  TorqueTopics topics_;
  rclcpp::Publisher<std_msgs::msg::Bool>::SharedPtr brake_;
  rclcpp::TimerBase::SharedPtr timer_;
};

}  // namespace @package@
