// The times of states that carry none, callable from Python.
#include "built_in.hpp"
#include "state_times.hpp"

#include "arm.hpp"

using feedforward_controller::StateTimes;

extern "C" StateTimes * state_times_create(double cycle, double latest)
{
  return new StateTimes(built_in()->n(), {}, cycle, latest);
}
extern "C" void state_times_destroy(StateTimes * times) {delete times;}

extern "C" int state_times_newer(StateTimes * times, double clock, const double * q, const double * qd)
{
  return times->newer(clock, q, qd) ? 1 : 0;
}

extern "C" void state_times_woke(StateTimes * times, double clock) {times->woke(clock);}

extern "C" double state_times_stamp(const StateTimes * times) {return times->stamp();}
