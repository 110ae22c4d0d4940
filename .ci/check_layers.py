#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that modules include only what their DEPENDS in CMake allow.

The CMake files are the only list of arrows. Reported, with exit status 1:
  - an #include of a module that is not among the direct DEPENDS
  - DEPENDS that point upwards (core -> views, views -> app) or in a circle
  - Qt in core, as an include, a linked library or the QT keyword
  - qcustomplot.h outside views/curves and views/print
  - a source file that is in no module, or in two
  - an include that is not written from the root of the tree
  - a file without an SPDX line
A dependency that no file uses is only a note.
"""
import argparse
import os
import re
import sys

LAYERS = ("core", "views", "app")
CODE = (".h", ".cpp")
SPDX_DIRS = ("core", "views", "app", "tests", "cmake", "translations", "packaging", ".ci")
SPDX_NAMES = (".h", ".cpp", ".cmake", ".py", ".sh")
PLOT_DIRS = ("views/curves/", "views/print/")
# Pictures without a display: the only part of the CLI that may look at pages.
RENDER_FILES = re.compile(r"^app/cli/(render[^/]*$|render/)")
CLI_VIEWS = ("text", "print")

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
QT_INCLUDE = re.compile(r"^(Qt?[A-Z]\w*(/\w+)?|Qt\w+/.+|q[a-z0-9]+\.h)$")
COMMAND = re.compile(r"\b(tideline_module|target_sources|target_link_libraries)\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)")
KEYWORDS = {"SOURCES", "DEPENDS", "LINK", "QT", "PRIVATE", "PUBLIC", "INTERFACE"}


class Module:
    def __init__(self, name, directory):
        self.name = name
        self.directory = directory
        self.layer = directory.split("/")[0]
        self.sources = []
        self.depends = {}  # name -> where it is written
        self.used = set()


class Checker:
    def __init__(self, root):
        self.root = root
        self.errors = []
        self.notes = []
        self.modules = {}  # name -> Module
        self.by_dir = {}  # "core/store" -> Module

    def read(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8", errors="replace") as file:
            return file.read()

    def files(self, directory):
        """Paths below directory, relative to the root, sorted; build directories are left out."""
        found = []
        for base, dirs, names in os.walk(os.path.join(self.root, directory)):
            dirs[:] = sorted(d for d in dirs if not d.startswith("build") and d != "__pycache__")
            found += [os.path.relpath(os.path.join(base, name), self.root) for name in sorted(names)]
        return [path.replace(os.sep, "/") for path in found]

    def run(self):
        for layer in LAYERS:
            for path in self.files(layer):
                if os.path.basename(path) == "CMakeLists.txt":
                    self.parse_cmake(path)
        self.check_graph()
        self.check_membership()
        for layer in LAYERS:
            for path in self.files(layer):
                if path.endswith(CODE):
                    self.check_includes(path)
        self.check_spdx()
        for module in self.modules.values():
            for unused in sorted(set(module.depends) - module.used):
                if module.sources and unused in self.modules and self.modules[unused].sources:
                    self.notes.append(f"{module.directory}: no file includes anything of {unused}")

    # --- CMake ---------------------------------------------------------------------------------

    def parse_cmake(self, path):
        text = re.sub(r"#[^\n]*", "", self.read(path))
        directory = os.path.dirname(path)
        if directory.startswith("core/") and re.search(r"\bQt\d?::", text):
            self.errors.append(f"{path}: core links Qt")
        for command, body in COMMAND.findall(text):
            words = body.replace('"', " ").split()
            if not words:
                continue
            if command == "tideline_module":
                self.add_module(path, directory, words)
            elif command == "target_sources":
                module = self.modules.get(words[0].removeprefix("tideline_"))
                if module:
                    self.add_sources(module, directory, words[1:])
            else:
                self.add_links(path, directory, words)

    def add_module(self, path, directory, words):
        name, section = words[0], ""
        if name in self.modules:
            self.errors.append(f"{path}: module {name} is declared twice")
            return
        module = Module(name, directory)
        self.modules[name] = module
        self.by_dir["/".join(directory.split("/")[:2])] = module
        for word in words[1:]:
            if word in KEYWORDS:
                section = word
                if word == "QT" and module.layer == "core":
                    self.errors.append(f"{path}: core module {name} asks for QT")
            elif section == "SOURCES":
                self.add_sources(module, directory, [word])
            elif section == "DEPENDS":
                module.depends[word] = path

    def add_sources(self, module, directory, words):
        for word in words:
            if word not in KEYWORDS and word.endswith(CODE) and "$" not in word:
                module.sources.append(os.path.normpath(os.path.join(directory, word)).replace(os.sep, "/"))

    def add_links(self, path, directory, words):
        """Programs (app/cli, app/gui) are no tideline_module: what they link is what they may include."""
        parts = directory.split("/")
        if parts[0] != "app" or len(parts) < 2:
            return
        key = "/".join(parts[:2])
        module = self.by_dir.get(key)
        if module is None:
            module = Module(parts[1], key)
            self.modules[module.name] = self.by_dir[key] = module
        for word in words[1:]:
            if word.startswith("tideline_"):
                module.depends.setdefault(word.removeprefix("tideline_"), path)

    # --- rules ---------------------------------------------------------------------------------

    def check_graph(self):
        for module in self.modules.values():
            for name, where in module.depends.items():
                other = self.modules.get(name)
                if other and LAYERS.index(other.layer) > LAYERS.index(module.layer):
                    self.errors.append(f"{where}: {module.name} -> {name} points upwards")
        done, reported = set(), set()

        def visit(name, trail):
            if name in trail:
                circle = trail[trail.index(name):] + [name]
                if frozenset(circle) not in reported:
                    reported.add(frozenset(circle))
                    self.errors.append("DEPENDS go in a circle: " + " -> ".join(circle))
                return
            if name in done or name not in self.modules:
                return
            for following in self.modules[name].depends:
                if following != name:
                    visit(following, trail + [name])
            done.add(name)

        for name in list(self.modules):
            visit(name, [])

    def check_membership(self):
        owners = {}
        for module in self.modules.values():
            for source in module.sources:
                owners.setdefault(source, []).append(module.name)
                if not source.startswith(module.directory + "/"):
                    self.errors.append(f"{source}: lies outside {module.directory}, but module {module.name} lists it")
        for source, names in owners.items():
            if len(names) > 1:
                self.errors.append(f"{source}: is listed more than once ({', '.join(names)})")
        for layer in ("core", "views"):
            for path in self.files(layer):
                if path.endswith(CODE) and path not in owners:
                    self.errors.append(f"{path}: is in no module (add it to SOURCES)")

    def check_includes(self, path):
        module = self.by_dir.get("/".join(path.split("/")[:2]))
        if module is None:
            self.errors.append(f"{path}: its directory declares no module")
            return
        for line in self.read(path).splitlines():
            match = INCLUDE.match(line)
            if match:
                self.check_include(path, module, *match.groups())

    def check_include(self, path, module, quote, target):
        if os.path.basename(target) == "qcustomplot.h":
            if not path.startswith(PLOT_DIRS):
                self.errors.append(f"{path}: qcustomplot.h belongs to views/curves and views/print only")
            return
        if module.layer == "core" and QT_INCLUDE.match(target):
            self.errors.append(f"{path}: core includes Qt ({target})")
            return
        parts = target.split("/")
        if parts[0] not in LAYERS or len(parts) < 3:
            beside = os.path.join(self.root, os.path.dirname(path), target)
            if quote == '"' and os.path.exists(beside):
                self.errors.append(f"{path}: \"{target}\" is not written from the root of the tree")
            return
        other = self.by_dir.get("/".join(parts[:2]))
        name = other.name if other else parts[1]
        if other is module:
            return
        module.used.add(name)
        if name not in module.depends:
            self.errors.append(f"{path}: {module.name} -> {name} is not in DEPENDS ({target})")
        elif module.directory == "app/cli" and parts[0] == "views" and name not in CLI_VIEWS:
            if not RENDER_FILES.match(path):
                self.errors.append(f"{path}: of app/cli only render may include {parts[0]}/{parts[1]} ({target})")

    def check_spdx(self):
        paths = [name for name in sorted(os.listdir(self.root))
                 if name == "CMakeLists.txt" or name.endswith(SPDX_NAMES)]
        for directory in SPDX_DIRS:
            paths += [path for path in self.files(directory)
                      if path.endswith(SPDX_NAMES) or os.path.basename(path) == "CMakeLists.txt"]
        for path in paths:
            if "/data/" in path:
                continue
            if "SPDX-License-Identifier: " not in "\n".join(self.read(path).splitlines()[:3]):
                self.errors.append(f"{path}: no SPDX line at the top")


def main():
    parser = argparse.ArgumentParser(description="Checks module arrows; see the head of this file.")
    parser.add_argument("--root", default=os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    parser.add_argument("--quiet", action="store_true", help="no notes")
    options = parser.parse_args()
    checker = Checker(options.root)
    checker.run()
    if not checker.modules:
        print(f"layers: no modules found below {options.root}", file=sys.stderr)
        return 1
    if not options.quiet:
        for note in checker.notes:
            print(f"note: {note}")
    for error in checker.errors:
        print(error, file=sys.stderr)
    print(f"layers: {len(checker.modules)} modules, {len(checker.errors)} errors")
    return 1 if checker.errors else 0


if __name__ == "__main__":
    sys.exit(main())
