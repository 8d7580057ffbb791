// The arm that the arguments of an example name: a URDF file, and the joints of the arm if the file has several.
#pragma once

#include <fstream>
#include <iterator>
#include <string>

#include <torque_core/arm_model.hpp>
#ifdef TORQUE_CORE_COMPILED_ARM
#include <torque_core/compiled_arm.hpp>
#endif

inline torque_core_cpp::ArmModel arm_of_arguments(int argc, char ** argv)
{
#ifdef TORQUE_CORE_COMPILED_ARM
  if (argc < 2) {
    return torque_core_cpp::ArmModel(torque_core_cpp::compiled_arm());
  }
#endif
  std::ifstream file(argc < 2 ? "" : argv[1]);
  if (!file) {
    throw torque_core_cpp::Error("expected the path of a URDF, and names of joints if it has several arms");
  }
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  torque_core_cpp::Selection part;
  part.joints.assign(argv + 2, argv + argc);
  return torque_core_cpp::ArmModel::from_urdf(text, part);
}
