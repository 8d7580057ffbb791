// Values that update() stores for the report.
#pragma once

#include <cstdint>

#include "arm.hpp"
#include "writing.hpp"

namespace @package@
{

struct Shown
{
  torque_core_status_t status;
  std::uint32_t terms;
  bool sent, formed;  // in this cycle: a torque was sent, the terms of this state were computed
  std::uint64_t refused_references;
  torque_core_payload payload;  // in use
  Writing::Figures writing;
  std::int64_t stamp;  // ns
  double torque[arm::JOINTS], q[arm::JOINTS], qd[arm::JOINTS], qdd[arm::JOINTS];
  double external[arm::JOINTS], threshold[arm::JOINTS], band[arm::JOINTS];  // N m, of external torque; 0: not estimated
  double each[TORQUE_CORE_TERMS * arm::JOINTS];
};

}  // namespace @package@
