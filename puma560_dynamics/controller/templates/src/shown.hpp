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
  bool estimated;     // since the last report, a state with usable efforts has given an external torque
  std::uint64_t refused_references;
  torque_core_payload payload;  // in use
  Writing::Figures writing;
  std::int64_t stamp;  // ns
  bool followed;      // the reference below led the arm
  double reference_q[MOST_JOINTS], reference_qd[MOST_JOINTS], reference_qdd[MOST_JOINTS];
  double effort[MOST_JOINTS];  // measured, N m; not a number if it is not read
  double torque[MOST_JOINTS], q[MOST_JOINTS], qd[MOST_JOINTS], qdd[MOST_JOINTS];
  double external[MOST_JOINTS], threshold[MOST_JOINTS], band[MOST_JOINTS];  // N m, of external torque; 0: not estimated
  double each[TORQUE_CORE_TERMS * MOST_JOINTS];
};

}  // namespace @package@
