// The external wrench of a generated package, callable from Python. PACKAGE is its namespace: packages of two arms that
// are loaded by one process must not share names.
#include "external_wrench.hpp"

using PACKAGE::ExternalWrench;

// Write wrench, band, unexplained torque and the number of directions that are shown; return the names of the others.
extern "C" const char * external_wrench(
  const char * link, const double * q, const double * torque, const double * band, double * out)
{
  static std::string hidden;
  ExternalWrench made(PACKAGE::frame_of(link, "link", false));
  made.compute(q, torque, band);
  for (const double value : made.wrench()) {
    *out++ = value;
  }
  for (const double value : made.band()) {
    *out++ = value;
  }
  for (const double value : made.unexplained()) {
    *out++ = value;
  }
  *out = static_cast<double>(made.shown());
  hidden = made.hidden();
  return hidden.c_str();
}
