# random/*.c: one program that draws small models from seeds and compares all
# engines on them. Every build looks at seeds of its own; with sanitizers it is
# slower, so fewer.

file(GLOB random_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/random/*.c)
if(random_sources)
  add_test_program(random_models ${random_sources})
  set(random_count 300)
  if(SELVAGE_SANITIZE OR SELVAGE_FUZZ OR SELVAGE_STRESS_HASH)
    set(random_count 60)
  endif()
  add_test(NAME random_models COMMAND random_models --only !boppo,smt --time 90
    --seed 1 --count ${random_count} --out ${CMAKE_CURRENT_BINARY_DIR})
  set_common_properties(random_models random 300)
  math(EXPR boppo_count "${random_count} / 6")  # a second for each model
  add_test(NAME random_boppo COMMAND random_models --only boppo --time 90
    --seed 1 --count ${boppo_count} --out ${CMAKE_CURRENT_BINARY_DIR})
  set_common_properties(random_boppo random 300)
  add_test(NAME random_smt COMMAND random_models --only smt --time 90
    --seed 1 --count ${boppo_count} --out ${CMAKE_CURRENT_BINARY_DIR})
  set_common_properties(random_smt random 300)
endif()
