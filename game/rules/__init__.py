"""The rulebooks, each straight down in its own order; none imports another."""
