#!/bin/bash
# Notifications through a real snmpd to a real snmptrapd: each exactly once or counted as dropped, through restarts of
# snmpd, and a burst of 10,000 stops nobody.
. "$(dirname "$0")/lib.sh"
SEND=$BUILD/tests/notify-send
[ -x "$SEND" ] || { echo "tests/snmp: $SEND is not built" >&2; exit 1; }
trap_root=${ROOT%.*}.8143
start_trapd
start_snmpd

# The sequence numbers received so far, in the order in which they came.
received() { grep -a "$trap_root\.0\.1" "$T/traps" | sed -n "s/.*\.$trap_root\.1\.0 = Gauge32: \([0-9]*\).*/\1/p"; }
count_received() { received | wc -l; }
has_received() { [ "$(count_received)" -ge "$1" ]; }
# clear_traps: what came so far is forgotten (snmptrapd appends)
clear_traps() { : >"$T/traps"; }
figure() { sed -n "s/.*$1 \([0-9]*\).*/\1/p" "$T/sent"; }

probe_trap() { "$SEND" "$agentx" "$trap_root" 1 0 5 >"$T/sent" 2>"$T/send.log" && has_received 1; }
check "a notification arrives" wait_for 10000 probe_trap
check "with its text" grep -aq 'a notification of a usual length' "$T/traps"
check "with the master agent's sysUpTime" grep -aq '\.1\.3\.6\.1\.2\.1\.1\.3\.0 = Timeticks: ([1-9]' "$T/traps"

# snmpd is restarted while they are sent.
clear_traps
count=600
"$SEND" "$agentx" "$trap_root" $count 100 30 >"$T/sent" 2>"$T/send.log" &
probe_pid=$!
for i in $([ -n "$LONG" ] && seq 1 8 || seq 1 3); do
  sleep 0.$((4 + i % 3))
  stop_snmpd
  [ $((i % 2)) = 0 ] && sleep 0.5
  start_snmpd
done
wait "$probe_pid"
probe_pid=
wait_for 3000 has_received $count >/dev/null
same "the master agents took all of them" "sent $count dropped 0 waiting 0" "$(sed 's/ longest.*//' "$T/sent")"
same "each arrived" "" "$(seq 1 $count | sort | comm -23 - <(received | sort -u) | xargs)"
same "none arrived twice" "" "$(received | sort -n | uniq -d | xargs)"
at_least "sessions that ended meanwhile" 2 "$(grep -c '^down' "$T/send.log")" sessions

# snmpd hangs while they are sent.
clear_traps
"$SEND" "$agentx" "$trap_root" 200 100 30 >"$T/sent" 2>"$T/send.log" &
probe_pid=$!
sleep 0.7
kill -STOP "$snmpd_pid"
sleep 2
kill -CONT "$snmpd_pid"
wait "$probe_pid"
probe_pid=
wait_for 3000 has_received 200 >/dev/null
same "snmpd that hung for two seconds took all of them" "sent 200 dropped 0 waiting 0" "$(sed 's/ longest.*//' "$T/sent")"
same "each arrived once" "$(seq 1 200 | xargs)" "$(received | sort -n | xargs)"
at_most "longest turn of the loop" 1500000 "$(figure longest)" us

# 10,000 at once: the queue takes what it has room for, the rest is counted, and nobody is stopped.
clear_traps
"$SEND" "$agentx" "$trap_root" 10000 0 60 >"$T/sent" 2>"$T/send.log" &
probe_pid=$!
answers() { [ "$(value "$trap_root.2.0")" = 1 ]; }
check "requests are answered during a burst" wait_for 3000 answers
wait "$probe_pid"
probe_pid=
sent=$(figure sent) dropped=$(figure dropped)
same "every one of 10,000 is sent or counted as dropped" "10000 0" "$((sent + dropped)) $(figure waiting)"
at_least "sent of a burst" 1024 "$sent" notifications
wait_for 3000 has_received "$sent" >/dev/null
same "each that was sent arrived once" "" "$(comm -3 <(seq 1 10000 | sort) <({ received; sed -n 's/^dropped: //p' "$T/send.log"; } | sort) | xargs)"
at_most "longest turn of the loop during a burst" 1500000 "$(figure longest)" us
summary
