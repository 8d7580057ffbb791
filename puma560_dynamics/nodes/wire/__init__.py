"""Between ROS messages and the package: messages, parameters, diagnostics, spinning."""
