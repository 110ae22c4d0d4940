#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Drags a file from another program onto the real window, through a real X server:
#   xdnd.sh TIDELINE DRAG_SOURCE
# Passes when the window's title names the dropped file. SKIPPED (77) without Xvfb or xdotool.
set -euo pipefail

tideline=$1
source=$2
for tool in Xvfb xdotool; do
  command -v "$tool" >/dev/null || { echo "SKIPPED: $tool is not installed"; exit 77; }
done

work=$(mktemp -d)
pids=()
cleanup() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  rm -rf "$work"
}
trap cleanup EXIT

printf '[{"ph":"X","name":"dropped","pid":1,"tid":1,"ts":1,"dur":5}]' >"$work/timeline.json"
export XDG_CONFIG_HOME="$work/config" XDG_CACHE_HOME="$work/cache" XDG_STATE_HOME="$work/state"
export XDG_RUNTIME_DIR="$work" QT_QPA_PLATFORM=xcb LC_ALL=C.UTF-8
unset WAYLAND_DISPLAY

Xvfb -displayfd 3 -screen 0 1600x1000x24 -nolisten tcp 3>"$work/display" >/dev/null 2>&1 &
pids+=($!)
for _ in $(seq 100); do [ -s "$work/display" ] && break; sleep 0.1; done
[ -s "$work/display" ] || { echo "no display came up"; exit 1; }
DISPLAY=":$(cat "$work/display")"
export DISPLAY

"$tideline" --lang en --safe-mode >"$work/tideline.log" 2>&1 &
pids+=($!)
window=$(timeout 30 xdotool search --sync --onlyvisible --name 'Tideline' | head -n 1)
xdotool windowmove "$window" 0 0 windowsize "$window" 1200 900
"$source" "$work/timeline.json" 1400 850 >"$work/source.log" 2>&1 &
pids+=($!)
timeout 30 xdotool search --sync --onlyvisible --name 'drag source' >/dev/null

xdotool mousemove 1440 890
sleep 0.3
xdotool mousedown 1
for step in $(seq 1 20); do
  xdotool mousemove $((1440 - 40 * step)) $((890 - 20 * step))
  sleep 0.05
done
sleep 0.3
xdotool mouseup 1

for _ in $(seq 100); do
  title=$(xdotool getwindowname "$window" 2>/dev/null || true)
  case $title in *timeline.json*) echo "opened by drop: $title"; exit 0 ;; esac
  sleep 0.1
done
echo "the drop did not open the file; the title is '$title'"
cat "$work/source.log" "$work/tideline.log"
exit 1
