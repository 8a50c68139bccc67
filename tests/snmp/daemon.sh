#!/bin/bash
# The daemon's own manners: options, configuration, pid file, background, reload, systemd, descriptors, signals.
. "$(dirname "$0")/lib.sh"
"$FILL" -n 5 "$T/stats" || exit 1
start_snmpd

check "--help" grep -q -- '--agentx-socket ADDRESS' <("$SUBAGENT" --help)
check "--help names every setting" test -z "$("$SUBAGENT" --check -c /dev/null | sed 's/ = .*//; s/_/-/g' |
  while read -r name; do "$SUBAGENT" --help | grep -q -- "--$name " || echo "$name"; done)"
check "--version" grep -q '^ficelle-subagent [0-9]' <("$SUBAGENT" --version)

# refuses STATUS TEXT OPTION...
refuses() {
  local status=$1 text=$2 out got
  shift 2
  out=$(timeout 10 "$SUBAGENT" "$@" 2>&1 </dev/null)
  got=$?
  if [ $got = "$status" ] && [ "${out#*"$text"}" != "$out" ]; then ok "refused: $text"; else bad "$*: status $got, said: $out"; fi
}
refuses 2 'unexpected argument "now"' now
refuses 2 "Try 'ficelle-subagent --help'" --nonsense
refuses 1 "/proc/nonexistent: No such file or directory" -f -c /proc/nonexistent
refuses 1 "/tmp: Is a directory" -f -c /tmp
refuses 1 'oid_root: an object identifier must be numbers' -f --oid-root 1.3.x
refuses 1 'agentx_socket: AgentX needs a stream' -f -x udp:127.0.0.1:705
refuses 1 'stats_file must be an absolute path' -f -s stats
refuses 1 'pid_file: /proc/nonexistent/pid: No such file or directory' -f -c /dev/null -p /proc/nonexistent/pid
refuses 1 'log_destination: ' -f -c /dev/null -l /proc/nonexistent/../nothing/. --log-level notice
refuses 1 'log_categories: ' -f -c /dev/null --log-categories 'subagent=loud'
printf 'context = a\nnonsense\n' >"$T/bad.conf"
refuses 1 "$T/bad.conf:2: expected \"name = value\"" -f -c "$T/bad.conf"
head -c 1000 /dev/urandom >"$T/noise.conf"
refuses 1 "$T/noise.conf:" -f -c "$T/noise.conf"
if [ -e subagent/subagent.conf ]; then
  check "the sample configuration is valid" "$SUBAGENT" --check -c subagent/subagent.conf
  plain() { sed "s/ *$//" | grep -v '^oid_root' | sort; } # the root is the build's
  same "the sample configuration shows the defaults" "" "$(diff <(sed "s/^#\([a-z_]* =\)/\1/" subagent/subagent.conf | grep "^[a-z_]* =" | plain) <("$SUBAGENT" --check -c /dev/null | plain))"
fi

# In the background, with a configuration file and a log file.
other=1.3.6.1.4.1.8072.9999.9999.5
cat >"$T/subagent.conf" <<END
# a test
agentx_socket = $agentx
stats_file = "$T/stats"
state_dir = $T/state
alarms_file = $T/alarms.conf
sources_dir = $T/sources
pid_file = $T/pid
log_destination = $T/subagent.log
END
(cd "$T" && "$SUBAGENT" -c subagent.conf) 2>"$T/stderr" </dev/null
same "it goes to the background" 0 $?
wait_for 3000 test -s "$T/pid" >/dev/null
subagent_pid=$(cat "$T/pid")
check "the pid file is right" grep -q ficelle-subagen "/proc/$subagent_pid/comm"
same "its working directory is /" / "$(readlink "/proc/$subagent_pid/cwd")"
same "its standard streams are closed" "/dev/null /dev/null /dev/null" "$(for i in 0 1 2; do readlink "/proc/$subagent_pid/fd/$i"; done | xargs)"
check "up with values of the file" await_up
started=$(value "$ROOT.1.1.2.0")
refuses 1 'is held by another ficelle-subagent' -c "$T/subagent.conf"
echo "oid_root = $other" >>"$T/subagent.conf"
kill -HUP "$subagent_pid"
moved() { [ "$(value "$other.1.2.1.0")" = 5 ]; }
check "SIGHUP moves it to another root" wait_for 3000 moved
same "no longer below the first" "" "$(get_v2 "$ROOT.1.2.1.0" | grep -v 'No Such')"
same "ficStartedAt stays over a reload" "$started" "$(value "$other.1.1.2.0")"
echo "oid_root = again" >>"$T/subagent.conf"
kill -HUP "$subagent_pid"
complained() { grep -q "code=CONFIG_INVALID.*subagent.conf:10: duplicate setting oid_root\|subagent.conf:10: duplicate setting oid_root.*CONFIG_INVALID" "$T/subagent.log"; }
check "a bad file is refused by a reload" wait_for 3000 complained
check "and changes nothing" moved
"$FILL" -n 9 "$T/stats2"
sed -i "s|^stats_file.*|stats_file = $T/stats2|; /again/d" "$T/subagent.conf"
kill -HUP "$subagent_pid"
second() { [ "$(value "$other.1.2.1.0")" = 9 ]; }
check "SIGHUP opens another store" wait_for 3000 second
same "no line at level debug so far" "" "$(grep '(debug)' "$T/subagent.log")"
echo "log_categories = subagent=debug" >>"$T/subagent.conf"
kill -HUP "$subagent_pid"
raised() { grep -q "(debug): looked at $T/stats2: .* category=subagent.store master=$agentx session=[0-9]" "$T/subagent.log"; }
check "SIGHUP raises a category, and each line has its context" wait_for 3000 raised
check "the log says what changed" grep -q '(info): log_categories is now "subagent=debug", it was ""' "$T/subagent.log"
sed -i "/^oid_root/d" "$T/subagent.conf"
kill -HUP "$subagent_pid"
step() { grep -q "(debug): session [0-9]* is open, registering the subtree" "$T/subagent.log"; }
check "the steps of a session are logged" wait_for 3000 step
echo "oid_root = $other" >>"$T/subagent.conf"
kill -HUP "$subagent_pid"
check "back at the other root" wait_for 3000 second
mv "$T/subagent.log" "$T/rotated.log"
kill -HUP "$subagent_pid"
check "SIGHUP reopens the log" wait_for 3000 test -s "$T/subagent.log"
kill -PIPE "$subagent_pid"
kill -USR1 "$subagent_pid"
check "SIGPIPE does no harm" second
kill "$subagent_pid"
gone() { ! kill -0 "$subagent_pid"; }
check "SIGTERM ends it" wait_for 3000 gone
check "and takes the pid file away" test ! -e "$T/pid"
subagent_pid=
: >"$T/subagent.conf"

