// Read a URDF with tinyxml2, as ROS does. Limits on size bound the time that the text of a stranger takes.
#include "robot_description.hpp"

#include <tinyxml2.h>

#include <charconv>
#include <cmath>
#include <cstring>
#include <map>

namespace arm_description
{

namespace
{

using tinyxml2::XMLElement;

constexpr std::size_t MOST_CHARACTERS = 2000000, MOST_PARTS = 1000, LONGEST_NAME = 200;
constexpr int DEEPEST = 100;  // nesting of elements; tinyxml2 allows 100 to 500, by version
constexpr double LARGEST = 1e9;  // of a number, in SI units
constexpr double UNLIMITED = 1e9;  // largest limit; exporters write larger numbers for none

[[noreturn]] void refuse(const std::string & words) {throw DescriptionError("robot description: " + words);}

std::string text_of(const XMLElement & element, const char * attribute, const std::string & where)
{
  const char * found = element.Attribute(attribute);
  if (found == nullptr || *found == 0) {
    refuse(where + " has no attribute " + attribute + "; add it");
  }
  return found;
}

// Return the numbers of an attribute, which is `usual` if it is missing.
template<std::size_t N>
std::array<double, N> numbers(
  const XMLElement & element, const char * attribute, const char * usual, const std::string & where,
  double most = LARGEST)
{
  const char * given = element.Attribute(attribute);
  const std::string text = given != nullptr && *given != 0 ? given : usual != nullptr ? usual : "";
  std::array<double, N> found{};
  const char * at = text.data(), * const end = at + text.size();
  std::size_t count = 0;
  const auto skip = [&at, end]() {
      while (at != end && std::strchr(" \t\r\n\v\f", *at) != nullptr) {
        ++at;
      }
    };
  bool valid = true;
  for (skip(); valid && at != end; skip()) {
    at += *at == '+' && end - at > 1 && at[1] != '-' ? 1 : 0;
    double value = 0.0;
    const auto [next, error] = std::from_chars(at, end, value);  // rounds correctly, in every locale
    valid = error == std::errc() && std::isfinite(value) && std::abs(value) <= most && count < N &&
      (next == end || std::strchr(" \t\r\n\v\f", *next) != nullptr);
    if (valid) {
      found[count++] = value + 0.0;  // no -0.0
    }
    at = next;
  }
  if (!valid || count != N) {
    refuse(
      where + ": " + attribute + "='" + text.substr(0, LONGEST_NAME) + "', expected " +
      (N == 1 ? "a finite number" : std::to_string(N) + " finite numbers") + " up to 1e9; correct it");
  }
  return found;
}

double number(
  const XMLElement & element, const char * attribute, const char * usual, const std::string & where,
  double most = LARGEST)
{
  return numbers<1>(element, attribute, usual, where, most)[0];
}

Origin origin_of(const XMLElement & owner, const std::string & where)
{
  const XMLElement * found = owner.FirstChildElement("origin");
  if (found == nullptr) {
    return {};
  }
  return {numbers<3>(*found, "xyz", "0 0 0", where), numbers<3>(*found, "rpy", "0 0 0", where)};
}

const XMLElement & child_of(const XMLElement & owner, const char * tag, const std::string & where)
{
  const XMLElement * found = owner.FirstChildElement(tag);
  if (found == nullptr) {
    refuse(where + " has no <" + tag + ">; add it");
  }
  return *found;
}

RobotLink link_of(const XMLElement & element, const std::string & name)
{
  RobotLink link;
  link.name = name;
  const std::string where = "link " + name;
  if (const XMLElement * inertial = element.FirstChildElement("inertial")) {
    link.inertial = origin_of(*inertial, where);
    link.mass = number(child_of(*inertial, "mass", where), "value", nullptr, where);
    if (const XMLElement * tensor = inertial->FirstChildElement("inertia")) {
      const char * const names[] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
      for (std::size_t k = 0; k < link.inertia.size(); ++k) {
        link.inertia[k] = number(*tensor, names[k], nullptr, where);
      }
    }
    if (link.mass < 0.0) {
      refuse(where + " has a mass below 0; correct it");
    }
  }
  return link;
}

void read_limits(const XMLElement & element, RobotJoint & joint, const std::string & where)
{
  if (const XMLElement * limit = element.FirstChildElement("limit")) {
    const double most = std::numeric_limits<double>::max();
    const auto within = [limit, &where, most](const char * name) {
        const double value = number(*limit, name, "0", where, most);
        return std::min(std::max(value, -UNLIMITED), UNLIMITED);
      };
    joint.lower = within("lower");
    joint.upper = within("upper");
    joint.velocity = within("velocity");
    joint.effort = within("effort");
    joint.limited = limit->Attribute("velocity") != nullptr && limit->Attribute("effort") != nullptr;
  }
  if (const XMLElement * lost = element.FirstChildElement("dynamics")) {
    joint.damping = number(*lost, "damping", "0", where);
    joint.friction = number(*lost, "friction", "0", where);
  }
}

RobotJoint joint_of(const XMLElement & element, const std::string & name)
{
  static const std::map<std::string, Kind> KINDS{
    {"fixed", Kind::FIXED}, {"revolute", Kind::REVOLUTE}, {"continuous", Kind::CONTINUOUS},
    {"prismatic", Kind::PRISMATIC}};
  RobotJoint joint;
  joint.name = name;
  const std::string where = "joint " + name;
  joint.type = text_of(element, "type", where);
  const auto kind = KINDS.find(joint.type);
  joint.kind = kind == KINDS.end() ? Kind::OTHER : kind->second;
  joint.parent = text_of(child_of(element, "parent", where), "link", where);
  joint.child = text_of(child_of(element, "child", where), "link", where);
  joint.origin = origin_of(element, where);
  if (const XMLElement * axis = element.FirstChildElement("axis"); axis != nullptr && joint.kind != Kind::FIXED) {
    joint.axis = numbers<3>(*axis, "xyz", nullptr, where);
  }
  read_limits(element, joint, where);
  if (const XMLElement * mimic = element.FirstChildElement("mimic")) {
    joint.mimic.joint = text_of(*mimic, "joint", where);
    joint.mimic.multiplier = number(*mimic, "multiplier", "1", where);
    joint.mimic.offset = number(*mimic, "offset", "0", where);
  }
  return joint;
}

// Read the elements with a tag, whose names are unique; `make` returns a part from an element and its name.
template<typename T, typename F>
std::vector<T> parts(const XMLElement & robot, const char * tag, F make)
{
  std::vector<T> found;
  std::map<std::string, bool> known;
  for (auto element = robot.FirstChildElement(tag); element != nullptr; element = element->NextSiblingElement(tag)) {
    const std::string name = text_of(*element, "name", std::string("a <") + tag + ">");
    if (name.size() > LONGEST_NAME || found.size() == MOST_PARTS) {
      refuse(std::string("it has more than 1000 elements <") + tag + ">, or a name of more than 200 characters");
    }
    if (!known.emplace(name, true).second) {
      refuse("two elements <" + std::string(tag) + "> have the name " + name + "; give each its own");
    }
    found.push_back(make(*element, name));
  }
  return found;
}

template<typename T>
std::size_t place_of(const std::vector<T> & parts, const std::string & wanted)
{
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (parts[k].name == wanted) {
      return k;
    }
  }
  return RobotLink::NONE;
}

// Connect the links by the joints, and check that they form one tree.
void connect(RobotDescription & robot)
{
  std::map<std::string, std::size_t> places;
  for (std::size_t k = 0; k < robot.links.size(); ++k) {
    places[robot.links[k].name] = k;
  }
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    const RobotJoint & joint = robot.joints[j];
    for (const auto & end : {joint.parent, joint.child}) {
      if (places.count(end) == 0) {
        refuse("joint " + joint.name + " connects link " + end + ", which does not exist; add it");
      }
    }
    RobotLink & child = robot.links[places[joint.child]];
    if (child.parent_joint != RobotLink::NONE) {
      refuse("link " + child.name + " is the child of two joints; a link hangs on one");
    }
    child.parent_joint = j;
    robot.joints[j].parent_link = places[joint.parent];
    robot.joints[j].child_link = places[joint.child];
    robot.links[robot.joints[j].parent_link].joints.push_back(j);
  }
  std::size_t reached = 0;
  std::vector<std::size_t> open;
  for (std::size_t k = 0; k < robot.links.size(); ++k) {
    if (robot.links[k].parent_joint == RobotLink::NONE) {
      open.push_back(k);
    }
  }
  if (open.size() != 1) {
    refuse("it has " + std::to_string(open.size()) + " root links, expected one; connect the others by joints");
  }
  while (!open.empty()) {
    const std::size_t k = open.back();
    open.pop_back();
    ++reached;
    for (const std::size_t j : robot.links[k].joints) {
      open.push_back(places[robot.joints[j].child]);
    }
  }
  if (reached != robot.links.size()) {
    refuse("some links form a loop; a URDF is a tree");
  }
}

