// Dynamics of any serial arm as a plugin of inverse_dynamics_solver, with the parameters of its KDL plugin.
//
// The interface returns matrices and vectors of Eigen by value, so that every call uses the heap: not for the update() of a
// controller. Only one thread at a time may use a solver.
#include <memory>
#include <string>
#include <vector>

#include <inverse_dynamics_solver/exceptions.hpp>
#include <inverse_dynamics_solver/inverse_dynamics_solver.hpp>
#include <pluginlib/class_list_macros.hpp>
#include <rclcpp/parameter.hpp>

#include <torque_core/arm_model.hpp>

namespace torque_core_solver
{

using inverse_dynamics_solver::InvalidParameterValueException;
using inverse_dynamics_solver::ParameterUninitializedException;

class TorqueCoreSolver : public inverse_dynamics_solver::InverseDynamicsSolver
{
public:
  void initialize(
    rclcpp::node_interfaces::NodeParametersInterface::ConstSharedPtr parameters, const std::string & param_namespace,
    const std::string & robot_description) override
  {
    const std::string prefix = param_namespace.empty() ? "" : param_namespace + ".";
    rclcpp::Parameter found;
    const auto given = [&parameters, &found](const std::string & name) {
        return parameters != nullptr && parameters->get_parameter(name, found);
      };
    std::string text = robot_description;
    if (text.empty()) {
      if (!given("robot_description")) {
        throw ParameterUninitializedException("robot_description");
      }
      text = found.as_string();
    }
    torque_core_cpp::Selection part;
    const auto link = [&](const char * name) {
        if (!given(prefix + name)) {
          return std::string();
        }
        if (found.as_string().empty()) {
          throw InvalidParameterValueException(prefix + name + " is empty; name a link, or leave it out");
        }
        return found.as_string();
      };
    part.base = link("root");
    part.tip = link("tip");
    if (given(prefix + "joints")) {
      part.joints = found.as_string_array();
    } else if (part.tip.empty()) {
      throw ParameterUninitializedException(prefix + "tip");
    }
    if (given(prefix + "gravity")) {
      const auto gravity = found.as_double_array();
      if (gravity.size() != 3) {
        throw InvalidParameterValueException(
                prefix + "gravity: expected 3 numbers, m/s^2 in the frame of root, got " + std::to_string(gravity.size()));
      }
      part.gravity = {gravity[0], gravity[1], gravity[2]};
    }
    try {
      arm_ = std::make_unique<torque_core_cpp::ArmModel>(torque_core_cpp::ArmModel::from_urdf(text, part));
    } catch (const torque_core_cpp::Error & wrong) {
      throw InvalidParameterValueException(wrong.what());
    }
  }

  Eigen::MatrixXd getInertiaMatrix(const Eigen::VectorXd & q) const override
  {
    Eigen::MatrixXd result(joints(), joints());
    arm().mass_matrix(q, result);  // symmetric, so that the order of rows and columns does not matter
    return result;
  }

  Eigen::VectorXd getCoriolisVector(const Eigen::VectorXd & q, const Eigen::VectorXd & qd) const override
  {
    Eigen::VectorXd result(joints());
    arm().coriolis_vector(q, qd, result);
    return result;
  }

  Eigen::VectorXd getGravityVector(const Eigen::VectorXd & q) const override
  {
    Eigen::VectorXd result(joints());
    arm().gravity(q, result);
    return result;
  }

  // Zero, as in the KDL plugin.
  Eigen::VectorXd getFrictionVector(const Eigen::VectorXd &) const override {return Eigen::VectorXd::Zero(joints());}

  // Computed by one recursion, without the inertia matrix.
  Eigen::VectorXd getTorques(
    const Eigen::VectorXd & q, const Eigen::VectorXd & qd, const Eigen::VectorXd & qdd) const override
  {
    Eigen::VectorXd result(joints());
    arm().torque(q, qd, qdd, result);
    return result;
  }

private:
  torque_core_cpp::ArmModel & arm() const
  {
    if (arm_ == nullptr) {
      throw inverse_dynamics_solver::UninitializedException();
    }
    return *arm_;
  }

  Eigen::Index joints() const {return static_cast<Eigen::Index>(arm().joints());}

  std::unique_ptr<torque_core_cpp::ArmModel> arm_;
};

}  // namespace torque_core_solver

PLUGINLIB_EXPORT_CLASS(torque_core_solver::TorqueCoreSolver, inverse_dynamics_solver::InverseDynamicsSolver)
