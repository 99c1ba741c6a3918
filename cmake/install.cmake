# What `cmake --install` puts where: program, libraries, header, pkg-config files, CMake package,
# manual page, completions of shells, examples, documentation.

include(CMakePackageConfigHelpers)

install(TARGETS selvage_static selvage_shared EXPORT SelvageTargets)
install(FILES include/selvage.h TYPE INCLUDE)
if(TARGET selvage)
  install(TARGETS selvage)
endif()
foreach(module IN ITEMS selvage_llvm selvage_mpi)
  if(TARGET ${module})
    install(TARGETS ${module} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/selvage)
  endif()
endforeach()

# find_package(Selvage) gives Selvage::selvage (shared) and Selvage::static.
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Selvage)
install(EXPORT SelvageTargets NAMESPACE Selvage:: DESTINATION ${package})
configure_package_config_file(cmake/SelvageConfig.cmake.in ${PROJECT_BINARY_DIR}/SelvageConfig.cmake
                              INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/SelvageConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/SelvageConfig.cmake
              ${PROJECT_BINARY_DIR}/SelvageConfigVersion.cmake DESTINATION ${package})

# The folders are found from where the .pc file lies, so that the prefix may be another one.
file(RELATIVE_PATH pc_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" pc_prefix "${pc_prefix}")
list(TRANSFORM SELVAGE_LINK_NAMES PREPEND -l OUTPUT_VARIABLE pc_libraries)
string(REPLACE ";" " " pc_libraries "${pc_libraries}")
foreach(kind IN ITEMS selvage selvage-static)
  configure_file(cmake/${kind}.pc.in ${PROJECT_BINARY_DIR}/${kind}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${kind}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

# Completions come from the program's own lists.
if(TARGET selvage)
  set(completions ${PROJECT_BINARY_DIR}/completions)
  file(MAKE_DIRECTORY ${completions})
  foreach(shell IN ITEMS bash zsh fish)
    add_custom_command(OUTPUT ${completions}/${shell} DEPENDS selvage
                       COMMAND selvage completions ${shell} > ${completions}/${shell} VERBATIM)
  endforeach()
  add_custom_target(selvage_completions ALL
                    DEPENDS ${completions}/bash ${completions}/zsh ${completions}/fish)
  set(SELVAGE_ZSH_COMPLETIONS ${CMAKE_INSTALL_DATADIR}/zsh/site-functions
      CACHE STRING "Where completions for zsh are installed")
  install(FILES ${completions}/bash RENAME selvage
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${completions}/zsh RENAME _selvage DESTINATION ${SELVAGE_ZSH_COMPLETIONS})
  install(FILES ${completions}/fish RENAME selvage.fish
          DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

file(GLOB manual CONFIGURE_DEPENDS docs/selvage.1 docs/man/*.1)
install(FILES ${manual} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR}
        FILES_MATCHING PATTERN *.md PATTERN *.svg PATTERN *.json PATTERN man EXCLUDE)
install(FILES README.md NEWS.md CONTRIBUTING.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
