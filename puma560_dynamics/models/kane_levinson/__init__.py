"""Kane and Levinson's Stanford Arm (1983), equation by equation."""
