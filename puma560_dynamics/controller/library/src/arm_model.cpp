// The dynamics of an arm, by generated functions or by the recursive Newton-Euler equations of its links.
#include "arm_model.hpp"

#include <algorithm>
#include <initializer_list>
#include <limits>

#include "dynamics.hpp"
#include "newton_euler.hpp"
#include "usual_settings.hpp"
#ifdef TORQUE_CORE_URDF
#include "described_arm.hpp"
#endif

namespace torque_core_cpp
{

namespace
{

constexpr std::size_t MOST = TORQUE_CORE_MAX_JOINTS;

torque_core_model model_of(const ArmNumbers & numbers)
{
  torque_core_model model = numbers.model;
  model.joints = numbers.names.size();
  model.links = numbers.links.data();
  model.followers = numbers.followers.data();
  model.followers_count = numbers.followers.size();
  if (model.torque == nullptr) {
    std::copy_n(numbers.settings.gravity_vector, 3, model.gravity_vector);
  }
  return model;
}

// Throw Error unless one number per joint is expected and given, with followers that fit.
const ArmNumbers & checked(const ArmNumbers & numbers)
{
  const std::size_t n = numbers.names.size();
  if (n < 1 || n > MOST || numbers.links.size() != n + numbers.followers.size()) {
    throw Error(
            "numbers of an arm: expected 1 to 16 joints, and a link for each of them and of the followers, got " +
            std::to_string(n) + " names, " + std::to_string(numbers.followers.size()) + " followers and " +
            std::to_string(numbers.links.size()) + " links; complete them");
  }
  if (const char * wrong = torque_core_::wrong_followers(model_of(numbers))) {
    throw Error(wrong);  // before a chain of fixed size is made of them
  }
  return numbers;
}

}  // namespace

struct ArmModel::Parts
{
  explicit Parts(const ArmNumbers & given)
  : numbers(checked(given)), model(model_of(numbers)), dynamics(model, numbers.settings),
    recursion(model, numbers.settings)
  {
    const auto row = [n = model.joints](const double * values) {return std::vector<double>(values, values + n);};
    const auto & s = numbers.settings;
    limits = {row(s.lower), row(s.upper), row(s.velocity), row(s.motor_torque)};
  }

  // Return settings that `torque_core_complete` may complete. Throws Error for numbers that no gate could use.
  torque_core_settings usual() const
  {
    torque_core_settings s = numbers.settings;
    for (std::size_t j = 0; !numbers.complete && j < model.joints; ++j) {
      s.maximum_torque[j] = s.motor_torque[j];
      s.torque_rate[j] = s.removal_rate[j] = RATE_FROM_LIMIT * s.motor_torque[j];
      s.acceleration_limit[j] = std::numeric_limits<double>::infinity();
    }
    if (!numbers.complete) {
      set_usual(s);
    }
    check(s);
    return s;
  }

  void check(const torque_core_settings & settings) const
  {
    if (const char * wrong = torque_core_check(&model, &settings)) {
      throw Error(wrong);
    }
  }

  // Throw Error if an array has another size than `size`.
  static void expect(std::size_t size, std::initializer_list<std::size_t> given)
  {
    for (const std::size_t each : given) {
      if (each != size) {
        throw Error(
                "expected arrays of " + std::to_string(size) + " numbers, got one of " + std::to_string(each) +
                "; give one number per joint, and n n for a matrix");
      }
    }
  }

