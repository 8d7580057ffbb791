// Tests of the compiled model against torques that Python computed.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "compiled_arm.hpp"
#include "golden.hpp"

namespace arm = @package@::arm;

TEST(Model, PassesItsSelftest)
{
  EXPECT_TRUE(@package@::compiled_arm().selftest());
}

TEST(Model, GivesEveryGoldenTorque)
{
  const auto functions = @package@::compiled_arm().model();
  const double most = *std::max_element(arm::MAXIMUM_TORQUE.begin(), arm::MAXIMUM_TORQUE.end());
  for (const auto & state : @package@::golden::STATES) {
    arm::Numbers torque{};
    functions.gravity(state.q.data(), torque.data());
    for (std::size_t j = 0; j < arm::JOINTS; ++j) {
      EXPECT_NEAR(torque[j], state.gravity[j], 1e-9 * most);
    }
  }
}

TEST(Model, HasOneLimitAndOneLinkForEachJoint)
{
  const auto found = @package@::compiled_arm();
  EXPECT_EQ(found.n(), arm::JOINTS);
  EXPECT_EQ(found.links.size(), arm::JOINTS);
  for (std::size_t j = 0; j < arm::JOINTS; ++j) {
    EXPECT_GT(found.usual.motor_torque[j], 0.0);
  }
}
