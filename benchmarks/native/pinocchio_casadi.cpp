// Pinocchio's inverse dynamics and its analytic derivatives over CasADi's symbols, as in `pinocchio.casadi`, which its
// wheels on PyPI lack; built joint by joint, without parsers. The functions are saved for CasADi in Python.
#include <pinocchio/autodiff/casadi.hpp>

#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>

using casadi::SX;
using Model = pinocchio::ModelTpl<SX>;
using Vector = Eigen::Matrix<SX, Eigen::Dynamic, 1>;
using Square = Eigen::Matrix<SX, Eigen::Dynamic, Eigen::Dynamic>;

namespace {
template <typename Columns> SX copied(const Columns &given)
{
    SX made(given.rows(), given.cols());
    for (Eigen::Index i = 0; i < given.rows(); i++)
        for (Eigen::Index j = 0; j < given.cols(); j++)
            made(i, j) = given(i, j);
    return made;
}

Vector symbols(const SX &name)
{
    Vector made(name.size1());
    for (Eigen::Index i = 0; i < made.size(); i++)
        made(i) = name(i);
    return made;
}
} // namespace

// The arrays are those of `load` in pinocchio_loop.cpp. Writes one file per function in the folder.
extern "C" void save(int n, const double *placements, const double *inertias, const double *armature,
                     const double *gravity, const char *folder)
{
    using Matrix = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
    pinocchio::Model numbers;
    for (int i = 0; i < n; i++) {
        const double *p = placements + 12 * i, *b = inertias + 10 * i;
        const pinocchio::SE3 placement(Eigen::Map<const Matrix>(p), Eigen::Map<const Eigen::Vector3d>(p + 9));
        const auto joint = numbers.addJoint(i, pinocchio::JointModelRZ(), placement, "joint" + std::to_string(i + 1));
        Eigen::Matrix3d inertia;
        inertia << b[4], b[5], b[6], b[5], b[7], b[8], b[6], b[8], b[9];
        numbers.appendBodyToJoint(joint, pinocchio::Inertia(b[0], Eigen::Map<const Eigen::Vector3d>(b + 1), inertia));
    }
    numbers.armature = Eigen::Map<const Eigen::VectorXd>(armature, n);
    numbers.gravity.linear(Eigen::Map<const Eigen::Vector3d>(gravity));

    const Model model = numbers.cast<SX>();
    const SX q = SX::sym("q", n), qd = SX::sym("qd", n), qdd = SX::sym("qdd", n);
    const auto write = [folder](const std::string &name, const casadi::SXVector &inputs, const casadi::SXVector &results) {
        casadi::Function(name, inputs, results).save(std::string(folder) + "/" + name + ".casadi");
    };
    pinocchio::DataTpl<SX> torque(model);
    pinocchio::rnea(model, torque, symbols(q), symbols(qd), symbols(qdd));
    write("torque", {q, qd, qdd}, {copied(torque.tau)});

    pinocchio::DataTpl<SX> data(model);
    Square by_q = Square::Zero(n, n), by_qd = Square::Zero(n, n), a = Square::Zero(n, n);
    pinocchio::computeRNEADerivatives(model, data, symbols(q), symbols(qd), symbols(qdd), by_q, by_qd, a);
    a.triangularView<Eigen::StrictlyLower>() = a.transpose().triangularView<Eigen::StrictlyLower>();
    write("torque_derivatives", {q, qd, qdd}, {copied(data.tau), copied(by_q), copied(by_qd), copied(a)});

    pinocchio::DataTpl<SX> still(model);
    Square slope = Square::Zero(n, n);
    pinocchio::computeGeneralizedGravityDerivatives(model, still, symbols(q), slope);
    write("gravity_derivative", {q, qd, qdd}, {copied(slope)});

    pinocchio::DataTpl<SX> moving(model);
    write("coriolis_matrix", {q, qd, qdd},
          {copied(pinocchio::computeCoriolisMatrix(model, moving, symbols(q), symbols(qd)))});
}
