// Pinocchio's algorithms in C++, compiled with the flags of the generated code; built joint by joint, without parsers.
// Conventions are the faster ones for this arm: LOCAL for crba (WORLD took 1.3 times as long), WORLD for aba (LOCAL 1.2).
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/frames.hpp>
#include <pinocchio/algorithm/jacobian.hpp>
#include <pinocchio/algorithm/regressor.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>

namespace {
pinocchio::Model model;
pinocchio::Data data;
using Row = Eigen::Map<const Eigen::VectorXd>;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
Row row(const double *numbers) { return Row(numbers, model.nv); }
} // namespace

// placements: (n, 12), rotation by rows, translation. inertias: (n, 10), mass, centre of mass, upper triangle by rows
extern "C" void load(int n, const double *placements, const double *inertias, const double *armature,
                     const double *gravity)
{
    using Rotation = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
    model = pinocchio::Model();
    for (int i = 0; i < n; i++) {
        const double *p = placements + 12 * i, *b = inertias + 10 * i;
        const pinocchio::SE3 placement(Eigen::Map<const Rotation>(p), Eigen::Map<const Eigen::Vector3d>(p + 9));
        const auto joint = model.addJoint(i, pinocchio::JointModelRZ(), placement, "joint" + std::to_string(i + 1));
        Eigen::Matrix3d inertia;
        inertia << b[4], b[5], b[6], b[5], b[7], b[8], b[6], b[8], b[9];
        model.appendBodyToJoint(joint, pinocchio::Inertia(b[0], Eigen::Map<const Eigen::Vector3d>(b + 1), inertia));
    }
    model.armature = Eigen::Map<const Eigen::VectorXd>(armature, n);
    model.gravity.linear(Eigen::Map<const Eigen::Vector3d>(gravity));
    data = pinocchio::Data(model);
}

extern "C" void torque(const double *const *in, double *out)
{
    pinocchio::rnea(model, data, row(in[0]), row(in[1]), row(in[2]));
    Eigen::Map<Eigen::VectorXd>(out, model.nv) = data.tau;
}

extern "C" void gravity(const double *const *in, double *out)
{
    pinocchio::computeGeneralizedGravity(model, data, row(in[0]));
    Eigen::Map<Eigen::VectorXd>(out, model.nv) = data.g;
}

extern "C" void kinetic_energy_matrix(const double *const *in, double *out)
{
    pinocchio::crba(model, data, row(in[0]), pinocchio::Convention::LOCAL);
    data.M.triangularView<Eigen::StrictlyLower>() = data.M.transpose().triangularView<Eigen::StrictlyLower>();
    Eigen::Map<Eigen::MatrixXd>(out, model.nv, model.nv) = data.M;
}

extern "C" void acceleration(const double *const *in, double *out)
{
    pinocchio::aba(model, data, row(in[0]), row(in[1]), row(in[2]), pinocchio::Convention::WORLD);
    Eigen::Map<Eigen::VectorXd>(out, model.nv) = data.ddq;
}

extern "C" void torque_derivatives(const double *const *in, double *out)
{
    const int n = model.nv;
    pinocchio::computeRNEADerivatives(model, data, row(in[0]), row(in[1]), row(in[2]));
    data.M.triangularView<Eigen::StrictlyLower>() = data.M.transpose().triangularView<Eigen::StrictlyLower>();
    Eigen::Map<Eigen::VectorXd>(out, n) = data.tau;
    Eigen::Map<Matrix>(out + n, n, n) = data.dtau_dq;
    Eigen::Map<Matrix>(out + n + n * n, n, n) = data.dtau_dv;
    Eigen::Map<Matrix>(out + n + 2 * n * n, n, n) = data.M;
}

extern "C" void regressor(const double *const *in, double *out)
{
    pinocchio::computeJointTorqueRegressor(model, data, row(in[0]), row(in[1]), row(in[2]));
    Eigen::Map<Matrix>(out, model.nv, 10 * model.nv) = data.jointTorqueRegressor;
}

// Pose of the last joint's frame, and its Jacobian in the axes of the base.
extern "C" void kinematics(const double *const *in, double *out)
{
    pinocchio::computeJointJacobians(model, data, row(in[0]));
    static pinocchio::Data::Matrix6x jacobian;
    if (jacobian.cols() != model.nv)
        jacobian.setZero(6, model.nv);
    pinocchio::getJointJacobian(model, data, model.njoints - 1, pinocchio::LOCAL_WORLD_ALIGNED, jacobian);
    Eigen::Map<Matrix>(out, 4, 4) = data.oMi[model.njoints - 1].toHomogeneousMatrix();
    Eigen::Map<Matrix>(out + 16, 6, model.nv) = jacobian;
}
