#!/usr/bin/env bash
# What `selvage completions SHELL` prints makes that shell complete command lines. For zsh, and
# for fish and zsh where they are not installed, less is known: it is only read, or not tried.
set -eu
. "$SELVAGE_ROOT/tests/script/kit.sh"
cp "$SELVAGE_ROOT"/examples/race.bp .
for shell in bash zsh fish; do "$SELVAGE" completions $shell > $shell || fail "completions $shell"; done
expect 64 'needs a shell' "$SELVAGE" completions
expect 64 'not for tcsh' "$SELVAGE" completions tcsh

# completes WANTED LINE: among the completions of the line's last word.
in_bash() {
  bash -c '. ./bash; read -ra COMP_WORDS <<< "$1"; [[ $1 == *" " ]] && COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _selvage; printf "%s\n" "${COMPREPLY[@]}"' bash "$1"
}
in_fish() { fish --no-config -c 'source ./fish; complete -C $argv[1]' "$1" | cut -f 1; }
shells=bash
if command -v fish > /dev/null; then shells="bash fish"; fi
completes() {
  for shell in $shells; do
    in_$shell "$2" > got 2> err || true
    [ ! -s err ] || { fail "$shell says:"; cat err; }
    grep -qxF -- "$1" got || { fail "$shell: '$2' is not completed to $1, but to:"; head -n 20 got; }
  done
}
completes_not() {
  for shell in $shells; do
    in_$shell "$2" > got 2> /dev/null || true
    if grep -qxF -- "$1" got; then fail "$shell: '$2' is completed to $1"; fi
  done
}
completes check 'selvage ch'
completes completions 'selvage comp'
completes simulate 'selvage help sim'
completes explicit 'selvage check --engine ex'
completes promela 'selvage check --language pro'
completes sarif 'selvage check --format sa'
completes --keep-going 'selvage check --keep'
completes --interactive 'selvage simulate --inter'
completes_not --interactive 'selvage check --inter'
completes_not --certify 'selvage replay --cert'
completes --promela 'selvage show --pro'
completes race.bp 'selvage check ra'
completes race.bp 'selvage check --trace ra'
completes fish 'selvage completions fi'
shells=bash completes on 'selvage check --deadlock o' # fish wants --deadlock=on

# Every option of --help is offered, by every shell.
"$SELVAGE" help check | grep -oE '^  (-., )?--[a-z0-9-]+' | grep -oE -- '--[a-z0-9-]+' > options
[ "$(wc -l < options)" -gt 50 ] || fail "help check lists few options"
while read -r option; do
  grep -q -- "$option " bash || fail "bash does not offer $option"
  grep -q -- "'\**$option[=[]" zsh || fail "zsh does not offer $option"
  grep -q -- "-l ${option#--} " fish || fail "fish does not offer $option"
done < options


# zsh on a terminal of its own: what Tab makes of a line.
cat > tab.zsh <<'END'
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PROMPT='> '; fpath=($1 \$fpath); autoload -U compinit; compinit -D; print rea''dy"
zpty -r z seen '*ready*'
zpty -w -n z "$2"$'\t'
zpty -w -n z $'\x01print -r -- "got:\x05"\n'  # from the start of the line to its end
zpty -r -t z seen '*x*'
zpty -w z $'\nexit'
while zpty -r z line; do print -rn -- "$line"; done
END
if command -v zsh > /dev/null; then
  zsh -n ./zsh 2> err || { fail "zsh cannot read it:"; cat err; }
  mkdir functions && cp zsh functions/_selvage
  for pair in '--keep-going selvage check --keep-g' 'simulate selvage simu' 'sarif selvage check --format sar' \
    '--promela selvage show --prom'; do
    timeout 30 zsh -f tab.zsh "$work/functions" "${pair#* }" > got 2>&1 < /dev/null || true
    grep -q -- "got:.*${pair%% *}" got || { fail "zsh: '${pair#* }' is not completed to ${pair%% *}:"; tail -n 5 got; }
  done
fi
exit $((failures > 0))
