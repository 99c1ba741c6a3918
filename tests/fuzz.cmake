# fuzz/fuzz_<name>.c: replayed over fuzz/seeds/<name> and the corpus and error
# files of that name; with SELVAGE_FUZZ also built as libfuzzer_<name>.

file(GLOB fuzz_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/fuzz_*.c)
foreach(source IN LISTS fuzz_sources)
  get_filename_component(target ${source} NAME_WE)
  string(REGEX REPLACE "^fuzz_" "" name ${target})
  add_test_program(${target} ${source} fuzz/replay_main.c)
  add_test(NAME ${target} COMMAND ${target}
    ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/seeds/${name}
    ${CMAKE_CURRENT_SOURCE_DIR}/corpus/${name}
    ${CMAKE_CURRENT_SOURCE_DIR}/errors/${name})
  set_common_properties(${target} fuzz 300)
  if(SELVAGE_FUZZ)
    add_test_program(libfuzzer_${name} ${source})
    target_link_options(libfuzzer_${name} PRIVATE -fsanitize=fuzzer)
  endif()
endforeach()
