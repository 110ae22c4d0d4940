# SPDX-License-Identifier: GPL-3.0-or-later
# tideline_module(NAME SOURCES … DEPENDS … [LINK …] [QT]): one static library per module.
# DEPENDS is the only list of arrows; .ci/check_layers.py reads it and fails on any other include.
function(tideline_module name)
  cmake_parse_arguments(M "QT" "" "SOURCES;DEPENDS;LINK" ${ARGN})
  set(target tideline_${name})
  if(NOT M_SOURCES)
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  else()
    add_library(${target} STATIC ${M_SOURCES})
    set(scope PUBLIC)
  endif()
  target_include_directories(${target} ${scope} "${PROJECT_SOURCE_DIR}")
  if(M_QT)
    set_target_properties(${target} PROPERTIES AUTOMOC ON)
  endif()
  foreach(dep IN LISTS M_DEPENDS)
    target_link_libraries(${target} ${scope} tideline_${dep})
  endforeach()
  target_link_libraries(${target} ${scope} ${M_LINK})
endfunction()

# Tests leave the person's cache, settings and state alone.
set(TIDELINE_TEST_HOMES "XDG_CACHE_HOME=${CMAKE_BINARY_DIR}/xdg/cache;XDG_CONFIG_HOME=${CMAKE_BINARY_DIR}/xdg/config"
  "XDG_STATE_HOME=${CMAKE_BINARY_DIR}/xdg/state")

# tideline_test(NAME SOURCES … LINK … [LABELS …]): a Qt Test program, run on the offscreen platform.
function(tideline_test name)
  cmake_parse_arguments(T "" "" "SOURCES;LINK;LABELS" ${ARGN})
  add_executable(${name} ${T_SOURCES})
  set_target_properties(${name} PROPERTIES AUTOMOC ON)
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name} PRIVATE ${T_LINK} Qt6::Test)
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES
    ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;${TIDELINE_TEST_HOMES}"
    LABELS "${T_LABELS}" TIMEOUT 300)
endfunction()
