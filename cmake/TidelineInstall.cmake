# SPDX-License-Identifier: GPL-3.0-or-later
# `cmake --install`: the programs, and what a desktop needs to show and start them.
include(GNUInstallDirs)

foreach(program tideline tideline-cli)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  endif()
endforeach()

if(TARGET tideline)
  set(id org.tideline.Tideline)
  install(FILES "${PROJECT_SOURCE_DIR}/packaging/${id}.desktop"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/applications")
  install(FILES "${PROJECT_SOURCE_DIR}/packaging/${id}.metainfo.xml"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo")
  install(FILES "${PROJECT_SOURCE_DIR}/packaging/${id}.mime.xml"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages" RENAME ${id}.xml)
  install(FILES "${PROJECT_SOURCE_DIR}/resources/icons/tideline.svg"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps" RENAME ${id}.svg)
endif()
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/README.md"
  DESTINATION "${CMAKE_INSTALL_DOCDIR}")
