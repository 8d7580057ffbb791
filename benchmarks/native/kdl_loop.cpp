// KDL's recursive Newton-Euler algorithm, with the same functions as pinocchio_loop.cpp; built joint by joint.
#include <kdl/chain.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>

#include <memory>

namespace {
KDL::Chain chain;
std::unique_ptr<KDL::ChainIdSolver_RNE> solver;
KDL::JntArray position, velocity, acceleration, torques;
KDL::Wrenches none;

void solve(double *out)
{
    solver->CartToJnt(position, velocity, acceleration, none, torques);
    Eigen::Map<Eigen::VectorXd>(out, torques.data.size()) = torques.data;
}
} // namespace

// placements: (n, 12), rotation by rows, translation. inertias: (n, 10), mass, centre of mass, upper triangle by rows
extern "C" void load(int n, const double *placements, const double *inertias, const double *armature,
                     const double *gravity)
{
    chain = KDL::Chain();
    for (int i = 0; i < n; i++) {
        const double *p = placements + 12 * i, *b = inertias + 10 * i;
        const KDL::Frame frame(KDL::Rotation(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8]),
                               KDL::Vector(p[9], p[10], p[11]));
        const KDL::Joint joint(frame.p, frame.M.UnitZ(), KDL::Joint::RotAxis, 1.0, 0.0, armature[i]);
        const KDL::RotationalInertia about_center(b[4], b[7], b[9], b[5], b[6], b[8]); // KDL: xx, yy, zz, xy, xz, yz
        chain.addSegment(KDL::Segment(joint, frame, KDL::RigidBodyInertia(b[0], KDL::Vector(b[1], b[2], b[3]),
                                                                          about_center)));
    }
    solver = std::make_unique<KDL::ChainIdSolver_RNE>(chain, KDL::Vector(gravity[0], gravity[1], gravity[2]));
    for (KDL::JntArray *array : {&position, &velocity, &acceleration, &torques}) {
        array->resize(n);
    }
    none.assign(n, KDL::Wrench::Zero());
}

extern "C" void torque(const double *const *in, double *out)
{
    const auto n = position.data.size();
    position.data = Eigen::Map<const Eigen::VectorXd>(in[0], n);
    velocity.data = Eigen::Map<const Eigen::VectorXd>(in[1], n);
    acceleration.data = Eigen::Map<const Eigen::VectorXd>(in[2], n);
    solve(out);
}

extern "C" void gravity(const double *const *in, double *out)
{
    position.data = Eigen::Map<const Eigen::VectorXd>(in[0], position.data.size());
    velocity.data.setZero();
    acceleration.data.setZero();
    solve(out);
}
