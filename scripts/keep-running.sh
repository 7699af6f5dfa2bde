#!/usr/bin/env bash
# keep-running.sh PROGRAM…: runs Node programs side by side until Ctrl-C. One that ends is started again, and the others don't notice.
# The pause before that begins at RESTART_SECONDS and doubles up to half a minute while a program keeps ending within a minute.
# A program that refuses to start at all (status 1 the first time, with a message) ends everything: it needs a person.
set -euo pipefail
first=${RESTART_SECONDS:-1}
declare -A name_of pause_of began_at started_before

# Job control gives each its own process group: Ctrl-C reaches this script alone, and each process gets one signal.
set -m
run() {   # PROGRAM SECONDS
  (sleep "$2"; exec node "$1") &
  name_of[$!]=$1 began_at[$1]=$((SECONDS + ${2%.*}))
}

finish() {
  trap 'signal KILL' INT TERM   # the second Ctrl-C does not wait
  signal TERM
  wait || true
  exit "$1"
}
signal() { for pid in "${!name_of[@]}"; do kill "-$1" -- "-$pid" 2>/dev/null || true; done; }
trap 'finish 0' INT TERM

for program in "$@"; do
  pause_of[$program]=$first
  run "$program" 0
done
while :; do
  status=0
  wait -n -p ended "${!name_of[@]}" || status=$?
  program=${name_of[$ended]}
  unset "name_of[$ended]"
  if [[ $status == 1 && -z ${started_before[$program]:-} && $((SECONDS - began_at[$program])) -lt 60 ]]; then finish 1; fi
  started_before[$program]=yes
  if ((SECONDS - began_at[$program] >= 60)); then pause_of[$program]=$first; fi
  echo "$program ended with status $status; it is started again in ${pause_of[$program]} s" >&2
  run "$program" "${pause_of[$program]}"
  pause_of[$program]=$(awk -v now="${pause_of[$program]}" 'BEGIN { print (now * 2 > 30 ? 30 : now * 2) }')
done
