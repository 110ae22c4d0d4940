# SPDX-License-Identifier: GPL-3.0-or-later
# Language level, warnings, sanitizers and the options a builder may set.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

option(TIDELINE_WITH_GUI "Build the desktop program and everything that needs Qt widgets" ON)
option(TIDELINE_WITH_TESTS "Build the test suite" ON)
option(TIDELINE_WITH_BENCH "Build the bench_* programs" ON)
option(TIDELINE_WERROR "Treat warnings as errors" ON)
set(TIDELINE_SANITIZE "" CACHE STRING "Sanitizers for every target, for instance address,undefined or thread")

set(_samples_default "")
if(EXISTS "${PROJECT_SOURCE_DIR}/../shared/samples")
  set(_samples_default "${PROJECT_SOURCE_DIR}/../shared")
endif()
set(TIDELINE_SAMPLES_DIR "${_samples_default}" CACHE PATH "The sample corpus; tests that need it are skipped without it")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

find_program(TIDELINE_CCACHE ccache)
if(TIDELINE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${TIDELINE_CCACHE}")
endif()

add_compile_options(-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  add_compile_options(-Wno-restrict) # false alarms on std::string operator+ (GCC PR 105651)
endif()
if(TIDELINE_WERROR)
  add_compile_options(-Werror)
endif()
if(TIDELINE_SANITIZE)
  add_compile_options(-fsanitize=${TIDELINE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${TIDELINE_SANITIZE})
endif()
# Qt 6 marks what is deprecated; we want none of it.
add_compile_definitions(QT_DISABLE_DEPRECATED_BEFORE=0x060400 QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII)
