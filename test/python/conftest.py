"""The package is found by every test."""

import hosts as hosts
