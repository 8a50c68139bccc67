#!/bin/bash
# ficStatsState tells the truth while the store is missing, damaged or of another version, the last good values stay,
# and everything comes back without a restart of the subagent.
. "$(dirname "$0")/lib.sh"
start_snmpd
start_subagent
check "up without a store" await_up
first_pid=$subagent_pid
same "the store is missing(3)" 3 "$(value "$ROOT.1.1.6.0")"
check "there are no counters yet" grep -q 'No Such Instance' <(get_v2 "$ROOT.1.2.1.0")
rows() { snmpwalk -v2c -c public -On -t "$(patience)" -r 0 "127.0.0.1:$port" "$ROOT.1.5.1.2" | grep -c "$ROOT.1.5.1.2.*STRING"; }
same "nor rows" 0 "$(rows)"

state() { # state NAME NUMBER: within three seconds
  local took
  if took=$(wait_for 3000 is_state "$2"); then ok "$1: ficStatsState is $2 after $took ms"; else bad "$1: ficStatsState is $(value "$ROOT.1.1.6.0"), not $2"; fi
}
# says TEXT: the last line about the store has it, within three seconds
last_says() { grep 'category=subagent.store' "$T/subagent.log" | tail -1 | grep -qi -- "$1"; }
says() { check "the log says \"$1\"" wait_for 3000 last_says "$1"; }
total_is() { [ "$(value "$ROOT.1.2.1.0")" = "$1" ]; }

"$FILL" -n 20 -c 100 "$T/stats"
state "the store appears" 1
same "its counters are there" 100 "$(value "$ROOT.1.2.1.0")"
same "and its rows" 20 "$(rows)"
"$FILL" -n 20 -c 50 "$T/stats"
check "counters move within three seconds" wait_for 3000 total_is 150
cp "$T/stats" "$T/good"

truncate -s 100 "$T/stats"
state "a truncated store is corrupt" 4
same "the last good values stay" 150 "$(value "$ROOT.1.2.1.0")"
cp "$T/good" "$T/stats"
state "the good file back" 1

head -c 300000 /dev/urandom >"$T/stats"
state "a file of noise is corrupt" 4
: >"$T/stats"
says "short"
state "so is an empty one" 4
same "the last good values still stay" 150 "$(value "$ROOT.1.2.1.0")"

cp "$T/good" "$T/other"
printf '\377' | dd of="$T/other" bs=1 seek=8 conv=notrunc status=none
mv "$T/other" "$T/stats"
says "version"
state "another layout version is corrupt" 4

rm "$T/stats"
state "a removed store is missing" 3
same "the last good values stay again" 150 "$(value "$ROOT.1.2.1.0")"
mkdir "$T/stats"
state "a folder in its place is corrupt" 4
rmdir "$T/stats"
ln -s "$T/stats" "$T/stats"
state "so to speak nothing: a link to itself is missing" 3
rm "$T/stats"

before=$(value "$ROOT.1.1.4.0")
sleep 1.1
"$FILL" -n 5 -c 7 "$T/stats"
state "a new store" 1
check "counts from zero" total_is 7
after=$(snmpget -v2c -c public -t "$(patience)" -r 0 -OtqUev "127.0.0.1:$port" "$ROOT.1.1.4.0")
at_least "ficDiscontinuity moves (from $before)" 100 "$after" ticks
same "the rows are those of the new store" 5 "$(rows)"
check "it was one process all the time" kill -0 "$first_pid"
at_most "longest turn of the loop (aim: half a second on a quiet machine)" 3000000 "$(longest_turn_us)" us
stop_subagent

start_subagent --stale-after 1
check "up with --stale-after" await_up
sleep 1.2
state "nothing recorded for a second: stale" 2
same "values stay while it is stale" 7 "$(value "$ROOT.1.2.1.0")"
"$FILL" -n 5 -c 1 "$T/stats"
state "recorded: ok" 1
stop_subagent
summary
