#!/bin/bash
# check_ficelle and snapshots over SNMP, against a real snmpd: the same values as from the store itself.
. "$(dirname "$0")/lib.sh"
CHECK=$BUILD/check_ficelle
PRINT=$BUILD/tests/snapshot-print
"$FILL" -n 300 -e 3 -t 15 -c 700 -r 50 "$T/stats" || exit 1
start_snmpd
start_subagent
check "the subagent is up" await_up

# What depends on the clock, and what only the subagent knows, is left out. Moments of before the agent's start are none there.
steady() { grep -v -E '^fic([A-Za-z]*(Age|Discont|Discontinuity)|TableChange|Version|StartedAt|UpTime|Notify[A-Za-z]*|Alarm(Object|Value|Row|State|Since|Raised))\['; }
"$PRINT" "$T/stats" "$T/alarms.conf" "$T/state" | steady >"$T/local"
at_least "values in the store" 3000 "$(wc -l <"$T/local")" values
over() { local name=$1; shift; "$PRINT" -H "127.0.0.1:$port" "$@" >"$T/over.all" 2>"$T/over.err"; steady <"$T/over.all" >"$T/over"; check "$name gives the same" diff "$T/local" "$T/over"; }
over "SNMPv2c" 2c public
check "the version comes over SNMP" grep -q '^ficVersion' "$T/over.all"
check "the objects of alarms come over SNMP" grep -q '^ficAlarmObject.compile-p95 .* = [1-9]' "$T/over.all"
over "SNMPv3" 3 "tester:authentic passphrase:private passphrase"
"$PRINT" -H "127.0.0.1:$port" 1 public | steady >"$T/over"
check "SNMPv1 gives all but Counter64" diff <(grep -F -f <(cut -d'[' -f1 "$T/over" | sort -u | sed 's/$/[/') "$T/local") "$T/over"
at_least "values by SNMPv1" 1500 "$(wc -l <"$T/over")" values

# Moments: of a row made after the agent began.
"$FILL" -n 301 -c 301 "$T/stats"
stamp_of() { "$@" | sed -n 's/^ficNodeDiscont\[node00300.example.org .* = //p'; }
near() { local a b; a=$(stamp_of "$PRINT" "$T/stats" "$T/alarms.conf" "$T/state"); b=$(stamp_of "$PRINT" -H "127.0.0.1:$port" 2c public)
  [ -n "$a" ] && [ -n "$b" ] && [ $((a > b ? a - b : b - a)) -le 3000000 ]; }
check "moments over SNMP are those of the store" wait_for 5000 near

# plugin NAME STATUS TEXT ARGUMENT...: the exit status, and a part of the line
plugin() {
  local name=$1 status=$2 text=$3 got
  shift 3
  "$CHECK" -H "127.0.0.1:$port" "$@" >"$T/plugin" 2>"$T/plugin.err"
  got=$?
  if [ "$got" = "$status" ] && grep -qF -e "$text" "$T/plugin" && [ ! -s "$T/plugin.err" ] && [ "$(wc -l <"$T/plugin")" = 1 ]; then ok "$name"
  else bad "$name: status $got"; cat "$T/plugin" "$T/plugin.err"; fi
}
plugin "compile" 0 "FICELLE COMPILE OK: p95 is " -C public compile
plugin "compile beyond a range" 2 "FICELLE COMPILE CRITICAL: p50 is " -C public compile --percentile 50 -w 0.00001 -c 0.0001
plugin "compile by SNMPv1" 0 "FICELLE COMPILE OK: p95 is " -C public -P 1 compile
plugin "compile by SNMPv3" 0 "FICELLE COMPILE OK: p95 is " -U tester -a SHA -A "authentic passphrase" -x AES -X "private passphrase" compile
plugin "one node" 0 "FICELLE NODE OK: catalog of node00007.example.org compiled in" -C public node node00007.example.org
plugin "a node that failed" 2 "catalog failed: node00006.example.org" -C public node node00006.example.org
plugin "an unknown node" 3 "not found: node nosuch" -C public node nosuch
plugin "the store" 0 "FICELLE STORE OK: last record " -C public store
plugin "the last run" 0 "FICELLE RUN OK: last run changed" -C public run
plugin "a column" 0 "at worst, on node" -C public object ficNodeCmpTime
plugin "an alarm that is not raised" 0 "none of 1 alarms raised" -C public alarms compile-p95
plugin "sources without a collector" 3 "FICELLE SOURCE UNKNOWN: missing" -C public source redis
plugin "a wrong password" 2 "FICELLE COMPILE CRITICAL: refused" -U tester -A "another passphrase" -X "private passphrase" compile
plugin "an unknown user" 2 "refused: 127.0.0.1:$port refuses: Unknown user name" -U nobody -A "another passphrase" compile
plugin "a password that is too short" 3 "at least 8 characters" -U nobody -A short compile
plugin "a wrong community" 3 "FICELLE COMPILE UNKNOWN: no answer" -C wrong -t 1 -e 0 compile
plugin "no answer may be critical" 2 "FICELLE COMPILE CRITICAL: no answer" -C wrong -t 1 -e 0 --no-answer critical compile
plugin "another root" 3 "no agent" -C public --oid-root 1.3.6.1.4.1.99999 compile

