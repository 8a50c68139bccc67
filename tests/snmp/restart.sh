#!/bin/bash
# snmpd away, restarted, killed, stopped: the subagent is back within three seconds and its loop never waits.
. "$(dirname "$0")/lib.sh"
"$FILL" -n 5 "$T/stats" || exit 1
agentx=unix:$T/master

# Something accepts connections and closes them at once, as a master agent does that refuses us (hosts.deny): the
# attempts must not multiply.
perl -MIO::Socket::UNIX -MSocket -e '
  my $s = IO::Socket::UNIX->new(Type => SOCK_STREAM, Local => $ARGV[0], Listen => 5) or die $!;
  $| = 1; while (my $c = $s->accept) { print "connection\n"; close $c }' "$T/refuser" >"$T/refused" &
refuser=$!
wait_for 3000 test -S "$T/refuser" >/dev/null
"$SUBAGENT" -f -c "$T/subagent.conf" -x "unix:$T/refuser" -s "$T/stats" -l stderr >"$T/refused.log" 2>&1 &
subagent_pid=$!
sleep 5.5
kill "$refuser"
at_least "connections in 5.5 s to what closes them" 4 "$(grep -c . "$T/refused")" connections
at_most "they do not multiply" 14 "$(grep -c . "$T/refused")" connections
same "one line in the log about them" 1 "$(grep -c MASTER_ "$T/refused.log")"
check "the daemon stops cleanly" stop_subagent

# No master at all.
start_subagent
sleep 2.5
same "one line in the log while there is no master" 1 "$(grep -c MASTER_ "$T/subagent.log")"
cpu_ticks() { awk '{print $14 + $15}' "/proc/$subagent_pid/stat"; }
at_most "processor time without a master for 2.5 s" 10 "$(cpu_ticks)" "ticks of 10 ms"
begin=$(now_ms)
start_snmpd
check "up after snmpd came" await_up 5000
at_most "from the start of snmpd to the first value" 3000 $(($(now_ms) - begin)) ms

rounds=$([ -n "$LONG" ] && echo 20 || echo 4)
worst=0
for i in $(seq 1 "$rounds"); do
  stop_snmpd $([ $((i % 2)) = 0 ] && echo KILL || echo TERM)
  [ $((i % 4)) = 0 ] && sleep 1
  begin=$(now_ms)
  start_snmpd
  await_up 10000 >/dev/null || { bad "restart $i: not back after 10 s"; continue; }
  took=$(($(now_ms) - begin))
  [ $took -gt $worst ] && worst=$took
done
at_most "worst of $rounds restarts of snmpd" 3000 $worst ms
at_most "lines in the log about them" $((2 * rounds + 4)) "$(grep -c 'master agent' "$T/subagent.log")" lines
check "sysORTable has us again" grep -q "OID: .$ROOT\$" <(snmpwalk -v2c -c public -On -t 2 -r 0 "127.0.0.1:$port" 1.3.6.1.2.1.1.9.1.2)

# hang SECONDS: snmpd is stopped, the subagent must not notice
hang() {
  local seconds=$1 begin
  kill -STOP "$snmpd_pid"
  sleep "$seconds"
  begin=$(now_ms)
  at_most "longest turn while snmpd hung for $seconds s" 1500000 "$(longest_turn_us)" us
  at_most "the loop answers a signal while snmpd hangs" 500 $(($(now_ms) - begin)) ms
  kill -CONT "$snmpd_pid"
  begin=$(now_ms)
  check "values come again" await_up 10000
  at_most "after snmpd went on" 3000 $(($(now_ms) - begin)) ms
}
hang $([ -n "$LONG" ] && echo 10 || echo 2)
if [ -n "$LONG" ]; then
  hang 75      # long enough for the session to be given up and the listen queue to fill
  stop_snmpd
  lines=$(grep -c . "$T/subagent.log")
  sleep 125
  at_most "lines in the log in 125 s without a master" 3 $(($(grep -c . "$T/subagent.log") - lines)) lines
  start_snmpd
  check "up after two minutes without a master" await_up 3000
fi
check "the daemon stops cleanly" stop_subagent

# Two subagents for one tree: the second is refused, reports it, and takes over when the first ends.
start_subagent
check "the first is up" await_up
first=$subagent_pid
start_subagent -p "$T/second.pid"
refused() { grep -q MASTER_REFUSED "$T/subagent.log"; }
check "the second is refused and reports it" wait_for 3000 refused
kill "$first"
wait "$first"
if [ -n "$LONG" ]; then
  check "the second takes over" await_up 15000
fi
stop_subagent
summary
