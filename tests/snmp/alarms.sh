#!/bin/bash
# Alarms of a running subagent: raised and cleared by real statistics, changed by `ficelle alarms`, kept over restarts.
. "$(dirname "$0")/lib.sh"
FICELLE=$BUILD/ficelle
alarms() { local action=$1; shift; "$FICELLE" alarms "$action" "$@" --config-file "$T/alarms.conf" --state-dir "$T/state" --statsfile "$T/stats"; }
state_of() { alarms show "$1" | sed -n 's/^  "state": "\(.*\)",$/\1/p'; }
is() { [ "$(state_of "$1")" = "$2" ]; }
becomes() { check "$1 becomes $2" wait_for 4000 is "$1" "$2"; }
lines() { grep -c -- "$1" "$T/subagent.log"; }
says() { check "the log says \"$1\"" wait_for 4000 grep -q -- "$1" "$T/subagent.log"; }

"$FILL" -n 5 -c 70 "$T/stats" # each seventh fails: 14.3 %
cat >"$T/alarms.conf" <<END
[compile-failures]
hold = 0
[many-nodes]
object = ficEnvNodes
rows = env*
rising = 4
falling = 1
[mistaken]
object = ficCmpP95
rising = soon
falling = 1 s
END
agentx=unix:$T/no-master # alarms work without one
start_subagent
becomes compile-failures raised
becomes compile-p95 cleared
same "a mistake: that alarm only" mistake "$(state_of mistaken)"
says 'alarms.conf:10:10: rising: expected a number of microseconds'
says 'alarm raised: compile-failures: ficCmpFailRatio is 1[0-9.]* %, at or above 5 %'

# The command changes thresholds of the running subagent.
check "set" alarms set compile-failures rising=50% falling=40%
becomes compile-failures cleared
says 'compile-failures: rising is now 50 %, it was 5 %; changed by .* (uid [0-9]*) with ficelle alarms'
says 'alarm cleared: compile-failures'
check "reset" alarms reset compile-failures
becomes compile-failures raised

# A restart raises nothing again, and forgets nothing.
check "set another" alarms set compile-p95 rising=77s
says 'rising is now 77 s'
raised=$(lines 'alarm raised')
for i in 1 2 3; do
  check "stop $i" stop_subagent
  start_subagent
  sleep 0.5
done
becomes compile-failures raised
same "raised as often as before" "$raised" "$(lines 'alarm raised')"
same "what was set is there" 77000000 "$(alarms show compile-p95 | sed -n 's/^  "rising": \(.*\),$/\1/p')"
check "kill -9" kill -9 "$subagent_pid"
wait "$subagent_pid" 2>/dev/null
start_subagent
sleep 0.5
becomes compile-failures raised
same "nor does a crash raise it again" "$raised" "$(lines 'alarm raised')"

# A mistake that is corrected: SIGHUP.
sed -i 's/soon/30 s/' "$T/alarms.conf"
kill -HUP "$subagent_pid"
becomes mistaken cleared

# A damaged state file, and a directory that cannot be written.
stop_subagent
echo damaged >"$T/state/alarms.state"
start_subagent
says 'is damaged (the checksum at its end is missing or wrong) and was set aside as alarms.state.bad'
becomes compile-failures raised
check "the damaged file is kept" grep -q damaged "$T/state/alarms.state.bad"
stop_subagent
mv "$T/state" "$T/away"
: >"$T/subagent.log"
start_subagent
says 'the state of the alarms cannot be saved: .*No such file or directory'
says 'alarm raised: compile-failures'
sleep 2.2
same "it says so once" 1 "$(lines 'cannot be saved')"
check "the daemon stops cleanly" stop_subagent
summary
