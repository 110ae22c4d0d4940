#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Format, layers, translations and shell scripts; with --tidy also clang-tidy on the files that changed.
#   .ci/lint.sh [--tidy [BASE]]     BASE: a commit to compare with (default: the last one)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

failed=0
say() { printf 'lint: %s\n' "$*"; }
fail() { printf 'lint: FAILED: %s\n' "$*" >&2; failed=1; }
need() { command -v "$1" >/dev/null 2>&1 || { fail "$1 is not installed (packaging/setup.sh installs it)"; return 1; }; }

# Files of the tree that match the patterns, zero-terminated; new files count, ignored ones do not.
sources() {
  if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git ls-files -z --cached --others --exclude-standard -- "$@" | while IFS= read -r -d '' file; do
      if [ -f "$file" ]; then printf '%s\0' "$file"; fi
    done
  else
    local pattern
    for pattern in "$@"; do
      find . -path './build*' -prune -o -type f -name "${pattern##*/}" -print0
    done
  fi
}

check_format() {
  need clang-format || return 0
  say "format ($(clang-format --version | grep -o 'version [0-9.]*'))"
  sources '*.h' '*.cpp' | xargs -0 -r -n 20 -P "$(nproc)" clang-format --dry-run -Werror || fail "clang-format -i FILE puts it right"
}

check_shell() {
  local file
  say "shell scripts"
  while IFS= read -r -d '' file; do
    bash -n "$file" || fail "$file"
    [ -x "$file" ] || fail "$file is not executable"
    if command -v shellcheck >/dev/null 2>&1; then
      shellcheck -S warning "$file" || fail "$file"
    fi
  done < <(sources '*.sh' && printf '%s\0' .ci/run)
}

check_tidy() {
  local base=${1:-HEAD~1} files
  need clang-tidy || return 0
  [ -f build/tidy/compile_commands.json ] || cmake --preset tidy >/dev/null || { fail "cmake --preset tidy"; return 0; }
  git rev-parse -q --verify "$base^{commit}" >/dev/null || base=$(git hash-object -t tree /dev/null)
  mapfile -t files < <(
    { git diff --name-only --diff-filter=d "$base" -- '*.cpp'; git ls-files --others --exclude-standard -- '*.cpp'; } | sort -u)
  say "tidy, ${#files[@]} files changed since $base"
  [ "${#files[@]}" = 0 ] && return 0
  printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P "$(nproc)" clang-tidy --quiet -p build/tidy || fail "clang-tidy"
}

check_format
if need python3; then
  say "layers"
  python3 .ci/check_layers.py --quiet || fail "layers"
  say "translations"
  python3 .ci/check_translations.py || fail "translations"
fi
check_shell
if [ "${1:-}" = --tidy ]; then
  check_tidy "${2:-}"
fi

[ "$failed" = 0 ] && say "clean"
exit "$failed"
