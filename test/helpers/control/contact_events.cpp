// Contacts of the controller, callable from Python.
#include "built_in.hpp"
#include "arm.hpp"
#include "contact_events.hpp"

using feedforward_controller::Contact;
using feedforward_controller::ContactEvents;
using feedforward_controller::ContactSample;

namespace
{

// Write start, end, confidence, standing, number of joints, joints, torques and bands.
int written(bool found, const Contact & contact, double * out)
{
  if (found) {
    *out++ = contact.start;
    *out++ = contact.end;
    *out++ = contact.confidence;
    *out++ = contact.standing ? 1.0 : 0.0;
    *out++ = static_cast<double>(contact.joints.size());
    for (const std::size_t j : contact.joints) {
      *out++ = static_cast<double>(j);
      *out++ = contact.torque[j];
      *out++ = contact.band[j];
    }
  }
  return found ? 1 : 0;
}

}  // namespace

extern "C" ContactEvents * events_create(std::size_t joints, double bandwidth) {return new ContactEvents(joints, bandwidth);}
extern "C" void events_destroy(ContactEvents * events) {delete events;}

extern "C" int events_update(
  ContactEvents * events, double time, const double * torque, const double * threshold, const double * band, int standing,
  double * out)
{
  ContactSample sample{};
  sample.time = time;
  sample.standing = standing != 0;
  for (std::size_t j = 0; j < built_in()->n(); ++j) {
    sample.torque[j] = torque[j];
    sample.threshold[j] = threshold[j];
    sample.band[j] = band[j];
  }
  Contact contact{};
  const bool found = events->update(sample, contact);
  return written(found, contact, out);
}

extern "C" int events_restart(ContactEvents * events, double * out)
{
  Contact contact{};
  const bool found = events->restart(contact);
  return written(found, contact, out);
}

extern "C" int events_present(const ContactEvents * events, double * out)
{
  Contact contact{};
  const bool found = events->present(contact);
  return written(found, contact, out);
}