# More than 1024 descriptors are open before it starts: an fd_set would not do.
limit=$(ulimit -Hn)
if [ "$limit" = unlimited ] || [ "$limit" -ge 2048 ]; then
  (ulimit -n 2048; exec perl -e '$^F = 4000; open($f[$_], "<", "/dev/null") for 1 .. 1500; exec @ARGV' \
    "$SUBAGENT" -f -c "$T/subagent.conf" -x "$agentx" -s "$T/stats" -l stderr) >>"$T/subagent.log" 2>&1 &
  subagent_pid=$!
  check "up with descriptors above 1023" await_up
  check "they are above 1023" test -n "$(ls "/proc/$subagent_pid/fd" | awk '$1 > 1023' | head -1)"
  check "it stops cleanly" stop_subagent
fi

# systemd's messages, received as systemd does.
perl -MIO::Socket::UNIX -MSocket -e '
  my $s = IO::Socket::UNIX->new(Type => SOCK_DGRAM, Local => $ARGV[0]) or die $!;
  $| = 1; $SIG{ALRM} = sub { exit }; alarm 20;
  while (defined $s->recv(my $m, 4096)) { $m =~ s/\n/ /g; print "$m\n"; last if $m =~ /STOPPING/ }' "$T/notify" >"$T/notified" &
listener=$!
wait_for 3000 test -S "$T/notify" >/dev/null
NOTIFY_SOCKET=$T/notify start_subagent
check "up under a service manager" await_up
connected() { grep -q 'STATUS=connected to' "$T/notified"; }
check "STATUS tells the connection as soon as there is one" wait_for 3000 connected
kill -HUP "$subagent_pid"
reloaded() { grep -q RELOADING "$T/notified"; }
check "RELOADING=1 with MONOTONIC_USEC" wait_for 3000 reloaded
stop_subagent
wait "$listener"
check "READY=1 came first or after a status" grep -q '^READY=1' <(grep -v ^STATUS "$T/notified" | head -1)
check "RELOADING=1 has a time" grep -q '^RELOADING=1 MONOTONIC_USEC=[0-9]*$' "$T/notified"
same "READY=1 twice" 2 "$(grep -c '^READY=1' "$T/notified")"
check "STATUS tells connection and store" grep -q 'STATUS=connected to .*; store ok, 5 nodes' "$T/notified"
check "STOPPING=1 came last" grep -q '^STOPPING=1' <(tail -1 "$T/notified")

# Requests are answered from memory: a walk costs no system call but those of the AgentX socket, of the pipes on which
# the library hands requests to itself, and of waiting (and of memory: the library allocates for each request).
if command -v strace >/dev/null; then
  start_subagent --refresh-interval 1000
  await_up >/dev/null
  timeout 20 strace -f -qq -y -e trace=all -o "$T/strace" -p "$subagent_pid" 2>"$T/strace.err" &
  tracer=$!
  traced() { grep -q TracerPid:.*[1-9] "/proc/$subagent_pid/status"; }
  if wait_for 3000 traced >/dev/null; then
    snmpbulkwalk -v2c -c public -On -Cr30 -t 2 -r 0 "127.0.0.1:$port" "$ROOT" >/dev/null
    snmpset -v2c -c private -On -t 2 -r 0 "127.0.0.1:$port" "$ROOT.1.2.8.0" u 5 >/dev/null 2>&1
    kill "$tracer"
    wait "$tracer" 2>/dev/null
    at_least "system calls seen" 100 "$(grep -c . "$T/strace")" calls
    same "no other than those" "" "$(sed 's/^[0-9]* *//' "$T/strace" | grep -v '^pselect6(\|^recvfrom([0-9]*<[A-Z]*socket:\|^recvfrom([0-9]*<socket:\|^sendto([0-9]*<[A-Z]*socket:\|^sendto([0-9]*<socket:\|^read([0-9]*<pipe:\|^write([0-9]*<pipe:\|^restart_syscall(\|^brk(\|^mmap(.*MAP_ANONYMOUS\|^munmap(\|^madvise(\|^---\|^strace:' | sort -u | head)"
  else
    kill "$tracer" 2>/dev/null
    echo "skipped tracing: $(cat "$T/strace.err")"
  fi
  stop_subagent
fi
summary
