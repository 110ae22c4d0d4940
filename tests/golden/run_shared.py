#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a check of the sample corpus on the command line program: run_shared.py CORPUS CHECK CLI [ARGUMENT...].

Exits 77 with a line SKIPPED where the corpus is absent.
"""
import os
import subprocess
import sys

from walk import listing


def main():
    corpus, check, cli, *rest = sys.argv[1:]
    script = os.path.join(corpus, "checks", check)
    if not corpus or not os.path.isfile(script):
        print("SKIPPED: the sample corpus is not there (TIDELINE_SAMPLES_DIR)")
        return 77
    before = listing(corpus)
    code = subprocess.run([sys.executable, script, cli, *rest], check=False).returncode
    if listing(corpus) != before:
        print("FAIL: the corpus changed on disk")
        return 1
    return code


if __name__ == "__main__":
    sys.exit(main())
