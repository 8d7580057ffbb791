// Test that update(), on_activate() and on_deactivate() use no heap: count calls of malloc while they run, including those
// of ros2_control.
#include <cstddef>

#include "fixture.hpp"

namespace
{

thread_local bool counting = false;
thread_local long asked = 0;

}  // namespace

extern "C" {

void * __libc_malloc(std::size_t size);
void * __libc_calloc(std::size_t count, std::size_t size);
void * __libc_realloc(void * place, std::size_t size);
void __libc_free(void * place);

void * malloc(std::size_t size) noexcept
{
  asked += counting ? 1 : 0;
  return __libc_malloc(size);
}

void * calloc(std::size_t count, std::size_t size) noexcept
{
  asked += counting ? 1 : 0;
  return __libc_calloc(count, size);
}

void * realloc(void * place, std::size_t size) noexcept
{
  asked += counting ? 1 : 0;
  return __libc_realloc(place, size);
}

void free(void * place) noexcept
{
  asked += counting && place != nullptr ? 1 : 0;
  __libc_free(place);
}

}  // extern "C"

class HeapTest : public ControllerTest
{
protected:
  // Return the number of heap calls in `cycles` cycles.
  long counted(int cycles)
  {
    asked = 0;
    for (int i = 0; i < cycles; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      time_ += rclcpp::Duration::from_seconds(0.001);
      const auto period = rclcpp::Duration::from_seconds(0.001);
      counting = true;
      controller_.update(time_, period);
      counting = false;
    }
    return asked;
  }
};

TEST_F(HeapTest, TheCountSeesTheHeap)
{
  counting = true;
  auto * place = new std::vector<double>(100);
  counting = false;
  delete place;
  EXPECT_GT(asked, 0);
}

TEST_F(HeapTest, NoneInACycle)
{
  activate({{"publish_rate", 1000.0}}, golden::STATES[0].q, 0.1);
  static_cast<void>(counted(5));
  EXPECT_EQ(counted(500), 0);
}

TEST_F(HeapTest, NoneInAChainAndWithAPayload)
{
  activate({{"mode", "computed_torque"}, {"payload.mass", 0.01}, {"terms.friction", true}}, golden::STATES[0].q, 0.1, true);
  static_cast<void>(counted(5));
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    auto & all = controller_.ordered_exported_reference_interfaces_;
    static_cast<void>(all[j]->set_value(golden::STATES[0].q[j]));
    static_cast<void>(all[arm::JOINTS + j]->set_value(0.0));
  }
  EXPECT_EQ(counted(200), 0);
}

TEST_F(HeapTest, NoneWithPositionsNextToTheTorque)
{
  activate({{"driver", "kuka_fri"}}, golden::STATES[0].q, 0.1, false, with_positions());
  static_cast<void>(counted(5));
  EXPECT_EQ(counted(200), 0);
}

TEST_F(HeapTest, NoneWithCurrentsThatAreSentAndMeasured)
{
  per_torque_.fill(-0.4);
  activate(
    {{"effort_unit", "current"}, {"current_per_torque", std::vector<double>{-0.4}}, {"contact_policy", "stop"}},
    golden::STATES[0].q, 0.1);
  static_cast<void>(counted(5));
  EXPECT_EQ(counted(200), 0);
  EXPECT_NE(command(1), 0.0);
}

// The controller manager calls both in the thread of update().
TEST_F(HeapTest, NoneWhenTorqueBeginsAndEnds)
{
  activate({}, golden::STATES[0].q);
  static_cast<void>(counted(20));
  const rclcpp_lifecycle::State state;
  asked = 0;
  counting = true;
  const auto ended = controller_.on_deactivate(state);
  counting = false;
  EXPECT_EQ(ended, controller_interface::CallbackReturn::SUCCESS);
  EXPECT_EQ(asked, 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));  // longer than a restart within a cycle
  counting = true;
  const auto begun = controller_.on_activate(state);
  counting = false;
  EXPECT_EQ(begun, controller_interface::CallbackReturn::SUCCESS);
  EXPECT_EQ(asked, 0);
  EXPECT_EQ(counted(20), 0);
}

TEST_F(HeapTest, NoneFromAFaultToTheEnd)
{
  activate({{"hold_time", 0.05}, {"fade_out_time", 0.05}}, golden::STATES[0].q);
  static_cast<void>(counted(20));
  static_cast<void>(states_[arm::JOINTS]->set_value(100.0 * arm::VELOCITY[0]));
  EXPECT_EQ(counted(1000), 0);
}
