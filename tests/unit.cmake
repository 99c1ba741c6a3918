# unit/test_*.c: one cmocka program and one test each.

find_path(CMOCKA_INCLUDE_DIR cmocka.h)
find_library(CMOCKA_LIBRARY cmocka)
mark_as_advanced(CMOCKA_INCLUDE_DIR CMOCKA_LIBRARY)
if(NOT CMOCKA_INCLUDE_DIR OR NOT CMOCKA_LIBRARY)
  message(WARNING "cmocka is missing: the unit tests are not built (see script/bootstrap)")
  return()
endif()

file(GLOB unit_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/unit/test_*.c)
foreach(source IN LISTS unit_sources)
  get_filename_component(name ${source} NAME_WE)
  add_test_program(${name} ${source})
  target_include_directories(${name} SYSTEM PRIVATE ${CMOCKA_INCLUDE_DIR})
  target_link_libraries(${name} PRIVATE ${CMOCKA_LIBRARY})
  add_test(NAME ${name} COMMAND ${name})
  set_common_properties(${name} unit 300)
endforeach()
