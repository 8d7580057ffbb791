// The arm of the robot description in the file DESCRIPTION, in the place of a compiled model.
#include "compiled_arm.hpp"

#include <fstream>
#include <iterator>

feedforward_controller::Arm PACKAGE::compiled_arm()
{
  std::ifstream file(DESCRIPTION);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  return feedforward_controller::arm_of(arm_description::described_arm(arm_description::read_robot(text), {}));
}