# What is not given comes from snmp.conf, which other users cannot read.
mkdir "$T/conf"
cat >"$T/conf/snmp.conf" <<'END'
defCommunity public
defSecurityName tester
defSecurityLevel authPriv
defAuthType SHA
defAuthPassphrase authentic passphrase
defPrivType AES
defPrivPassphrase private passphrase
mibs +FICELLE-MIB
END
SNMPCONFPATH=$T/conf plugin "the community of snmp.conf" 0 "COMPILE OK" compile
SNMPCONFPATH=$T/conf plugin "the user of snmp.conf" 0 "COMPILE OK" -P 3 compile

# The live view of another host.
top() { LC_ALL=C "$BUILD/ficelle" top --once "$@" >"$T/top" 2>"$T/top.err"; }
check "top over SNMP" top --host "127.0.0.1:$port" --community public
check "it has the nodes" grep -q "^node00[0-9]*.example.org .* failed " "$T/top"
check "it has the percentiles" grep -q "^time .*p95 [0-9.]* ms" "$T/top"
grep -v "^ ficelle top\|^last hour\|^compile\|^alarms\|^runs" "$T/top" | sed -E "s/ *[0-9]+s( |$)/ /g" >"$T/top.snmp"
check "top of the store" top --statsfile "$T/stats" --alarms-file "$T/alarms.conf" --alarms-dir "$T/state"
check "both show the same" diff "$T/top.snmp" <(grep -v "^ ficelle top\|^last hour\|^compile\|^alarms\|^runs" "$T/top" | sed -E "s/ *[0-9]+s( |$)/ /g")
check "top by SNMPv3" top --host "127.0.0.1:$port" --user tester --auth-password "authentic passphrase" --priv-password "private passphrase"

printf '[nodes-failed]\nrising = 1\nfalling = 0\nhold = 0\nseverity = minor\n' >"$T/alarms.conf"
kill -HUP "$subagent_pid"
raised() { "$CHECK" -H "127.0.0.1:$port" -C public alarms nodes-failed | grep -q 'WARNING: nodes-failed (minor)'; }
check "a raised alarm is a warning" wait_for 5000 raised
plugin "its severity can be critical" 2 "CRITICAL: nodes-failed (minor)" -C public alarms nodes-failed --severity minor
here() { "$CHECK" --statsfile "$T/stats" --alarms-file "$T/alarms.conf" --alarms-dir "$T/state" alarms nodes-failed | grep -q 'WARNING: nodes-failed (minor)'; }
check "it is raised in the subagent's file, too" wait_for 5000 here

stop_subagent
plugin "without a subagent" 3 "FICELLE COMPILE UNKNOWN: no agent" -C public compile
stop_snmpd
plugin "without snmpd" 3 "FICELLE COMPILE UNKNOWN: no answer" -C public -t 1 -e 0 compile
summary
