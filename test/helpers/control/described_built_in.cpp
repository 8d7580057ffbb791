// The arm of the robot description in the file DESCRIPTION, in the place of a compiled model.
#include <fstream>
#include <iterator>

#include "arm.hpp"

const PACKAGE::Arm * PACKAGE::built_in()
{
  static const Arm found = []() {
      std::ifstream file(DESCRIPTION);
      return arm_of(std::string(std::istreambuf_iterator<char>(file), {}), {}, true);
    }();
  return &found;
}
