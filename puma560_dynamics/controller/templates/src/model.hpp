// The interface of a model plugin: one arm with its compiled model.
#pragma once

#include <cstdint>

#include "arm.hpp"

namespace @package@
{

// Hash of the text of the headers that controller and plugins share. A plugin that was built with others would be read
// wrongly, so it is refused.
inline constexpr std::uint64_t HEADERS = @headers@U;

class Model
{
public:
  virtual ~Model() = default;

  // Return HEADERS. Before anything else, because it is the same in every version.
  virtual std::uint64_t headers() const = 0;

  // Return the arm, with functions that remain valid as long as the plugin.
  virtual Arm arm() const = 0;
};

}  // namespace @package@
