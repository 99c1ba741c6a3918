# script/*.sh: every executable one is a test; exit status 77 means skipped.

set(selvage_binary ${PROJECT_BINARY_DIR}/selvage)

function(add_script script)
  get_filename_component(name ${script} NAME)
  file(STRINGS ${script} head LIMIT_COUNT 10)
  set(timeout 300)
  if("${head}" MATCHES "# timeout: ([0-9]+)")
    set(timeout ${CMAKE_MATCH_1})
  endif()
  if("${head}" MATCHES "# builds: ([a-z ]+)")
    string(REPLACE " " ";" builds "${CMAKE_MATCH_1}")
    if(NOT SELVAGE_PRESET IN_LIST builds)
      return()
    endif()
  endif()
  add_test(NAME ${name} COMMAND ${script})
  set_common_properties(${name} script ${timeout})
  set_property(TEST ${name} APPEND PROPERTY ENVIRONMENT
    "SELVAGE=${selvage_binary}"
    "SELVAGE_ROOT=${PROJECT_SOURCE_DIR}"
    "SELVAGE_BUILD=${PROJECT_BINARY_DIR}")
  if("${head}" MATCHES "# serial")
    set_property(TEST ${name} PROPERTY RUN_SERIAL ON)
  endif()
endfunction()

file(GLOB scripts CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/script/*.sh)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${scripts})
foreach(script IN LISTS scripts)
  execute_process(COMMAND test -x ${script} RESULT_VARIABLE not_executable)
  if(NOT not_executable)
    add_script(${script})
  endif()
endforeach()
