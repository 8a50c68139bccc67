#!/bin/bash
# SNMP tests with a real snmpd on a loopback port: run.sh [--long] [NAME...]
# Without --long everything but endurance and speed, in about 20 seconds.
cd "$(dirname "$0")" || exit 1
export LONG=
[ "${1:-}" = --long ] && { LONG=1; shift; }
[ $# = 0 ] && set -- mib setup walk daemon store sources alarms restart notify monitor ${LONG:+speed}
case ${BUILD:=build} in /*) ;; *) BUILD=$(cd ../.. && pwd)/$BUILD ;; esac
export BUILD
# They mostly wait, so they run side by side; but what measures speed runs alone.
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
run() { bash "./$1.sh" >"$T/$1" 2>&1; echo $? >"$T/$1.status"; }
for name; do
  if [ "$name" = speed ]; then wait; run "$name"; else run "$name" & fi
done
wait
passed=0 failed=0
for name; do
  printf -- '--- %s\n' "$name"
  cat "$T/$name"
  counts=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$T/$name" | tail -1)
  good=${counts% *}
  passed=$((passed + ${good:-0}))
  bad=${counts#* }
  # a script that ended without counting, or badly in spite of its count, is a failure too
  if [ -z "$counts" ] || { [ "$bad" = 0 ] && [ "$(cat "$T/$name.status")" != 0 ]; }; then bad=1; fi
  failed=$((failed + bad))
done
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
