// The external wrench of the controller, callable from Python.
#include "built_in.hpp"
#include "external_wrench.hpp"

#include "frames.hpp"

using feedforward_controller::ExternalWrench;

// Write wrench, band, unexplained torque and the number of directions that are shown; return the names of the others.
extern "C" const char * external_wrench(
  const char * link, const double * q, const double * torque, const double * band, double * out)
{
  static std::string hidden;
  const auto & arm = *built_in();
  ExternalWrench made(arm.model(), feedforward_controller::frame_of(arm, link, "link", false));
  made.compute(q, torque, band);
  for (const double value : made.wrench()) {
    *out++ = value;
  }
  for (const double value : made.band()) {
    *out++ = value;
  }
  for (std::size_t j = 0; j < arm.n(); ++j) {
    *out++ = made.unexplained()[j];
  }
  *out = static_cast<double>(made.shown());
  hidden = made.hidden();
  return hidden.c_str();
}
