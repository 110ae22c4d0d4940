#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what Tideline needs on Debian 12: quietly, and only what is missing.
#   packaging/setup.sh               everything for building, testing and checking
#   packaging/setup.sh --build-only  only what the two programs need
#   packaging/setup.sh --print       the package names, nothing is installed
set -euo pipefail

build_packages=(
  g++ cmake ninja-build ccache pkg-config
  qt6-base-dev qt6-svg-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools qt6-qpa-plugins qt6-wayland qt6-translations-l10n
  libgl-dev libqcustomplot-dev
  libsimdjson-dev nlohmann-json3-dev libcli11-dev libfmt-dev libxxhash-dev libbenchmark-dev
  libarchive-dev libsqlite3-dev libzstd-dev zlib1g-dev
  fonts-dejavu-core fonts-noto-cjk
)
check_packages=(
  git file python3 clang-format clang-tidy
  xvfb xauth xdotool poppler-utils
  desktop-file-utils appstream shared-mime-info
)

say() { printf 'setup: %s\n' "$*"; }
die() { printf 'setup: %s\n' "$*" >&2; exit 1; }

list_libraries() {
  cat >&2 <<'LIST'
setup: only Debian 12 is installed automatically. Please install these with your own package manager,
setup: then build with: cmake -S . -B build/release -G Ninja -DCMAKE_BUILD_TYPE=Release && cmake --build build/release

  a C++20 compiler    GCC 12 or newer
  CMake               3.25        Ninja            1.11      pkg-config   any
  Qt                  6.4         (base, svg, tools with Linguist, translations, the xcb and offscreen platform plugins)
  QCustomPlot         2.1, built for Qt 6
  simdjson            3.0         nlohmann_json    3.11      CLI11        2.1
  fmt                 9.1         xxHash           0.8       zstd         1.5
  libarchive          3.6         zlib             1.2       SQLite       3.40
  Google Benchmark    1.7
  fonts               DejaVu Sans, Noto Sans CJK SC
  for the checks      clang-format 14, clang-tidy 14, Python 3.11, Xvfb, xdotool, poppler-utils
LIST
  exit 1
}

is_debian_12() {
  [ -r /etc/os-release ] || return 1
  # shellcheck disable=SC1091
  (. /etc/os-release && [ "${ID:-}" = debian ] && [ "${VERSION_ID:-}" = 12 ])
}

is_installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Runs a command as root; what it prints is shown only if it fails.
as_root_quietly() {
  local log status=0
  log=$(mktemp)
  if [ "$(id -u)" = 0 ]; then
    DEBIAN_FRONTEND=noninteractive "$@" >"$log" 2>&1 </dev/null || status=$?
  else
    # shellcheck disable=SC2024
    sudo env DEBIAN_FRONTEND=noninteractive "$@" >"$log" 2>&1 || status=$?
  fi
  [ "$status" = 0 ] || cat "$log" >&2
  rm -f "$log"
  return "$status"
}

packages=("${build_packages[@]}" "${check_packages[@]}")
case "${1:-}" in
  '') ;;
  --build-only) packages=("${build_packages[@]}") ;;
  --print) printf '%s\n' "${packages[@]}"; exit 0 ;;
  *) sed -n '3,6s/^# //p' "$0"; [ "$1" = --help ] && exit 0; exit 2 ;;
esac

is_debian_12 || list_libraries

missing=()
for package in "${packages[@]}"; do
  is_installed "$package" || missing+=("$package")
done
if [ "${#missing[@]}" = 0 ]; then
  say "all ${#packages[@]} packages are there"
  exit 0
fi

[ "$(id -u)" = 0 ] || command -v sudo >/dev/null || die "not root and no sudo; missing: ${missing[*]}"
say "installing ${#missing[@]} packages: ${missing[*]}"
as_root_quietly apt-get update -qq || die "apt-get update failed"
as_root_quietly apt-get install -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 "${missing[@]}" ||
  die "installing failed"
for package in "${missing[@]}"; do
  is_installed "$package" || die "$package is still missing"
done
say "done"
