#!/usr/bin/env bash
# The grammars for editors are valid JSON and colour every word of their languages.
set -eu
cd "$SELVAGE_ROOT"
if command -v python3 >/dev/null; then
  for file in editors/vscode/*.json editors/vscode/syntaxes/*.json; do python3 -m json.tool "$file" >/dev/null; done
fi
missing=0
# look LANGUAGE: the words of src/lang/LANGUAGE/lexer.h
look() {
  local grammar=editors/vscode/syntaxes/$1.tmLanguage.json word
  for word in $(grep -oE 'WORD\([A-Z0-9]+, "[a-z0-9_]+"' "src/lang/$1/lexer.h" | sed -E 's/.*"(.*)"/\1/'); do
    if ! grep -qE "[(|]$word[|)]" "$grammar"; then
      echo "$grammar does not know \`$word\`"
      missing=1
    fi
  done
}
look proc
look hybrid
[ $missing = 0 ]
