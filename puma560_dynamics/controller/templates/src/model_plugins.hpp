// The model plugins of the installed packages.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model.hpp"
#include "pluginlib/class_loader.hpp"
#include "rclcpp/logger.hpp"

namespace @package@
{

// Keeps the plugins loaded whose arms were returned.
class ModelPlugins
{
public:
  explicit ModelPlugins(const rclcpp::Logger & logger);

  // Return the arm of a plugin. Throws std::invalid_argument if it is not installed or cannot be used.
  Arm named(const std::string & name);

  // Return the arms of all plugins that can be used; the others are named in the log.
  std::vector<Arm> all();

private:
  std::vector<std::string> declared() const;

  rclcpp::Logger logger_;
  std::unique_ptr<pluginlib::ClassLoader<Model>> loader_;  // none if this package is not installed, as in its tests
  std::map<std::string, std::shared_ptr<Model>> loaded_;
};

}  // namespace @package@
