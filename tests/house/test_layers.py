#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The layers check must fail on what it is there to find. Each case plants one fault into a small clean tree."""
import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CHECK = os.path.join(ROOT, ".ci", "check_layers.py")
CODE = "// SPDX-License-Identifier: GPL-3.0-or-later\n#pragma once\n"
CMAKE = "# SPDX-License-Identifier: GPL-3.0-or-later\n"

TREE = {
    "CMakeLists.txt": CMAKE,
    "core/base/CMakeLists.txt": CMAKE + "tideline_module(base\n  SOURCES time.h\n  LINK fmt::fmt)\n",
    "core/base/time.h": CODE,
    "core/store/CMakeLists.txt": CMAKE + "tideline_module(store\n  SOURCES trace.h\n    trace.cpp # both\n  DEPENDS\n    base)\n",
    "core/store/trace.h": CODE + '#include <vector>\n\n#include "core/base/time.h"\n',
    "core/store/trace.cpp": CODE + '#include "core/store/trace.h"\n',
    "core/scene/CMakeLists.txt": CMAKE + "tideline_module(scene SOURCES time_axis.h DEPENDS base store)\n",
    "core/scene/time_axis.h": CODE + '#include "core/store/trace.h"\n#include "core/base/time.h"\n',
    "views/paint/CMakeLists.txt": CMAKE + "tideline_module(paint QT SOURCES painter.h DEPENDS scene LINK Qt6::Gui)\n",
    "views/paint/painter.h": CODE + '#include <QImage>\n\n#include "core/scene/time_axis.h"\n',
    "views/text/CMakeLists.txt": CMAKE + "tideline_module(text QT SOURCES words.h DEPENDS base LINK Qt6::Core)\n",
    "views/text/words.h": CODE + '#include <QString>\n\n#include "core/base/time.h"\n',
    "app/cli/CMakeLists.txt": CMAKE
    + "add_executable(tideline-cli main.cpp render.cpp)\n"
    + "target_link_libraries(tideline-cli PRIVATE tideline_store tideline_text tideline_paint)\n",
    "app/cli/main.cpp": CODE + '#include "core/store/trace.h"\n#include "views/text/words.h"\n',
    "app/cli/render.cpp": CODE + '#include "views/paint/painter.h"\n',
}


class Layers(unittest.TestCase):
    def run_check(self, changes):
        """Exit status and all output of the check over the clean tree with the changes applied."""
        with tempfile.TemporaryDirectory() as root:
            for path, text in {**TREE, **changes}.items():
                os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
                with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                    file.write(text)
            done = subprocess.run([sys.executable, CHECK, "--root", root], capture_output=True, text=True, check=False)
            return done.returncode, done.stdout + done.stderr

    def assert_fails(self, changes, message):
        status, output = self.run_check(changes)
        self.assertEqual(status, 1, output)
        self.assertIn(message, output)
        self.assertIn(" 1 errors", output)

    def plant(self, path, line):
        return {path: TREE[path] + line + "\n"}

    def test_clean_tree_passes(self):
        status, output = self.run_check({})
        self.assertEqual(status, 0, output)

    def test_upward_include_names_the_arrow(self):
        self.assert_fails(self.plant("core/store/trace.h", '#include "core/scene/time_axis.h"'),
                          "core/store/trace.h: store -> scene is not in DEPENDS (core/scene/time_axis.h)")

    def test_include_through_a_dependency_is_not_direct(self):
        self.assert_fails(self.plant("views/paint/painter.h", '#include "core/store/trace.h"'),
                          "paint -> store is not in DEPENDS")

    def test_core_must_not_include_views(self):
        self.assert_fails(self.plant("core/scene/time_axis.h", '#include "views/text/words.h"'),
                          "scene -> text is not in DEPENDS")

    def test_unknown_module(self):
        self.assert_fails(self.plant("core/store/trace.h", '#include "core/nowhere/x.h"'), "store -> nowhere")

    def test_qt_in_core(self):
        for include in ("<QString>", "<QtCore/QString>", "<qglobal.h>", '"QString"'):
            self.assert_fails(self.plant("core/base/time.h", "#include " + include), "core/base/time.h: core includes Qt")

    def test_qt_linked_by_core(self):
        path = "core/base/CMakeLists.txt"
        self.assert_fails({path: TREE[path].replace("fmt::fmt", "Qt6::Core")}, "core links Qt")

    def test_upward_depends(self):
        path = "core/store/CMakeLists.txt"
        self.assert_fails({path: TREE[path].replace("base)", "base text)")}, "store -> text points upwards")

    def test_circle(self):
        path = "core/base/CMakeLists.txt"
        self.assert_fails({path: TREE[path].replace("LINK", "DEPENDS store LINK")}, "in a circle: ")

    def test_plot_library_outside_its_folders(self):
        self.assert_fails(self.plant("views/paint/painter.h", "#include <qcustomplot.h>"), "qcustomplot.h belongs to")

    def test_file_in_no_module(self):
        self.assert_fails({"core/store/stray.h": CODE}, "core/store/stray.h: is in no module")

    def test_file_listed_twice(self):
        path = "core/scene/CMakeLists.txt"
        self.assert_fails({path: TREE[path].replace("time_axis.h", "time_axis.h time_axis.h")}, "listed more than once")

    def test_include_beside_the_file(self):
        self.assert_fails(self.plant("core/store/trace.cpp", '#include "trace.h"'), "not written from the root")

    def test_missing_licence_line(self):
        self.assert_fails({"core/base/time.h": "#pragma once\n"}, "core/base/time.h: no SPDX line")

    def test_pages_only_from_render(self):
        self.assert_fails(self.plant("app/cli/main.cpp", '#include "views/paint/painter.h"'), "only render may include")

    def test_unused_dependency_is_a_note(self):
        path = "views/text/CMakeLists.txt"
        status, output = self.run_check({path: TREE[path].replace("DEPENDS base", "DEPENDS base store")})
        self.assertEqual(status, 0, output)
        self.assertIn("note: views/text: no file includes anything of store", output)


if __name__ == "__main__":
    unittest.main()