// Refuse elements that are nested too deeply.
void check_nesting(const XMLElement & root)
{
  int depth = 1;
  const XMLElement * at = &root;
  while (true) {
    if (const XMLElement * const child = at->FirstChildElement(); child != nullptr) {
      at = child;
      if (++depth > DEEPEST) {
        refuse("its elements are nested more than 100 deep; correct it");
      }
      continue;
    }
    for (; at != &root && at->NextSiblingElement() == nullptr; --depth) {
      at = at->Parent()->ToElement();
    }
    if (at == &root) {
      return;
    }
    at = at->NextSiblingElement();
  }
}

}  // namespace

std::size_t RobotDescription::link(const std::string & wanted) const {return place_of(links, wanted);}

std::size_t RobotDescription::joint(const std::string & wanted) const {return place_of(joints, wanted);}

RobotDescription read_robot(const std::string & text)
{
  if (text.size() > MOST_CHARACTERS) {
    refuse("it has more than 2000000 characters; leave out what is not needed");
  }
  tinyxml2::XMLDocument document;
  if (document.Parse(text.data(), text.size()) != tinyxml2::XML_SUCCESS) {
    refuse(std::string("it is not XML (") + document.ErrorName() + "); correct it");
  }
  for (auto node = document.FirstChild(); node != nullptr; node = node->NextSibling()) {
    if (node->ToUnknown() != nullptr) {
      refuse("it declares a document type, which could hold entities; remove <!DOCTYPE ...>");
    }
  }
  const XMLElement * root = document.FirstChildElement("robot");
  if (root == nullptr) {
    refuse("its outermost element is not <robot>; give a URDF");
  }
  check_nesting(*root);
  RobotDescription robot;
  robot.name = root->Attribute("name") != nullptr ? root->Attribute("name") : "arm";
  robot.links = parts<RobotLink>(*root, "link", link_of);
  robot.joints = parts<RobotJoint>(*root, "joint", joint_of);
  if (robot.links.empty()) {
    refuse("it has no <link>; give the description of an arm");
  }
  connect(robot);
  return robot;
}

}  // namespace arm_description
