#!/usr/bin/env bash
# part: the extension for Visual Studio Code becomes a package that holds what it needs
set -u
. "$(dirname "$0")/_kit.sh"
need node npx python3
SLICES=1
vsce=@vscode/vsce@2.32.0
if [ "${1-}" = slices ] && ! timeout 60 npm view "$vsce" version > /dev/null 2>&1; then skip "$vsce cannot be fetched"; fi

run_slice() {
  local copy=$LONG_OUT/vscode good=0 bad=0 file
  rm -rf "$copy"
  cp -r "$SELVAGE_ROOT/editors/vscode" "$copy"
  if ! (cd "$copy" && npx --yes "$vsce" package --no-dependencies --allow-missing-repository --skip-license \
      -o "$LONG_OUT/selvage.vsix") > "$LONG_OUT/said" 2>&1; then
    cat "$LONG_OUT/said"
    total 0 1 0
    return
  fi
  python3 -m zipfile -l "$LONG_OUT/selvage.vsix" > "$LONG_OUT/list"
  for file in package.json readme.md client/extension.js client/connection.js client/convert.js client/trace.js \
      language-configuration.json $(cd "$copy" && ls syntaxes/*.json); do
    if grep -qi "^extension/$file " "$LONG_OUT/list"; then good=$((good + 1)); else bad=$((bad + 1)); echo "lacks $file"; fi
  done
  if grep -qE 'node_modules|\.vsix |vscodeignore' "$LONG_OUT/list"; then bad=$((bad + 1)); echo "holds too much"; fi
  rm -rf "$copy" "$LONG_OUT/selvage.vsix" "$LONG_OUT/list" "$LONG_OUT/said"
  total $good $bad 0
}
main "$@"
