"""From a bag to samples of one arm: which topic is what, its messages in the arm's joint order."""
