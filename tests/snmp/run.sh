#!/bin/bash
# SNMP tests with a real snmpd on a loopback port: run.sh [--long] [NAME...]
# Without --long everything but endurance and speed, in about 20 seconds.
cd "$(dirname "$0")" || exit 1
export LONG=
[ "${1:-}" = --long ] && { LONG=1; shift; }
[ $# = 0 ] && set -- mib walk daemon store restart ${LONG:+speed}
case ${BUILD:=build} in /*) ;; *) BUILD=$(cd ../.. && pwd)/$BUILD ;; esac
export BUILD
passed=0 failed=0
for name; do
  printf -- '--- %s\n' "$name"
  output=$(bash "./$name.sh" 2>&1)
  status=$?
  printf '%s\n' "$output"
  counts=$(printf '%s\n' "$output" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' | tail -1)
  passed=$((passed + ${counts% *}0 / 10))
  if [ -z "$counts" ]; then failed=$((failed + 1)); else failed=$((failed + ${counts#* })); fi
  [ $status = 0 ] || [ -z "$counts" ] || [ "${counts#* }" != 0 ] || failed=$((failed + 1))
done
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
