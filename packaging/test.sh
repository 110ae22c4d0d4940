#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds everything and runs the whole test suite.
#   packaging/test.sh [CTEST-OPTION…]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf 'test: %s\n' "$*"; }

packaging/setup.sh
log=$(mktemp)
trap 'rm -f "$log"' EXIT

say "configuring"
cmake --preset ci >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
say "building (some minutes the first time)"
cmake --build --preset ci --parallel "$(nproc)" >"$log" 2>&1 || { tail -n 80 "$log" >&2; exit 1; }
say "testing"
# ctest prints its closing lines last; nothing follows them.
ctest --preset ci --output-on-failure --parallel "$(nproc)" "$@"
