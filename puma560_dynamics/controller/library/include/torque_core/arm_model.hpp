// Dynamics of a serial arm, and the settings of its torque gate. The C interface of the gate is torque_core.h; its type
// `torque_core` takes that name, so that the namespace is called torque_core_cpp.
//
//     auto arm = torque_core_cpp::ArmModel::from_urdf(text, {{"joint1", "joint2"}, "base", "tip"});
//     std::array<double, 2> q{}, torque{};
//     arm.gravity(q, torque);
//
// Units: rad, rad/s, rad/s^2, N m, s; m and N for a joint that slides. Arrays have one element per joint, from the base
// outwards.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "torque_core.h"

namespace torque_core_cpp
{

// A description, numbers, settings or an array that cannot be used; the message says what was wrong, what was expected and
// what to do.
class Error : public std::invalid_argument
{
public:
  using std::invalid_argument::invalid_argument;
};

// Numbers in memory of the caller: of a container with data() and size(), such as std::array, std::vector, std::span or an
// Eigen vector, of a C array, or of a pointer and a size. Throws Error for a part of an Eigen matrix with gaps, such as a row
// of a matrix that is stored by columns.
template<typename T>
class View
{
  template<typename C, typename = void>
  struct Strided : std::false_type {};

  template<typename C>
  struct Strided<C, std::void_t<decltype(std::declval<C &>().innerStride()), decltype(std::declval<C &>().outerStride())>>
    : std::true_type {};

  template<typename C>
  static C & without_gaps(C & values)
  {
    if constexpr (Strided<C>::value) {
      const bool row = values.rows() == 1 || values.cols() == 1;
      if (values.size() > 1 && (values.innerStride() != 1 || (!row && values.outerStride() != values.innerSize()))) {
        throw Error(
                "expected numbers that follow each other in memory, got a part of a matrix; copy it into a vector or matrix "
                "of its own");
      }
    }
    return values;
  }

public:
  View(T * data, std::size_t size) : data_(data), size_(size) {}

  template<std::size_t N>
  View(T (& array)[N]) : data_(array), size_(N) {}

  template<
    typename C, typename = std::enable_if_t<
      std::is_convertible_v<decltype(std::declval<C &>().data()), T *> && !std::is_same_v<std::decay_t<C>, View>>>
  View(C && values) : data_(without_gaps(values).data()), size_(static_cast<std::size_t>(values.size())) {}

  T * data() const {return data_;}
  std::size_t size() const {return size_;}

private:
  T * data_;
  std::size_t size_;
};

using Input = View<const double>;
using Output = View<double>;

// The part of a robot description that is the arm. Empty fields are found if there is one possibility.
struct Selection
{
  std::vector<std::string> joints{};  // from the base outwards
  std::string base{}, tip{};          // links
  std::optional<std::array<double, 3>> gravity{};  // m/s^2, in the frame of the base; by default 9.81 along -z of the root
};

// Numbers of an arm, for one that has no robot description.
struct ArmNumbers
{
  std::vector<std::string> names;       // of the joints with motors
  std::vector<torque_core_link> links;  // one per joint and follower
  std::vector<torque_core_follower> followers{};  // joints without motors, whose position follows that of another joint
  torque_core_model model{};            // generated functions, or none; ArmModel sets joints, links and followers
  // motor_torque, lower, upper and velocity of every joint, gravity_vector, and, if known, motor_inertia and friction.
  torque_core_settings settings{};
  bool complete = false;                // whether all other settings are there, too
};

struct Limits
{
  std::vector<double> lower, upper;  // rad; infinite for a continuous joint
  std::vector<double> velocity;      // rad/s
  std::vector<double> torque;        // N m
};

// The dynamics of one arm. Only from_urdf and the constructor use the heap; the other functions write to memory of the
// caller, and throw Error only for arrays of another size. Only one thread at a time may use a model.
class ArmModel
{
public:
  // Throws Error for numbers that no arm can have.
  explicit ArmModel(const ArmNumbers & numbers);

  // Return the arm of a robot description (the text of a URDF). Throws Error.
  static ArmModel from_urdf(const std::string & text, const Selection & part = {});

  ArmModel(ArmModel && other) noexcept;
  ArmModel & operator=(ArmModel && other) noexcept;
  ~ArmModel();

  std::size_t joints() const;
  const std::vector<std::string> & names() const;
  const Limits & limits() const;

  // Compute the torque of a motion, with gravity and, if it is known, the motors' inertia, without friction.
  void torque(Input q, Input qd, Input qdd, Output result);

  // Compute the torque that holds the arm still.
  void gravity(Input q, Output result);

  // Compute the kinetic energy matrix (n n), by rows.
  void mass_matrix(Input q, Output result);

  // Compute the Coriolis and centrifugal torque.
  void coriolis_vector(Input q, Input qd, Output result);

  // Return the settings of a gate, with the defaults of puma560_dynamics and the limits of this arm. It takes milliseconds.
  // `brakes` is one of TORQUE_CORE_BRAKES_...: what holds the arm while no torque acts.
  torque_core_settings settings(std::int32_t brakes) const;

  // Return the model for the functions of torque_core.h, valid as long as this object.
  const torque_core_model & core_model() const;

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

struct DestroyGate
{
  void operator()(torque_core * core) const {torque_core_destroy(core);}
};

// A gate for the functions of torque_core.h, which take gate.get().
using TorqueGate = std::unique_ptr<torque_core, DestroyGate>;

// Return a gate, which keeps a copy of the arm's numbers. Throws Error with the sentence of torque_core_check.
TorqueGate make_gate(const ArmModel & arm, const torque_core_settings & settings);

}  // namespace torque_core_cpp
