// Make the arm of a controller from a robot description.
#include "arm.hpp"

#include <algorithm>
#include <cstdio>

namespace @package@
{

Arm arm_of(const arm_description::DescribedArm & found)
{
  Arm arm;
  arm.name = found.name;
  char digest[20];
  std::snprintf(digest, sizeof digest, "%016llx", static_cast<unsigned long long>(found.digest));
  arm.digest = digest;
  arm.joints = found.joints;
  arm.links = found.links;
  arm.followers = found.followers;
  arm.base_link = found.base;
  arm.tip = found.tip;
  arm.last_link = found.places.front().link;
  arm.frames = found.places;
  Frame tip = *std::find_if(
    found.places.begin(), found.places.end(), [&found](const Frame & each) {return each.link == found.tip;});
  tip.link = "";
  arm.frames.insert(arm.frames.begin(), tip);
  for (std::size_t k = 0; k < 3; ++k) {
    arm.base[4 * k] = 1.0;
    arm.gravity[k] = arm.functions.gravity_vector[k] = arm.usual.gravity_vector[k] = found.gravity[k];
  }
  arm_description::set_limits(found, arm.usual);
  return arm;
}

}  // namespace @package@
