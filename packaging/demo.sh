#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# From a clone to a look at a profile: installs what is missing, builds, and opens PATH or the built-in sample.
#   packaging/demo.sh [PATH]
# Without a display it writes pictures and tables into ./tideline-demo/ and prints what it found.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
out="$PWD/tideline-demo"

say() { printf 'demo: %s\n' "$*"; }
die() { printf 'demo: %s\n' "$*" >&2; exit 1; }

# Runs a command with its output in a log; on failure the end of the log is shown.
quietly() {
  local log
  log=$(mktemp)
  if ! "$@" >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    rm -f "$log"
    die "failed: $*"
  fi
  rm -f "$log"
}

build() {
  say "building (some minutes the first time)"
  cd "$root"
  quietly cmake --preset release
  quietly cmake --build --preset release --parallel "$(nproc)" --target tideline tideline-cli
  cd - >/dev/null
}

program() {
  local found
  found=$(find "$root/build/release" -type f -perm -u+x -name "$1" -print -quit)
  [ -n "$found" ] || die "$1 was not built"
  printf '%s\n' "$found"
}

make_sample() {
  say "writing the built-in sample"
  mkdir -p "$out"
  rm -rf "$out/sample"
  quietly "$cli" sample -o "$out/sample"
}

show_in_terminal() {
  say "no display (DISPLAY and WAYLAND_DISPLAY are not set): writing pictures and tables instead"
  mkdir -p "$out"
  for view in triage timeline curves flame; do
    say "drawing $view.png"
    quietly "$cli" render "$path" --view "$view" --size 1600x900 -o "$out/$view.png"
  done
  for format in pdf html; do
    say "writing report.$format"
    quietly "$cli" report "$path" -o "$out/report.$format"
  done
  say "writing top.csv"
  "$cli" top "$path" --top 20 --csv >"$out/top.csv"

  printf '\n== what is in there\n'
  "$cli" info "$path"
  printf '\n== the ten heaviest operators\n'
  "$cli" top "$path" --top 10
  printf '\n== operators that take 5 %% of the compute time and more, with hints\n'
  "$cli" hotspot "$path"
  printf '\n== where the time of each step goes\n'
  "$cli" steps "$path"
  printf '\n== collectives\n'
  "$cli" communication "$path"

  printf '\n'
  say "files:"
  for name in triage.png timeline.png curves.png flame.png report.pdf report.html top.csv; do
    [ -s "$out/$name" ] || die "$out/$name was not written"
    printf '  %s\n' "$out/$name"
  done
}

case "${1:-}" in
  -h | --help) sed -n '3,5s/^# //p' "${BASH_SOURCE[0]}"; exit 0 ;;
esac
[ "$#" -le 1 ] || die "one PATH at most"
path=${1:-}
if [ "$#" = 1 ]; then
  [ -e "$path" ] || die "no such file or directory: $path"
  path=$(realpath -s -- "$path")
fi

"$root/packaging/setup.sh" --build-only
build
cli=$(program tideline-cli)
gui=$(program tideline)
if [ -z "$path" ]; then
  make_sample
  path="$out/sample"
fi

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  say "opening $path"
  "$gui" "$path"
  say "closed; to look again: $gui $path"
else
  show_in_terminal
fi
