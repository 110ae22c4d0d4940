#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The translations check fails on a Chinese text that is unfinished, empty or lost a place marker."""
import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CHECK = os.path.join(ROOT, ".ci", "check_translations.py")
FILE = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="{language}"><context><name>Page</name><message>
<source>%1 of %2</source>{translation}</message></context></TS>
"""


class Translations(unittest.TestCase):
    def status(self, language, translation):
        with tempfile.TemporaryDirectory() as root:
            os.mkdir(os.path.join(root, "translations"))
            texts = {"zh_CN": "<translation>%1 / %2</translation>", language: translation}
            for name, text in texts.items():
                with open(os.path.join(root, "translations", f"tideline_{name}.ts"), "w", encoding="utf-8") as file:
                    file.write(FILE.format(language=name, translation=text))
            command = [sys.executable, CHECK, "--root", root]
            return subprocess.run(command, capture_output=True, check=False).returncode

    def test_complete(self):
        self.assertEqual(self.status("zh_CN", "<translation>共 %2，第 %1</translation>"), 0)

    def test_unfinished(self):
        self.assertEqual(self.status("zh_CN", '<translation type="unfinished">%1 / %2</translation>'), 1)

    def test_empty(self):
        self.assertEqual(self.status("zh_CN", "<translation></translation>"), 1)

    def test_lost_marker(self):
        self.assertEqual(self.status("zh_CN", "<translation>共 %2</translation>"), 1)

    def test_english_may_be_unfinished(self):
        self.assertEqual(self.status("en", '<translation type="unfinished"></translation>'), 0)


if __name__ == "__main__":
    unittest.main()
