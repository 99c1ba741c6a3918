#!/usr/bin/env bash
# The grammars for editors are valid JSON and colour every word of their languages; the extension's
# files are there, its scripts are JavaScript, and it knows every suffix.
set -eu
cd "$SELVAGE_ROOT"
if command -v python3 >/dev/null; then
  for file in editors/vscode/*.json editors/vscode/syntaxes/*.json; do python3 -m json.tool "$file" >/dev/null; done
fi
missing=0
# look LANGUAGE WORD…: they stand in its grammar
look() {
  local grammar=editors/vscode/syntaxes/$1.tmLanguage.json word
  shift
  [ $# -gt 0 ] || { echo "$grammar: no words found"; missing=1; }
  for word in "$@"; do
    if ! grep -qE "[(|]$word[|)]" "$grammar"; then
      echo "$grammar does not know \`$word\`"
      missing=1
    fi
  done
}
# words FILE: of a lexer
words() { grep -oE 'WORD\([A-Z0-9_]+, "[A-Za-z0-9_]+"' "src/lang/$1/lexer.h" | sed -E 's/.*"(.*)"/\1/'; }
for language in proc hybrid boolprog dve; do look $language $(words $language); done
look promela $(words promela/parse)
look svm $(sed -nE 's/^    \{"([a-z]+)", svm_read_.*/\1/p' src/lang/svm/parse.c) $(grep -A5 '\.words = ' src/lang/svm/svm.c | grep -oE '"[a-z ]+"' | tr -d '"')

for file in $(grep -oE '"\./[^"]+"' editors/vscode/package.json | tr -d '"'); do
  [ -f "editors/vscode/$file" ] || { echo "package.json names $file, which is not there"; missing=1; }
done
for suffix in $(sed -nE '/lang\/c\//d; s/.*\.suffixes = "([^"]*)".*/\1/p' src/lang/{boolprog,dve,hybrid,proc,svm,tts}/*.c src/lang/promela/lower/lower.c src/lang/uml/lower/lower.c); do
  [ "$suffix" = .xml ] || grep -qE "^const suffixes = .*[,\"]${suffix#.}[,\"]" editors/vscode/client/extension.js ||
    { echo "the extension does not know files like *$suffix"; missing=1; }
done
if command -v node >/dev/null; then
  for file in editors/vscode/client/*.js; do node --check "$file" || missing=1; done
fi
[ $missing = 0 ]
