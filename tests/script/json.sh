#!/usr/bin/env bash
# JSON is what docs/json.md says: every field of its tables is there, with its type, and no
# other; whatever the answer, also for input that cannot be read. docs/selvage.schema.json says the
# same, and accepts all of it (this needs python3-jsonschema).
set -eu
. "$SELVAGE_ROOT/tests/script/kit.sh"
command -v python3 > /dev/null || { echo "skipped: there is no python3"; exit 77; }
examples=$SELVAGE_ROOT/examples

printf 'void main() begin\n  x := 1;\nend\n' > bad.bp
printf 'c_code { int x; }\ninit { skip }\n' > embedded.pml
printf 'chan c = [1] of { byte };\nactive proctype P() { printf("%%d", _pid); c!1; c!2 }\n' > stuck.pml
printf 'byte x;\nltl p { <> (x == 1) }\nactive [2] proctype P() { x = 2; assert(x == 1) }\n' > live.pml
printf 'byte x;\nltl p { <> (x == 1) }\nactive proctype P() { do :: x = 2; x = 0 od }\n' > lasso.pml
printf 'init { if :: assert(false) :: skip fi; assert(false) }\n' > two.pml
printf 'init { if :: skip :: false -> skip fi }\n' > unreached.pml
printf '@startuml\n[*] --> A\nB --> A : e\n@enduml\n' > unfired.puml
printf 'nothing in particular\n' > nameless
printf 'byte a[2], i; active proctype P() { do :: a[i] = 1; i++ od }\n' > index.pml
mkfifo pipe.pml

answer() { timeout 60 "$SELVAGE" check --format json "$@" >> answers 2> /dev/null < /dev/null || true; }
answer "$examples/peterson.bp"
answer --certify "$examples/peterson.bp"
answer "$examples/race.bp"
answer --keep-going --explain "$examples/diners.pml"
answer stuck.pml
answer live.pml
answer lasso.pml
answer --keep-going two.pml
answer --keep-going --time-per-property 20 two.pml
answer index.pml
answer --engine bmc --depth 3 index.pml
answer unreached.pml
answer unfired.puml
answer --engine threads --approximate "$examples/race.bp"
answer --engine bdd "$examples/peterson.bp"
answer --depth 1 "$examples/peterson.bp"
answer bad.bp
answer embedded.pml
answer missing.pml
answer nameless
answer .
answer --language pascal nameless
answer --property nothing "$examples/race.bp"
answer --invariant 'x == 2' --invariant 'x == 9' live.pml
answer --time 1 pipe.pml
answer "$examples/peterson.bp" missing.bp bad.bp

timeout 60 "$SELVAGE" check --trace race.json "$examples/race.bp" > /dev/null || true
timeout 60 "$SELVAGE" check --trace stuck.json stuck.pml > /dev/null || true
timeout 60 "$SELVAGE" simulate --steps 3 --seed 1 --trace run.json "$examples/peterson.bp" > /dev/null || true
timeout 60 "$SELVAGE" explain --format json race.json "$examples/race.bp" > explained.json || true

python3 - "$SELVAGE_ROOT/docs/json.md" answers race.json stuck.json run.json explained.json <<'END' || failures=1
import json, re, sys

tables, name = {}, None
for line in open(sys.argv[1], encoding="utf-8"):
    heading = re.match(r"#+ (\w+)$", line)
    if heading:
        name = heading[1].lower()
    row = re.match(r"\| `(\w+)` \| ([a-z ]+) \|", line)
    if row:
        tables.setdefault(name, {})[row[1]] = row[2]
assert set(tables) == {"answer", "property", "unreached", "remark", "diagnostic", "trace", "step", "wait", "need"}, set(tables)

PLAIN = {"string": str, "object": dict, "array": list, "boolean": bool}
seen, wrong = set(), []


def fits(value, kind, where):
    for one in kind.split(" or "):
        if one == "null" and value is None:
            return True
        if one in PLAIN and isinstance(value, PLAIN[one]):
            return True
        if one in ("integer", "number") and not isinstance(value, bool) and \
                isinstance(value, int if one == "integer" else (int, float)):
            return True
        if one.startswith("array of ") and isinstance(value, list):
            for item in value:
                check(item, one[9:], where)
            return True
        if one in tables and isinstance(value, dict):
            check(value, one, where)
            return True
    return False


def check(value, table, where):
    fields = tables[table]
    for key in value:
        if key not in fields:
            wrong.append(f"{where}: {table} has a field {key} that the page does not know")
    for key, kind in fields.items():
        optional = kind.startswith("optional ")
        kind = kind[9:] if optional else kind
        if key in value:
            seen.add((table, key))
            if not fits(value[key], kind, f"{where}.{key}"):
                wrong.append(f"{where}: {table}.{key} is {value[key]!r}, not {kind}")
        elif not optional:
            wrong.append(f"{where}: {table} has no {key}")


rows = [json.loads(line) for line in open(sys.argv[2], encoding="utf-8")]
for row in rows:
    check(row, "answer", row["file"])
    assert row["answer"] in ("holds", "violated", "unknown") and row["status"] in (0, 1, 2, 64, 65, 70), row
    if row["status"] in (64, 65):
        assert row["answer"] == "unknown" and any(d["severity"] == "error" for d in row["diagnostics"]), row
for path in sys.argv[3:]:
    check(json.load(open(path, encoding="utf-8")), "trace", path)
# The models above have every field somewhere.
for table, fields in tables.items():
    for key in fields:
        if (table, key) not in seen:
            wrong.append(f"{table}.{key} is nowhere to be seen")
print(f"{len(rows)} answers, {len(sys.argv) - 3} traces, {len(wrong)} wrong")
print("\n".join(sorted(set(wrong))))
sys.exit(bool(wrong))
END

"$SELVAGE_ROOT/script/schema" schema.json
cmp schema.json "$SELVAGE_ROOT/docs/selvage.schema.json" || fail "docs/selvage.schema.json is old: run script/schema"
if ! python3 -c 'import jsonschema' 2> /dev/null; then
  echo "not validated: there is no python3-jsonschema"
  exit $((failures > 0))
fi
python3 - schema.json answers race.json stuck.json run.json explained.json <<'END' || failures=1
import json, sys

import jsonschema

schema = json.load(open(sys.argv[1], encoding="utf-8"))
jsonschema.validators.validator_for(schema).check_schema(schema)


def validator(kind):
    part = {"$ref": f"#/$defs/{kind}", "$defs": schema["$defs"]}
    return jsonschema.validators.validator_for(schema)(part)


answers, traces = validator("answer"), validator("trace")
rows = [json.loads(line) for line in open(sys.argv[2], encoding="utf-8")]
wrong = [f"{row['file']}: {e.json_path}: {e.message[:200]}" for row in rows for e in answers.iter_errors(row)]
for path in sys.argv[3:]:
    wrong += [f"{path}: {e.json_path}: {e.message[:200]}" for e in traces.iter_errors(json.load(open(path, encoding="utf-8")))]
# What is no answer is refused.
violated = next(row for row in rows if row["answer"] == "violated")
for change in ({"answer": "perhaps"}, {"status": 3}, {"cause": "bad luck"}, {"properties": [{}]}, {"trace": {"steps": 1}}, {"states": 7}):
    if answers.is_valid(violated | change):
        wrong.append(f"accepted: {change}")
for key in schema["$defs"]["answer"]["required"]:
    if answers.is_valid({k: v for k, v in violated.items() if k != key}):
        wrong.append(f"accepted without {key}")
print("\n".join(wrong))
sys.exit(bool(wrong))
END

exit $((failures > 0))
