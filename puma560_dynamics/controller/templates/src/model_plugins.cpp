// Load model plugins, and refuse those that cannot be used.
#include "model_plugins.hpp"

#include <stdexcept>

#include "rclcpp/logging.hpp"

namespace @package@
{

ModelPlugins::ModelPlugins(const rclcpp::Logger & logger)
: logger_(logger)
{
  try {
    loader_ = std::make_unique<pluginlib::ClassLoader<Model>>("@package@", "@package@::Model");
  } catch (const pluginlib::PluginlibException & error) {
    RCLCPP_WARN(logger_, "no model plugin can be found: %s", error.what());
  }
}

std::vector<std::string> ModelPlugins::declared() const
{
  return loader_ ? loader_->getDeclaredClasses() : std::vector<std::string>{};
}

Arm ModelPlugins::named(const std::string & name)
{
  if (!loader_ || !loader_->isClassAvailable(name)) {
    std::string known;
    for (const auto & each : declared()) {
      known += (known.empty() ? "" : ", ") + each;
    }
    throw std::invalid_argument(
            "model: " + name + " is not installed; expected " + (known.empty() ? "" : known + ", ") +
            "newton_euler, or '' for the model that fits the robot description; build its package and source the workspace");
  }
  auto & model = loaded_[name];
  try {
    model = model ? model : loader_->createSharedInstance(name);
  } catch (const pluginlib::PluginlibException & error) {
    throw std::invalid_argument("model: " + name + " cannot be loaded: " + error.what());
  }
  if (model->headers() != HEADERS) {
    throw std::invalid_argument(
            "model: " + name + " was built with the headers of another version of @package@; write its package again with "
            "`puma560 controller`, and build it");
  }
  Arm arm = model->arm();
  arm.plugin = name;
  if (arm.selftest == nullptr || !arm.selftest()) {
    throw std::invalid_argument(
            "model: " + name + " fails its self-test on this machine; build its package again without options that change "
            "floating point");
  }
  return arm;
}

std::vector<Arm> ModelPlugins::all()
{
  std::vector<Arm> found;
  for (const auto & name : declared()) {
    try {
      found.push_back(named(name));
    } catch (const std::exception & error) {
      RCLCPP_WARN(logger_, "%s", error.what());
    }
  }
  return found;
}

}  // namespace @package@
