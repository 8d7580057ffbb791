// A load in the frames of links, callable from Python.
#include "built_in.hpp"
#include "frames.hpp"

// The load in the frame of a link, in that of the model, and back in that of the last link; 0 where there is no such link.
extern "C" int placed(
  const char * link, const torque_core_payload * given, torque_core_payload * model, torque_core_payload * last)
{
  try {
    const auto & frame = feedforward_controller::frame_of(*built_in(), link, "link", true);
    *model = feedforward_controller::moved(*given, frame.turn, frame.origin);
    *last = feedforward_controller::of_last_link(*built_in(), *model);
  } catch (const std::invalid_argument &) {
    return 0;
  }
  return 1;
}
