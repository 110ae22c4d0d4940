#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs the freedesktop validators over packaging/; exit 77 (skipped) where none of them is installed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../packaging"

ran=0
have() { command -v "$1" >/dev/null 2>&1; }

if have desktop-file-validate; then
  ran=1
  desktop-file-validate org.tideline.Tideline.desktop
fi
if have appstreamcli; then
  ran=1
  appstreamcli validate --no-net org.tideline.Tideline.metainfo.xml
fi
if have update-mime-database; then
  ran=1
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  mkdir -p "$scratch/mime/packages"
  cp org.tideline.Tideline.mime.xml "$scratch/mime/packages/"
  update-mime-database "$scratch/mime"
  grep -q 'application/x-tideline-session:\*\.tideline' "$scratch/mime/globs"
  # Traces are plain JSON; taking them over would break every other program's defaults.
  if grep -q 'json' "$scratch/mime/globs"; then
    echo "the MIME file claims JSON" >&2
    exit 1
  fi
fi
[ "$ran" = 1 ] || exit 77
