// The bodies of a robot description and the comparison with the model, callable from Python.
#include "built_in.hpp"
#include <cstring>
#include <string>

#include "description_check.hpp"

using feedforward_controller::RobotBody;
using feedforward_controller::RobotTree;

extern "C" RobotTree * robot_create() {return new RobotTree(built_in()->n());}
extern "C" void robot_destroy(RobotTree * robot) {delete robot;}

// Numbers: turn (9), origin, axis, held, mass, center, inertia (9).
extern "C" void robot_add(RobotTree * robot, std::size_t parent, int joint, int slides, const double * numbers)
{
  RobotBody body{};
  body.parent = parent;
  body.joint = joint;
  body.slides = slides != 0;
  std::memcpy(body.turn.data(), numbers, 9 * sizeof(double));
  std::memcpy(body.origin.data(), numbers + 9, 3 * sizeof(double));
  std::memcpy(body.axis.data(), numbers + 12, 3 * sizeof(double));
  body.held = numbers[15];
  body.mass = numbers[16];
  std::memcpy(body.center.data(), numbers + 17, 3 * sizeof(double));
  std::memcpy(body.inertia.data(), numbers + 20, 9 * sizeof(double));
  robot->bodies.push_back(body);
}

extern "C" void robot_torques(
  RobotTree * robot, const double * q, const double * rates, const double * gravity, double * held, double * driven)
{
  robot->at(q);
  const auto holding = robot->gravity({gravity[0], gravity[1], gravity[2]});
  feedforward_controller::Numbers by{};
  const std::size_t size = built_in()->n() * sizeof(double);
  std::memcpy(by.data(), rates, size);
  const auto driving = robot->inertia(by);
  std::memcpy(held, holding.data(), size);
  std::memcpy(driven, driving.data(), size);
}

extern "C" void robot_difference(
  RobotTree * robot, const double * gravity, const double * gravity_vector, const torque_core_payload * payload,
  const double * tolerance, char * text, std::size_t size)
{
  std::string names[feedforward_controller::MOST_JOINTS];
  for (std::size_t j = 0; j < built_in()->n(); ++j) {
    names[j] = "joint" + std::to_string(j + 1);
  }
  const auto words = feedforward_controller::description_difference(
    *built_in(), *robot, {gravity[0], gravity[1], gravity[2]}, gravity_vector, *payload, tolerance, names);
  std::strncpy(text, words.c_str(), size - 1);
}
