#!/bin/bash
# MIBs of foreign sources: subtrees that appear and disappear with the rows of ficSourceTable, with FICELLE-MIB or without it.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
SOURCES=$BUILD/tests/sources-fill
mkdir "$T/sources"
$FILL -n 2 "$T/stats"
start_snmpd

walk() { snmpwalk -v2c -c public -On -m '' -r1 -t2 "127.0.0.1:$port" "$1" 2>/dev/null | grep -c "^$1\."; }
walks() { [ "$(walk "$1")" -ge "$2" ]; }
empty() { [ "$(walk "$1")" = 0 ]; }
value() { snmpget -v2c -c public -Oqvt -m '' -r1 -t2 "127.0.0.1:$port" "$1" 2>/dev/null; }
redis=.1.3.6.1.4.1.20267.400.1 other=.1.3.6.1.4.1.20267.401.1 third=.1.3.6.1.4.1.20267.402.1
log() { grep -c "$1" "$T/subagent.log"; }

# A subtree of another agent, which ours wants too, comes later; without sources there is nothing but FICELLE-MIB.
start_subagent
await_up >/dev/null
check "FICELLE-MIB answers" walks ".$ROOT" 50
check "without sources nothing else is registered" empty "$redis"
same "the collector's file is missing" 3 "$(value ".$ROOT.1.20.1.0")"

$SOURCES -n 1 -p cache -k redis -r "${redis#.}" "$T/sources"
took=$(wait_for 12000 walks "$redis" 17)
at_most "a source is published without a restart" 8000 "$took" ms
same "each object has its value" 5 "$(value "$redis.5.0")"
same "and its row" '"cache0"' "$(value ".$ROOT.1.16.1.2.6.99.97.99.104.101.48")"
check "FICELLE-MIB still answers" walks ".$ROOT" 50
objects=$(walk "$redis")
same "a walk ends at the end of the subtree" "$objects" "$(snmpbulkwalk -v2c -c public -On -m '' -Cr50 "127.0.0.1:$port" "$redis" | grep -c "^$redis\.")"

# A second one at another root, one inside of ours, one with an invalid root.
$SOURCES -n 1 -p second -k redis -r "${other#.}" "$T/sources"
$SOURCES -n 1 -p inside -k redis -r "$ROOT.1.2" "$T/sources"
$SOURCES -n 1 -p wrong -k redis -r "no.root" "$T/sources"
check "a second source is published" wait_for 12000 walks "$other" 17
check "the first one still is" walks "$redis" 17
same "a root inside of FICELLE-MIB is refused, once" 1 "$(log 'inside0: .* overlaps another subtree')"
check "and so is an invalid one" grep -q 'wrong0: an object identifier must be numbers' "$T/subagent.log"
check "FICELLE-MIB is whole" walks ".$ROOT.1.2" 10

# Sources come and go in one session with snmpd: its entry in sysORTable stays, and walks of other subtrees are whole.
entry() { snmpwalk -v2c -c public -On -m '' "127.0.0.1:$port" 1.3.6.1.2.1.1.9.1.4 | tail -1; }
own() { snmpbulkwalk -v2c -c public -On -m '' -Cr10 "127.0.0.1:$port" ".$ROOT.1.2" | grep -c "^\.$ROOT"; }
session=$(entry) rows=$(own) short=0 failed=0
for i in 1 2 3; do
  $SOURCES -n 1 -p third -k redis -r "${third#.}" "$T/sources"
  check "round $i: a source comes" wait_for 12000 walks "$third" 17
  [ "$(own)" = "$rows" ] || short=$((short + 1))
  $SOURCES -d third0 "$T/sources"
  until empty "$third"; do
    [ "$(own)" = "$rows" ] || short=$((short + 1))
    [ "$(walk "$redis")" = "$objects" ] || failed=$((failed + 1))
  done
done
same "the session is the same" "$session" "$(entry)"
same "no walk of FICELLE-MIB ended early" 0 "$short"
same "nor one of another source" 0 "$failed"

