#!/usr/bin/env bash
# The grammar for editors is valid JSON and colours every word of the language.
set -eu
cd "$SELVAGE_ROOT"
grammar=editors/vscode/syntaxes/proc.tmLanguage.json
if command -v python3 >/dev/null; then
  for file in editors/vscode/*.json "$grammar"; do python3 -m json.tool "$file" >/dev/null; done
fi
missing=0
for word in $(grep -oE 'WORD\([A-Z0-9]+, "[a-z0-9]+"' src/lang/proc/lexer.h | sed -E 's/.*"(.*)"/\1/'); do
  if ! grep -qE "[(|]$word[|)]" "$grammar"; then
    echo "$grammar does not know \`$word\`"
    missing=1
  fi
done
[ $missing = 0 ]
