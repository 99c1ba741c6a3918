# random/*.c: one program that draws small models from seeds and compares all
# engines on them. Every build looks at seeds of its own; with sanitizers it is
# slower, so fewer. Engines that need up to a second for a model do not try all
# their options on each: many models with some options find more than few with all.

# random_test(NAME COUNT CHECKS [OPTION...])
function(random_test name count checks)
  add_test(NAME ${name} COMMAND random_models --only "${checks}" --time 90 ${ARGN}
    --seed ${first} --count ${count} --out ${CMAKE_CURRENT_BINARY_DIR})
  set_common_properties(${name} random 600)
endfunction()

file(GLOB random_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/random/*.c)
if(random_sources)
  add_test_program(random_models ${random_sources})
  set(many 300)
  set(some 120)  # models in which blind actions have rivals are rare
  set(few 200)
  set(slow 110)  # of what needs half a second for a model
  set(rare 60)   # and of what needs seconds
  set(generated 30)  # the C compiler takes its time
  set(compiled 20)
  set(gpu 24)
  set(events 90)  # in four to five ways each
  set(control 150)
  set(control_smt 60)
  set(cycles 900)
  set(control_cegar 40)
  set(numbers 30)
  set(first 1)
  if(SELVAGE_SANITIZE OR SELVAGE_FUZZ OR SELVAGE_STRESS_HASH)
    set(many 60)
    set(some 60)
    set(few 40)
    set(slow 40)
    set(rare 16)
    set(generated 12)
    set(compiled 8)
    set(gpu 9)
    set(events 28)
    set(control 30)
    set(control_smt 12)
    set(cycles 150)
    set(control_cegar 6)
    set(numbers 6)
    set(first 10001)
  endif()
  add_test(NAME random_unknown_check COMMAND random_models --only nothing --count 1)
  set_tests_properties(random_unknown_check PROPERTIES WILL_FAIL TRUE)
  random_test(random_models ${many} !boppo,smt,bmc,ic3,cegar,implicit,polyhedra,events,generated,compiled,gpu,resumed,disk)
  # In threes: each of them is compiled.
  random_test(random_gpu ${gpu} gpu --rotate 3)
  random_test(random_generated ${generated} generated)
  random_test(random_resumed ${slow} resumed --rotate 3)
  random_test(random_disk ${slow} disk --rotate 3)
  random_test(random_compiled ${compiled} compiled --rotate 8)
  random_test(random_demand ${some} "bdd demand" --profile joint)
  random_test(random_boppo ${few} boppo --rotate 4)
  random_test(random_bmc ${few} bmc --rotate 4)
  random_test(random_ic3 ${few} ic3 --rotate 4)
  random_test(random_cegar ${rare} cegar,implicit --rotate 16)
  # Integers that no range bounds: also for IC3 over terms. Proofs may be late.
  random_test(random_numbers ${numbers} cegar,implicit,ic3 --profile numbers --rotate 17 --limit 2)
  random_test(random_polyhedra ${few} polyhedra --rotate 4)
  random_test(random_smt ${slow} smt --rotate 8)
  # In fours: every model is asked with the theory of orders or another back end, and with numbers as terms.
  random_test(random_events ${events} events --rotate 4)
  random_test(random_partners_events ${events} events --profile partners --rotate 12)
  random_test(random_beyond_events ${rare} "events theory all" --profile beyond)
  random_test(random_rooms_events ${rare} events --profile rooms --rotate 10 --states 300 --limit 1)
  random_test(random_cycles ${cycles} "infinite explicit" --infinite)
  random_test(random_cycles_listed ${some} "infinite explicit" --infinite --profile numbers --rotate 3)
  random_test(random_infinite ${slow} "infinite bdd,infinite ic3,infinite boppo,infinite bmc,infinite smt,infinite auto"
    --infinite --rotate 8)
  # The rules of control on our own models, and in every engine that has them from encode/control.
  file(GLOB models CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/corpus/svm/*.svm)
  foreach(check rules flat generated)
    add_test(NAME random_${check}_corpus
      COMMAND random_models --only ${check} --time 90 --out ${CMAKE_CURRENT_BINARY_DIR} ${models})
    set_common_properties(random_${check}_corpus random 300)
  endforeach()
  # Those of them that tell one mistake in these rules from another, by every way of every engine.
  set(models "")
  foreach(model atomic_assertion atomic_blocked atomic_jammed bad_two blocking class_cut else else_choice else_cut
                stable stable_cut stable_jammed stable_stuck yielding_taken_along)
    list(APPEND models ${CMAKE_CURRENT_SOURCE_DIR}/corpus/svm/${model}.svm)
  endforeach()
  add_test(NAME random_control_corpus
    COMMAND random_models --only bmc,smt,ic3,bdd,boppo --time 90 --out ${CMAKE_CURRENT_BINARY_DIR} ${models})
  set_common_properties(random_control_corpus random 300)
  foreach(engine bdd boppo bmc ic3)
    random_test(random_control_${engine} ${control} ${engine} --profile rules --rotate 4)
  endforeach()
  random_test(random_control_events ${events} events --profile rules --rotate 4)
  random_test(random_control_flat ${control} flat --profile rules)
  random_test(random_control_cegar ${control_cegar} cegar,implicit --profile rules --rotate 16)
  random_test(random_control_smt ${control_smt} smt --profile rules --rotate 8)
endif()