# A source goes.
$SOURCES -d second0 "$T/sources"
check "a source that goes is no longer published" wait_for 12000 empty "$other"
check "others are" wait_for 5000 walks "$redis" 17

# Its subtree stays registered as long as somebody asks for it (snmpd would crash in the middle of a request), and then
# another agent can have it.
while :; do walk "$other" >/dev/null; sleep 0.5; done &
asker=$!
$SOURCES -n 1 -p second -k redis -r "${other#.}" "$T/elsewhere"
"$SUBAGENT" --foreground -c /dev/null --state-dir "" --agentx-socket "$agentx" --stats-file "$T/stats" --own-mib no \
  --sources-dir "$T/elsewhere" >"$T/small.log" 2>&1 &
small_pid=$!
kept() { grep -q 'duplicateRegistration' "$T/small.log"; }
check "a subtree that is asked for stays registered" wait_for 10000 kept
kill "$asker"; wait "$asker" 2>/dev/null
has_it() { grep -q 'connected to the master agent' "$T/small.log"; }
check "then another agent gets it" wait_for 40000 has_it
check "with its values" walks "$other" 17
kill "$small_pid"; wait "$small_pid" 2>/dev/null; small_pid=
check "nobody has it any more" wait_for 5000 empty "$other"
$SOURCES -n 1 -p second -k redis -r "${other#.}" "$T/sources"
check "the source that comes back is published again" wait_for 30000 walks "$other" 17
$SOURCES -d second0 "$T/sources"
check "and goes again" wait_for 12000 empty "$other"
# A subtree above one that is gone is not hidden by it.
$SOURCES -n 1 -p above -k redis -r 1.3.6.1.4.1.20267.401 "$T/sources"
check "a subtree above it is published at once" wait_for 12000 walks "${other%.1}" 17
$SOURCES -d above0 "$T/sources"

check "what is wrong is said once for the same sources" test "$(log 'wrong0: an object')" -le 2
$SOURCES -d inside0 "$T/sources"

# Only foreign sources; another daemon publishes FICELLE-MIB.
"$SUBAGENT" --foreground -c /dev/null --state-dir "" --agentx-socket "$agentx" --stats-file "$T/stats" --own-mib no \
  --sources-dir "$T/sources" >"$T/small.log" 2>&1 &
small_pid=$!
refused() { grep -q 'refuses.*duplicateRegistration\|refuses the subtree' "$T/small.log"; }
check "the same subtree twice is refused" wait_for 12000 refused
check "what the first one publishes is not disturbed" walks "$redis" 17
stop_subagent
check "when the first one ends, the other takes its subtree" wait_for 25000 walks "$redis" 17
check "and publishes nothing of FICELLE-MIB" empty ".$ROOT"
# Without FICELLE-MIB the first source names the agent in sysORTable, also when it changes, or when there was none.
named() { snmpwalk -v2c -c public -Onq -m '' "127.0.0.1:$port" 1.3.6.1.2.1.1.9.1.2 | grep -c "$1\$"; }
is_named() { [ "$(named "$1")" = "$2" ]; }
check "sysORTable names the first source" is_named "$redis" 1
$SOURCES -n 1 -p last -k redis -r "${other#.}" "$T/sources"
$SOURCES -d cache0 "$T/sources"
check "another source takes its place in sysORTable" wait_for 12000 is_named "$other" 1
check "and its own subtree is gone" empty "$redis"
same "the old name too" 0 "$(named "$redis")"
$SOURCES -d last0 "$T/sources"
check "without any source there is no entry" wait_for 12000 is_named "$other" 0
$SOURCES -n 1 -p cache -k redis -r "${redis#.}" "$T/sources"
check "and the next source brings it back" wait_for 12000 is_named "$redis" 1
check "with its values" walks "$redis" 17
kill "$small_pid"; wait "$small_pid" 2>/dev/null; small_pid=
[ -z "${SHOW:-}" ] || cat "$T/small.log" "$T/subagent.log"
summary
