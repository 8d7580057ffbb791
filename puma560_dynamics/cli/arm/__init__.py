"""`puma560 arm`: an arm file, checked and written as a robot description."""
