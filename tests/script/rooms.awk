# rooms.awk -- which file of src/ may know which: the rules that includes.sh checks
# on #include lines and links.sh on the symbols of objects.
#
# The rooms stand on one another, and a file may know its own room and the rooms
# below it only. Beyond the order of the rooms:
#   - a language knows no other language, an engine no other engine; both may
#     use what lies directly in lang/ and engine/;
#   - only lang/ itself, api/ and serve/ know languages; solver/ knows terms but no
#     models; report/ knows answers but no single engine;
#   - api/ and serve/ implement the public header, and cli/ is its client: it
#     knows selvage.h and nothing else of the library.
BEGIN {
  split("base expr model exec lang analysis solver encode engine report api serve cli", order, " ")
  for (i in order) level[order[i]] = i + 0
  split("model exec lang analysis", hidden, " ")
  for (i in hidden) hidden_from_solver[hidden[i]] = 1
}

# The room of a path below src/ and the folder inside it, "" if there is none.
function room_of(path, parts) { return split(path, parts, "/") > 1 ? parts[1] : "" }
function part_of(path, parts) { return split(path, parts, "/") > 2 ? parts[2] : "" }
function folder_of(path) { sub(/\/[^\/]*$/, "", path); return path }
function name_of(path) { sub(/.*\//, "", path); return path }

# What is wrong if one file of src/ knows another, or "".
function wrong(from, to, mine, part, its, its_part) {
  mine = room_of(from); part = part_of(from)
  its = room_of(to); its_part = part_of(to)
  if (!(its in level)) return "not a header of a room; write \"room/file.h\""
  if (!(mine in level)) return "the folder src/" mine " is not a room of the house"
  if (level[its] > level[mine]) return mine "/ must not know " its "/, which stands above it"
  if (its == "lang" && mine != "lang" && mine != "api" && mine != "serve") return mine "/ must not know languages"
  if (mine == "cli" && its != "cli")
    return "the command line is a client: it knows selvage.h and its own headers only"
  if (mine == "solver" && its in hidden_from_solver) return "solver/ must not know models"
  if (mine == its && (mine == "lang" || mine == "engine") &&
      part != "" && its_part != "" && part != its_part)
    return mine "/" part " must not know " its "/" its_part
  if (mine == "report" && its == "engine" && its_part != "")
    return "report/ must not know single engines"
  return ""
}
