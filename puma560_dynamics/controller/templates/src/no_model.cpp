// No model is compiled into this package: the arm is that of the robot description.
#include "arm.hpp"

namespace @package@
{

const Arm * built_in() {return nullptr;}

}  // namespace @package@
