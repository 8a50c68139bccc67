#!/bin/bash
# Alarms of a running subagent: published, set by snmpset, told to a real snmptrapd; raised and cleared by real statistics, changed by `ficelle alarms`, kept over restarts.
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
says 'is damaged (the checksum at its end is missing or wrong) and was renamed to alarms.state.bad'
becomes compile-failures raised
check "the damaged file is kept" grep -q damaged "$T/state/alarms.state.bad"
stop_subagent
mv "$T/state" "$T/away"
: >"$T/subagent.log"
start_subagent
says 'cannot save the state of the alarms: .*No such file or directory'
says 'alarm raised: compile-failures'
sleep 2.2
same "it is logged once" 1 "$(lines 'cannot save the state')"
check "the daemon stops cleanly" stop_subagent

# --- with a real snmpd and snmptrapd ---
rm -rf "$T/state"
mkdir "$T/state"
start_trapd
agentx=unix:$T/master
start_snmpd
cat >"$T/alarms.conf" <<END
[compile-failures]
hold = 0
[notifications]
min_gap = 0
END
# index NAME: as an index; cell COLUMN NAME: identifier of a cell of ficAlarmTable
index() { printf '%d' "${#1}"; printf '%s' "$1" | od -An -v -tu1 | xargs -n1 printf '.%d'; }
cell() { printf '%s.1.9.1.%d.%s' "$ROOT" "$1" "$(index "$2")"; }
set_v2() { snmpset -v2c -c private -t "$(patience)" -r 0 -On -Oe "127.0.0.1:$port" "$@"; }
traps() { grep -a "\.1\.3\.6\.1\.6\.3\.1\.1\.4\.1\.0 = OID: \.$ROOT\.0\.$1\b" "$T/traps" 2>/dev/null; }
trap_count() { traps "$1" | wc -l; }
has_traps() { [ "$(trap_count "$1")" -ge "$2" ]; }
numbers() { grep -a "\.$ROOT\.1\.10\.5\.0 = " "$T/traps" | sed -n "s/.*\.$ROOT\.1\.10\.5\.0 = Gauge32: \([0-9]*\).*/\1/p"; }
: >"$T/traps"
start_subagent
check "up with snmpd" await_up
state_is() { [ "$(value "$(cell 12 "$1")")" = "$2" ]; }
check "raised(3) is published" wait_for 4000 state_is compile-failures 3
same "its label" '"compile-failures"' "$(value "$(cell 2 compile-failures)")"
check "the object it watches" grep -q "OID: .$ROOT.1.2.20" <(get_v2 "$(cell 4 compile-failures)")
same "its rising threshold" 500 "$(value "$(cell 5 compile-failures)")"
check "raised once" wait_for 4000 has_traps 1 1
check "with what it is about" grep -aq "compile-failures: ficCmpFailRatio is 1[0-9.]* %, at or above 5 %" "$T/traps"

# Thresholds by SET: all or nothing.
bad() { local name=$1 text=$2; shift 2; if set_v2 "$@" >"$T/set" 2>&1; then bad "$name: it was taken"; elif grep -q "$text" "$T/set"; then ok "$name: $text"; else bad "$name"; cat "$T/set"; fi; }
bad "one bad in three" wrongValue "$(cell 5 compile-failures)" u 4000 "$(cell 6 compile-failures)" u 3000 "$(cell 7 compile-failures)" u 90000
same "changes none" 500 "$(value "$(cell 5 compile-failures)")"
bad "a wrong type" wrongType "$(cell 5 compile-failures)" i 4000
bad "thresholds in the wrong order" inconsistentValue "$(cell 5 compile-failures)" u 100
bad "no such alarm" noCreation "$(cell 5 nosuch)" u 100
bad "what cannot be written" notWritable "$(cell 12 compile-failures)" i 1
check "a community that may only read" grep -q noAccess <(snmpset -v2c -c public -t "$(patience)" -r 0 -On "127.0.0.1:$port" "$(cell 5 compile-failures)" u 4000 2>&1)
mv "$T/state" "$T/elsewhere"
bad "what cannot be kept" commitFailed "$(cell 5 compile-failures)" u 4000 "$(cell 6 compile-failures)" u 3000
same "is undone" 500 "$(value "$(cell 5 compile-failures)")"
mv "$T/elsewhere" "$T/state"
check "two thresholds in one request" set_v2 "$(cell 5 compile-failures)" u 4000 "$(cell 6 compile-failures)" u 3000
same "are in force" "4000 3000" "$(value "$(cell 5 compile-failures)") $(value "$(cell 6 compile-failures)")"
check "cleared(1)" wait_for 4000 state_is compile-failures 1
check "cleared once" wait_for 4000 has_traps 2 1
check "scalars can be set, too" set_v2 "$ROOT.1.10.2.0" u 0
same "the command sees them" 4000 "$(alarms show compile-failures | sed -n 's/^  "rising": \(.*\),$/\1/p')"

# Through restarts of snmpd and of the subagent, while the value goes to and fro.
high() { alarms set compile-failures rising=5% falling=2% >/dev/null; }
low() { alarms set compile-failures rising=40% falling=30% >/dev/null; }
# A value that leaves the threshold it has passed and comes back to it, never as far as the other one.
noise() { alarms set compile-failures "rising=$1%" falling=10% >/dev/null; sleep 1.2; "$2"; sleep 1.2; }
rounds=$([ -n "$LONG" ] && echo 20 || echo 4)
for i in $(seq 1 "$rounds"); do
  case $((i % 4)) in
  1) stop_snmpd; start_snmpd; high ;;
  2) stop_subagent; low; start_subagent ;;
  3) stop_snmpd; high; sleep 1.3; start_snmpd ;;
  0) stop_snmpd; low; sleep 1.3; stop_subagent; start_subagent; start_snmpd ;;
  esac
  await_up >/dev/null
  wait_for 4000 state_is compile-failures $((i % 2 == 1 ? 3 : 1)) >/dev/null || bad "round $i: state $(value "$(cell 12 compile-failures)")"
  sleep 1.5
  [ -z "$LONG" ] || if [ $((i % 2)) = 1 ]; then noise 20 high; else noise 40 low; fi
done
wait_for 5000 has_traps 2 $((1 + rounds / 2)) >/dev/null
same "raised as often as it happened" $((1 + rounds / 2)) "$(trap_count 1)"
same "and cleared" $((1 + rounds / 2)) "$(trap_count 2)"
same "in turn, and numbers have no gap" "$(seq 1 $((2 + rounds)) | xargs)" "$(numbers | xargs)"
same "the threshold is there" 4000 "$(value "$(cell 5 compile-failures)")"

same "no node has changed" 0 "$(trap_count 3)"

# When a node is stale is set in one place: the object, its alarm, the notification and the command agree.
echo 'node_stale = 1 s' >>"$T/alarms.conf"
kill -HUP "$subagent_pid"
check "nodes-stale is raised" wait_for 4000 state_is nodes-stale 3
check "a notification for each node" wait_for 4000 has_traps 7 5
same "ficNodesStale counts them" 5 "$(value "$ROOT.1.3.23.0")"
stale_in_command() { "$FICELLE" stats --json --statsfile "$T/stats" "$@" | sed -n 's/.*"ficNodesStale": \([0-9]*\).*/\1/p'; }
same "ficelle stats counts them" 5 "$(stale_in_command --config-file "$T/alarms.conf")"
same "and by the default else" 0 "$(stale_in_command --config-file "$T/none")"
check "the daemon stops" stop_subagent
summary
