"""What other processes show, queried through any rclpy node; launch files query it through launch's own node."""
