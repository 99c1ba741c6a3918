# Files as a list of bytes for a C array: cmake -DOUTPUT=x.inc -DINPUTS="a.js|b.js" -P embed.cmake
# They follow each other in this order.

set(bytes "")
string(REPLACE "|" ";" inputs "${INPUTS}")
foreach(input ${inputs})
  file(READ "${input}" hex HEX)
  string(APPEND bytes "${hex}")
endforeach()
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "(char)0x\\1," bytes "${bytes}")
string(REGEX REPLACE ",\n*$" "\n" bytes "${bytes}")
file(WRITE "${OUTPUT}" "${bytes}")
