# The libraries that Selvage stands on, as one interface target.

add_library(selvage_libraries INTERFACE)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
target_link_libraries(selvage_libraries INTERFACE Threads::Threads m)

# selvage_find(<library> <header>): required; says what to do when it is missing.
function(selvage_find name header)
  string(TOUPPER ${name} upper)
  find_path(${upper}_INCLUDE_DIR ${header})
  find_library(${upper}_LIBRARY ${name})
  mark_as_advanced(${upper}_INCLUDE_DIR ${upper}_LIBRARY)
  if(NOT ${upper}_INCLUDE_DIR OR NOT ${upper}_LIBRARY)
    message(FATAL_ERROR "${name} (${header}) is missing; script/bootstrap installs what is needed")
  endif()
  target_include_directories(selvage_libraries SYSTEM INTERFACE ${${upper}_INCLUDE_DIR})
  target_link_libraries(selvage_libraries INTERFACE ${${upper}_LIBRARY})
endfunction()

selvage_find(gmp gmp.h)
selvage_find(jansson jansson.h)
selvage_find(bdd bdd.h)              # BuDDy
selvage_find(cadical ccadical.h)     # written in C++, used through its C interface
target_link_libraries(selvage_libraries INTERFACE stdc++ m)
selvage_find(qdpll qdpll/qdpll.h)    # DepQBF
selvage_find(z3 z3.h)

# libxml2 reads XMI; without it UML models come from PlantUML only.
find_package(LibXml2)
if(LIBXML2_FOUND)
  target_include_directories(selvage_libraries SYSTEM INTERFACE ${LIBXML2_INCLUDE_DIRS})
  target_link_libraries(selvage_libraries INTERFACE ${LIBXML2_LIBRARIES})
  target_compile_definitions(selvage_libraries INTERFACE SELVAGE_LIBXML)
else()
  message(STATUS "libxml2 is missing: XMI files will not be read (script/bootstrap installs it)")
endif()

# The Parma Polyhedra Library; without it the engine `polyhedra` says so.
find_path(PPL_INCLUDE_DIR ppl_c.h)
find_library(PPL_LIBRARY ppl)
find_library(PPL_C_LIBRARY ppl_c)
mark_as_advanced(PPL_INCLUDE_DIR PPL_LIBRARY PPL_C_LIBRARY)
if(PPL_INCLUDE_DIR AND PPL_LIBRARY AND PPL_C_LIBRARY)
  target_include_directories(selvage_libraries SYSTEM INTERFACE ${PPL_INCLUDE_DIR})
  target_link_libraries(selvage_libraries INTERFACE ${PPL_C_LIBRARY} ${PPL_LIBRARY})
  target_compile_definitions(selvage_libraries INTERFACE SELVAGE_PPL)
else()
  message(STATUS "libppl is missing: no engine `polyhedra` (script/bootstrap installs it)")
endif()

# What a program that links the static library needs beside it, by name.
get_target_property(SELVAGE_LINK_NAMES selvage_libraries INTERFACE_LINK_LIBRARIES)
list(TRANSFORM SELVAGE_LINK_NAMES REPLACE "^Threads::Threads$" pthread)
list(TRANSFORM SELVAGE_LINK_NAMES REPLACE "^.*/lib([^/]+)\\.(so|a)$" "\\1")
list(APPEND SELVAGE_LINK_NAMES dl)

# LLVM reads the bitcode of C programs, in a module that only these need.
option(SELVAGE_C "Read C programs, if LLVM is there" ON)
find_path(LLVM_INCLUDE_DIR llvm-c/IRReader.h
          PATHS /usr/lib/llvm-14/include /usr/include/llvm-c-14 /usr/include/llvm-c)
find_library(LLVM_LIBRARY NAMES LLVM-14 LLVM PATHS /usr/lib/llvm-14/lib)
mark_as_advanced(LLVM_INCLUDE_DIR LLVM_LIBRARY)
set(SELVAGE_LLVM OFF)
if(NOT SELVAGE_C)
  message(STATUS "SELVAGE_C is off: C programs will not be read")
elseif(LLVM_INCLUDE_DIR AND LLVM_LIBRARY)
  set(SELVAGE_LLVM ON)
else()
  message(STATUS "LLVM is missing: C programs will not be read (script/bootstrap installs it)")
endif()

# Open MPI carries the messages of a distributed search, in a module that only this needs.
option(SELVAGE_DISTRIBUTED "Search on several machines by MPI, if it is there" ON)
execute_process(COMMAND ${CMAKE_C_COMPILER} -print-multiarch OUTPUT_VARIABLE multiarch
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
find_path(MPI_INCLUDE_DIR mpi.h
          PATHS /usr/lib/${multiarch}/openmpi/include /usr/lib/openmpi/include
                /usr/include/openmpi-${CMAKE_SYSTEM_PROCESSOR})
find_library(MPI_LIBRARY mpi PATHS /usr/lib/${multiarch}/openmpi/lib /usr/lib64/openmpi/lib)
mark_as_advanced(MPI_INCLUDE_DIR MPI_LIBRARY)
set(SELVAGE_MPI OFF)
if(NOT SELVAGE_DISTRIBUTED)
  message(STATUS "SELVAGE_DISTRIBUTED is off: no search on several machines")
elseif(MPI_INCLUDE_DIR AND MPI_LIBRARY)
  set(SELVAGE_MPI ON)
else()
  message(STATUS "Open MPI is missing: no search on several machines (script/bootstrap installs it)")
endif()
