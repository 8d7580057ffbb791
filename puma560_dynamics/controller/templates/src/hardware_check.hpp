// Check that the hardware in the robot description has what the controller needs. No ROS.
#pragma once

#include <tinyxml2.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace @package@
{

// Names of interfaces that every joint needs.
struct Needed
{
  std::vector<const char *> commands, states;
};

// A <ros2_control> element with joints of the arm.
class Hardware
{
public:
  explicit Hardware(const tinyxml2::XMLElement & element)
  : element_(element) {}

  // Return a sentence for a joint without one of the interfaces; empty if all are there. A joint without any is no joint that
  // this hardware drives.
  std::string missing(const std::vector<std::string> & joints, const Needed & needed) const
  {
    for (auto joint = element_.FirstChildElement("joint"); joint != nullptr; joint = joint->NextSiblingElement("joint")) {
      if (!is_one_of(joint->Attribute("name"), joints) || joint->FirstChildElement("command_interface") == nullptr) {
        continue;
      }
      for (const auto & [kind, names] : {std::pair{"command", needed.commands}, std::pair{"state", needed.states}}) {
        for (const char * name : names) {
          if (!has(*joint, std::string(kind) + "_interface", name)) {
            return std::string("joint ") + joint->Attribute("name") + " has no " + kind + " interface " + name;
          }
        }
      }
    }
    return "";
  }

  // Append the names of all joints with a command interface.
  void add_driven(std::vector<std::string> & names) const
  {
    for (auto joint = element_.FirstChildElement("joint"); joint != nullptr; joint = joint->NextSiblingElement("joint")) {
      if (joint->Attribute("name") != nullptr && joint->FirstChildElement("command_interface") != nullptr) {
        names.push_back(joint->Attribute("name"));
      }
    }
  }

  bool drives_any(const std::vector<std::string> & joints) const
  {
    for (auto joint = element_.FirstChildElement("joint"); joint != nullptr; joint = joint->NextSiblingElement("joint")) {
      if (is_one_of(joint->Attribute("name"), joints)) {
        return true;
      }
    }
    return false;
  }

  // Return whether a parameter of the hardware is given with another value, which is written to `found`.
  bool has_other(const char * parameter, const std::string & value, std::string & found) const
  {
    const auto * parent = element_.FirstChildElement("hardware");
    const auto * each = parent == nullptr ? nullptr : parent->FirstChildElement("param");
    for (; each != nullptr; each = each->NextSiblingElement("param")) {
      found = each->GetText() == nullptr ? "" : each->GetText();
      if (each->Attribute("name", parameter) != nullptr && found != value) {
        return true;
      }
    }
    return false;
  }

private:
  static bool is_one_of(const char * name, const std::vector<std::string> & joints)
  {
    return name != nullptr && std::find(joints.begin(), joints.end(), name) != joints.end();
  }

  static bool has(const tinyxml2::XMLElement & joint, const std::string & kind, const char * name)
  {
    const auto * each = joint.FirstChildElement(kind.c_str());
    while (each != nullptr && each->Attribute("name", name) == nullptr) {
      each = each->NextSiblingElement(kind.c_str());
    }
    return each != nullptr;
  }

  const tinyxml2::XMLElement & element_;
};

// Call `check` with each <ros2_control> element of a description that has joints of the arm.
template<typename Check>
void for_each_hardware(const std::string & description, const std::vector<std::string> & joints, const Check & check)
{
  tinyxml2::XMLDocument document;
  document.Parse(description.data(), description.size());
  const auto * robot = document.FirstChildElement("robot");
  const auto * element = robot == nullptr ? nullptr : robot->FirstChildElement("ros2_control");
  for (; element != nullptr; element = element->NextSiblingElement("ros2_control")) {
    const Hardware hardware(*element);
    if (hardware.drives_any(joints)) {
      check(hardware);
    }
  }
}

// Throws std::invalid_argument if an interface that the controller needs is missing in the description. A description
// without hardware for the arm is not checked.
inline void check_interfaces(
  const std::string & description, const std::vector<std::string> & joints, const Needed & needed)
{
  std::vector<std::string> driven;
  for_each_hardware(description, joints, [&](const Hardware & hardware) {hardware.add_driven(driven);});
  const auto undriven = std::find_if(joints.begin(), joints.end(), [&driven](const std::string & joint) {
        return std::find(driven.begin(), driven.end(), joint) == driven.end();
      });
  for_each_hardware(description, joints, [&](const Hardware & hardware) {
      const std::string missing = undriven == joints.end() ? hardware.missing(joints, needed) :
      "joint " + *undriven + " has no command interface " + needed.commands[0];
      if (!missing.empty()) {
        throw std::invalid_argument(
                "robot description: " + missing + " in <ros2_control>, which this controller needs; use hardware that has "
                "it, and add it to the description");
      }
    });
}

}  // namespace @package@
