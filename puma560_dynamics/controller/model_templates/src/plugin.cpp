// The model as a plugin of feedforward_controller.
#include "compiled_arm.hpp"
#include "feedforward_controller/model.hpp"
#include "pluginlib/class_list_macros.hpp"

namespace @package@
{

class Model : public feedforward_controller::Model
{
public:
  std::uint64_t headers() const override {return feedforward_controller::HEADERS;}
  feedforward_controller::Arm arm() const override {return compiled_arm();}
};

}  // namespace @package@

PLUGINLIB_EXPORT_CLASS(@package@::Model, feedforward_controller::Model)
