#!/bin/bash
# Managers' requests against a real snmpd: names, SNMPv1, v2c, v3, bulk, SET, sysORTable, contexts, other roots.
. "$(dirname "$0")/lib.sh"
mib_folder
"$FILL" -n 40 -e 3 -t 15 -c 200 "$T/stats" || exit 1
start_snmpd
start_subagent
check "the subagent is up" await_up

by_name() { snmpwalk "$@" -M "$T/mibs" -m FICELLE-MIB -t 2 -r 0 "127.0.0.1:$port" ficMIB; }
by_name -v2c -c public >"$T/walk" 2>&1
at_least "walk by name" 590 "$(grep -c '^FICELLE-MIB::fic[A-Za-z0-9]*[.0-9"a-z]* = ' "$T/walk")" values
same "nothing in the walk is without a name" "" "$(grep -v '^FICELLE-MIB::fic' "$T/walk")"
same "Net-SNMP finds no wrong type" "" "$(grep -i 'wrong type' "$T/walk")"
check "names of enumerations come out" grep -q 'ficStatsState.0 = INTEGER: ok(1)' "$T/walk"
check "string indices come out" grep -q 'ficNodeLabel."node00007.example.org" = STRING: node00007.example.org' "$T/walk"
check "units come out" grep -q 'ficCmpTotal.0 = Counter64: 200 compilations' "$T/walk"
check "ratios have two decimals" grep -q 'ficCmpFailRatio.0 = Gauge32: 14.00 ' "$T/walk"

# Values that depend on the clock are left out of comparisons: ages, what alarms watch, and since when.
steady() { grep -E -v "^\.${1//./\\.}\.1\.(1\.[35]\.0|3\.15\.0|5\.1\.(6|19)\.[0-9.]*|9\.1\.1[0135]\.[0-9.]*) "; }
numbers() { "$@" -On -Oe -t 2 -r 0 "127.0.0.1:$port" "$ROOT" 2>>"$T/walk.err" | steady "$ROOT"; }
numbers snmpwalk -v2c -c public >"$T/v2c"
numbers snmpbulkwalk -v2c -c public -Cr40 >"$T/bulk"
check "a bulk walk gives the same" diff "$T/v2c" "$T/bulk"
v3() { local p=$1; shift; "$p" -v3 -u tester -l authPriv -a SHA -A "authentic passphrase" -x AES -X "private passphrase" "$@"; }
v3 snmpbulkwalk -Cr40 -On -Oe -t 2 -r 0 "127.0.0.1:$port" "$ROOT" | steady "$ROOT" >"$T/v3"
check "SNMPv3 with authentication and privacy gives the same" diff "$T/v2c" "$T/v3"
numbers snmpwalk -v1 -c public >"$T/v1"
grep -v Counter64 "$T/v2c" >"$T/no64"
check "SNMPv1 gives the same but for Counter64" diff "$T/no64" "$T/v1"
same "the walks ascend, and nothing is wrong with them" "" "$(cat "$T/walk.err")"
same "the end of the MIB is passed to what follows" "" "$(snmpgetnext -v2c -c public -On -t 2 -r 0 "127.0.0.1:$port" "$ROOT.1.255" 2>&1 | grep "$ROOT")"

get() { snmpget -v2c -c public -On -t 2 -r 0 "127.0.0.1:$port" "$@" 2>&1; }
check "GET of many objects in one request" test 20 = "$(get $(for i in $(seq 1 20); do echo "$ROOT.1.2.$i.0"; done) | grep -c ' = ')"
check "a missing row is noSuchInstance" grep -q 'No Such Instance' <(get "$ROOT.1.4.1.2.3.97.97.97")
check "a missing object is noSuchObject" grep -q 'No Such Object' <(get "$ROOT.1.2.99.0")
check "SET is refused" grep -q notWritable <(snmpset -v2c -c private -On -t 2 -r 0 "127.0.0.1:$port" "$ROOT.1.2.8.0" u 5 2>&1)
check "several ranges in one bulk request" test 80 = "$(snmpbulkget -v2c -c public -On -t 2 -r 0 -Cr40 "127.0.0.1:$port" "$ROOT.1.5.1.2" "$ROOT.1.5.1.14" | grep -c "$ROOT.1.5.1")"
check "sysORTable names us" grep -q "OID: .$ROOT\$" <(snmpwalk -v2c -c public -On -t 2 -r 0 "127.0.0.1:$port" 1.3.6.1.2.1.1.9.1.2)
sys_or() { snmpwalk -v2c -c public -On -t 2 -r 0 "127.0.0.1:$port" 1.3.6.1.2.1.1.9.1.2 | grep -c "$ROOT"; }
check "stopping is clean" stop_subagent
same "the sysORTable entry is gone with us" 0 "$(sys_or)"
same "the objects are gone with us" "" "$(get "$ROOT.1.2.1.0" | grep -v 'No Such')"

start_subagent --context prod
community=prodcom
check "up in a context" await_up
same "the context has the objects" 200 "$(value "$ROOT.1.2.1.0")"
community=public
check "the default context has not" grep -q 'No Such Object' <(get "$ROOT.1.2.1.0")
stop_subagent

other=1.3.6.1.4.1.8072.9999.9999.77.5
start_subagent --oid-root "$other"
rooted() { [ "$(value "$other.1.2.1.0")" = 200 ]; }
check "up below another root" wait_for 5000 rooted
snmpwalk -v2c -c public -On -Oe -t 2 -r 0 "127.0.0.1:$port" "$other" | sed "s/\.$other/.$ROOT/g" | steady "$ROOT" >"$T/other"
check "the other root gives the same" diff <(grep -v "\.1\.1\.[247]\.0 " "$T/v2c") <(grep -v "\.1\.1\.[247]\.0 " "$T/other")
same "nothing is left below the usual root" "" "$(get "$ROOT.1.2.1.0" | grep -v 'No Such')"
stop_subagent
stop_snmpd

agentx=tcp:127.0.0.1:$((port + 1))
start_snmpd
start_subagent
check "up over TCP" await_up
numbers snmpbulkwalk -v2c -c public -Cr40 | grep -v "\.1\.1\.[247]\.0 " >"$T/tcp"
check "TCP gives the same" diff <(grep -v "\.1\.1\.[247]\.0 " "$T/v2c") "$T/tcp"
check "stopping is clean over TCP" stop_subagent
summary
