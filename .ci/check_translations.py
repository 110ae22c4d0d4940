#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks translations/*.ts: zh_CN is complete, and place markers (%1, %n) survive every translation.

Texts that changed in the sources but were not run through the target `update_translations` are not noticed.
"""
import argparse
import glob
import os
import re
import sys
import xml.etree.ElementTree as ElementTree

MARKER = re.compile(r"%(?:L?\d+|n)")
COMPLETE = ("zh_CN",)


def forms_of(translation):
    forms = [form.text or "" for form in translation.findall("numerusform")]
    return forms or [translation.text or ""]


def check_message(message, must_be_complete):
    """Problems of one <message>, as words."""
    translation = message.find("translation")
    state = "" if translation is None else translation.get("type", "")
    if state in ("vanished", "obsolete"):
        return []
    forms = [""] if translation is None else forms_of(translation)
    problems = []
    if must_be_complete and state == "unfinished":
        problems.append("unfinished")
    if must_be_complete and not all(form.strip() for form in forms):
        problems.append("empty")
    wanted = set(MARKER.findall(message.findtext("source") or "")) - {"%n"}
    for form in forms:
        if form and set(MARKER.findall(form)) - {"%n"} != wanted:
            problems.append("place markers differ from the source")
            break
    return problems


def check_file(path):
    """(number of messages, list of problems) of one .ts file."""
    try:
        root = ElementTree.parse(path).getroot()
    except (ElementTree.ParseError, OSError) as error:
        return 0, [f"{path}: {error}"]
    complete = root.get("language") in COMPLETE or any(f"_{name}.ts" in path for name in COMPLETE)
    count, problems = 0, []
    for context in root.findall("context"):
        for message in context.findall("message"):
            count += 1
            for problem in check_message(message, complete):
                source = (message.findtext("source") or "").replace("\n", " ")[:60]
                problems.append(f"{path}: [{context.findtext('name')}] \"{source}\": {problem}")
    return count, problems


def main():
    parser = argparse.ArgumentParser(description="Checks the translation files; see the head of this file.")
    parser.add_argument("--root", default=os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    root = parser.parse_args().root
    paths = sorted(glob.glob(os.path.join(root, "translations", "*.ts")))
    problems = [f"translations/tideline_{name}.ts is missing" for name in COMPLETE
                if not any(path.endswith(f"_{name}.ts") for path in paths)]
    total = 0
    for path in paths:
        count, found = check_file(path)
        total += count
        problems += found
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"translations: {len(paths)} files, {total} texts, {len(problems)} errors")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
