# How we compile: C17 without extensions, all warnings are errors.

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_C_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_C_FLAGS_DEBUG "-O1 -g")
set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O2 -g")  # with assertions

add_library(selvage_flags INTERFACE)
target_compile_options(selvage_flags INTERFACE
  -Wall -Wextra -Wshadow -Wconversion -Werror)
target_compile_definitions(selvage_flags INTERFACE
  SELVAGE_VERSION="${PROJECT_VERSION}"
  $<$<BOOL:${SELVAGE_STRESS_HASH}>:SV_STRESS_HASH>)

set(sanitizers "")
if(SELVAGE_SANITIZE OR SELVAGE_FUZZ)
  set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
endif()
if(SELVAGE_FUZZ)
  if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "SELVAGE_FUZZ needs clang as the C compiler (try the preset `fuzz`)")
  endif()
  target_compile_options(selvage_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
target_compile_options(selvage_flags INTERFACE ${sanitizers})
target_link_options(selvage_flags INTERFACE ${sanitizers})

# Link-time optimisation with gcc. Fat objects also hold plain machine code, so
# that the static library serves other compilers and the tests link quickly.
set(SELVAGE_LTO_FLAGS "")
set(SELVAGE_PLAIN_LINK "")  # for those who link the installed static library: in a moment
if(SELVAGE_LTO AND build_type STREQUAL "release" AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
  include(CheckCSourceCompiles)
  set(CMAKE_REQUIRED_FLAGS "-flto=auto -ffat-lto-objects")
  check_c_source_compiles("int main(void) { return 0; }" SELVAGE_LTO_WORKS)
  unset(CMAKE_REQUIRED_FLAGS)
  if(SELVAGE_LTO_WORKS)
    set(SELVAGE_LTO_FLAGS -flto=auto -ffat-lto-objects)
    set(SELVAGE_PLAIN_LINK -fno-lto)
  endif()
endif()