  ArmNumbers numbers;
  torque_core_model model;
  Limits limits;
  torque_core_::Dynamics dynamics;
  torque_core_::NewtonEuler recursion;
};

ArmModel::ArmModel(const ArmNumbers & numbers) : parts_(std::make_unique<Parts>(numbers)) {parts_->usual();}

ArmModel::ArmModel(ArmModel && other) noexcept = default;
ArmModel & ArmModel::operator=(ArmModel && other) noexcept = default;
ArmModel::~ArmModel() = default;

#ifdef TORQUE_CORE_URDF
ArmModel ArmModel::from_urdf(const std::string & text, const Selection & part)
{
  ArmNumbers numbers;
  try {
    const auto found =
      arm_description::described_arm(arm_description::read_robot(text), {part.joints, part.base, part.tip});
    if (!found.moved_base.empty() && !part.gravity) {
      throw Error(
              "robot description: joint " + found.moved_base + " turns or moves the base " + found.base +
              "; give gravity in the frame of the base");
    }
    const auto gravity = part.gravity.value_or(found.gravity);
    numbers.names = found.joints;
    numbers.links = found.links;
    numbers.followers = found.followers;
    auto & s = numbers.settings;
    std::copy(gravity.begin(), gravity.end(), s.gravity_vector);
    arm_description::set_limits(found, s);
  } catch (const arm_description::DescriptionError & wrong) {
    throw Error(wrong.what());
  }
  return ArmModel(numbers);
}
#else
ArmModel ArmModel::from_urdf(const std::string &, const Selection &)
{
  throw Error("torque_core was built without tinyxml2 and reads no robot description; install tinyxml2 "
    "(Debian and Ubuntu: libtinyxml2-dev) and build it again");
}
#endif

std::size_t ArmModel::joints() const {return parts_->model.joints;}

const std::vector<std::string> & ArmModel::names() const {return parts_->numbers.names;}

const Limits & ArmModel::limits() const {return parts_->limits;}

const torque_core_model & ArmModel::core_model() const {return parts_->model;}

void ArmModel::torque(Input q, Input qd, Input qdd, Output result)
{
  Parts::expect(joints(), {q.size(), qd.size(), qdd.size(), result.size()});
  parts_->dynamics.at(q.data());
  parts_->dynamics.torque(qd.data(), qdd.data(), result.data());
}

void ArmModel::gravity(Input q, Output result)
{
  Parts::expect(joints(), {q.size(), result.size()});
  parts_->dynamics.at(q.data());
  parts_->dynamics.gravity(result.data());
}

void ArmModel::mass_matrix(Input q, Output result)
{
  const std::size_t n = joints();
  Parts::expect(n, {q.size()});
  Parts::expect(n * n, {result.size()});
  if (parts_->model.kinetic_energy_matrix != nullptr) {
    parts_->model.kinetic_energy_matrix(q.data(), result.data());
    return;
  }
  const torque_core_::Joints still{};
  parts_->recursion.at(q.data());
  for (std::size_t j = 0; j < n; ++j) {
    torque_core_::Joints unit{};
    unit[j] = 1.0;
    parts_->recursion.torque(still.data(), unit.data(), false, true, result.data() + j * n);
  }
}

void ArmModel::coriolis_vector(Input q, Input qd, Output result)
{
  const std::size_t n = joints();
  Parts::expect(n, {q.size(), qd.size(), result.size()});
  const torque_core_::Joints still{};
  if (parts_->model.torque == nullptr) {
    parts_->recursion.at(q.data());
    parts_->recursion.torque(qd.data(), still.data(), false, false, result.data());
    return;
  }
  std::array<double, 5 * MOST> rows{};
  parts_->dynamics.at(q.data());
  parts_->dynamics.terms(qd.data(), still.data(), rows.data());
  for (std::size_t j = 0; j < n; ++j) {
    result.data()[j] = rows[3 * n + j] + rows[4 * n + j];
  }
}

torque_core_settings ArmModel::settings(std::int32_t brakes) const
{
  torque_core_settings s = parts_->usual();
  if (!parts_->numbers.complete) {
    torque_core_complete(&parts_->model, &s);
  }
  s.brakes = brakes;
  parts_->check(s);
  return s;
}

TorqueGate make_gate(const ArmModel & arm, const torque_core_settings & settings)
{
  if (const char * wrong = torque_core_check(&arm.core_model(), &settings)) {
    throw Error(wrong);
  }
  TorqueGate gate(torque_core_create(&arm.core_model(), &settings));
  if (gate == nullptr) {
    throw Error("no memory for a torque gate; close other programs");
  }
  return gate;
}

}  // namespace torque_core_cpp
