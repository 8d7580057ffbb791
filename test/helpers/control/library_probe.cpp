// Print torque, gravity, inertia matrix and Coriolis vector of the states of the standard input, then the number of calls
// of the heap in between. Arguments: a URDF and names of joints, or "compiled", or "numbers" (those of
// the compiled arm), or "followers" (too many of them).
#include <torque_core/arm_model.hpp>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#ifdef TORQUE_CORE_COMPILED_ARM
#include <torque_core/compiled_arm.hpp>
#endif

using torque_core_cpp::ArmModel;

static long asked = 0;

extern "C" void * __libc_malloc(std::size_t size);

extern "C" void * malloc(std::size_t size)
{
  ++asked;
  return __libc_malloc(size);
}

static ArmModel arm_of(int argc, char ** argv)
{
  const std::string what = argv[1];
  if (what == "followers") {
    torque_core_cpp::ArmNumbers numbers;
    numbers.names = {"joint"};
    numbers.links.resize(41);
    numbers.followers.resize(40);
    return ArmModel(numbers);
  }
#ifdef TORQUE_CORE_COMPILED_ARM
  if (what == "compiled" || what == "numbers") {
    auto numbers = torque_core_cpp::compiled_arm();
    if (what == "numbers") {
      numbers.model = {};
      numbers.complete = false;
    }
    return ArmModel(numbers);
  }
#endif
  std::ifstream file(what);
  torque_core_cpp::Selection part;
  part.joints.assign(argv + 2, argv + argc);
  return ArmModel::from_urdf({std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()}, part);
}

// A row of a matrix that is stored by columns, as Eigen describes it.
struct Row
{
  std::vector<double> numbers;
  double * data() {return numbers.data();}
  std::size_t size() const {return numbers.size() / 2;}
  std::size_t rows() const {return 1;}
  std::size_t cols() const {return size();}
  std::size_t innerStride() const {return 2;}
  std::size_t innerSize() const {return size();}
  std::size_t outerStride() const {return 1;}
};

// A square at the corner of a larger one.
struct Corner : Row
{
  std::size_t rows() const {return 2;}
  std::size_t cols() const {return 2;}
  std::size_t innerStride() const {return 1;}
  std::size_t innerSize() const {return 2;}
  std::size_t outerStride() const {return 6;}
};

static void print(const std::vector<double> & values)
{
  for (const double each : values) {
    std::printf("%.17g ", each);
  }
  std::printf("\n");
}

int main(int argc, char ** argv)
{
  try {
    ArmModel arm = arm_of(argc, argv);
    const std::size_t n = arm.joints();
    for (const auto & name : arm.names()) {
      std::printf("%s ", name.c_str());
    }
    std::printf("\n");
    for (const auto * row : {&arm.limits().lower, &arm.limits().upper, &arm.limits().velocity, &arm.limits().torque}) {
      print(*row);
    }
    std::vector<double> q(n), qd(n), qdd(n), torque(n), gravity(n), inertia(n * n), coriolis(n);
    long used = 0;
    const auto read = [](std::vector<double> & values) {
        for (double & each : values) {
          std::cin >> each;
        }
        return static_cast<bool>(std::cin);
      };
    while (read(q) && read(qd) && read(qdd)) {
      const long before = asked;
      arm.torque(q, qd, qdd, torque);
      arm.gravity(q, gravity);
      arm.mass_matrix(q, inertia);
      arm.coriolis_vector({q.data(), n}, qd, coriolis);
      used += asked - before;
      for (const auto * row : {&torque, &gravity, &inertia, &coriolis}) {
        print(*row);
      }
    }
    std::printf("%ld\n", used);
    try {
      arm.gravity(q, inertia);
    } catch (const torque_core_cpp::Error & wrong) {
      std::printf("%s\n", wrong.what());
    }
    Row row{std::vector<double>(2 * n)};
    Corner corner;
    corner.numbers.resize(8);
    for (const bool whole : {true, false}) {
      try {
        whole ? arm.gravity(row, gravity) : arm.mass_matrix(q, corner);
      } catch (const torque_core_cpp::Error & wrong) {
        std::printf("%s\n", wrong.what());
      }
    }
  } catch (const std::exception & wrong) {
    std::printf("refused: %s\n", wrong.what());
    return 1;
  }
  return 0;
}
