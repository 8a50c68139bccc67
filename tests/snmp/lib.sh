# Shared by the tests in tests/snmp: a private snmpd on loopback, the subagent, and small checks.
# Needs BUILD (the build folder); everything lives in $T, a new folder under /tmp, and ends with the script.

REPO=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$REPO" || exit 1
BUILD=${BUILD:-build}
SUBAGENT=$BUILD/ficelle-subagent
FILL=$BUILD/tests/stats-fill
PROBE=$BUILD/tests/agentx-probe
GENERATE=$BUILD/ficelle-generate
export LC_ALL=C MIBS=
. tests/snmp/snmpd.sh
export PATH

for program in snmpd snmpget snmpwalk snmpbulkwalk smilint; do
  command -v "$program" >/dev/null || { echo "tests/snmp: $program is missing (make deps installs it)" >&2; exit 1; }
done
for program in "$SUBAGENT" "$FILL" "$GENERATE"; do
  [ -x "$program" ] || { echo "tests/snmp: $program is not built" >&2; exit 1; }
done

# The root this build publishes.
ROOT=$("$SUBAGENT" --check -c /dev/null | sed -n "s/^oid_root = //p")
[ -n "$ROOT" ] || { echo "tests/snmp: $SUBAGENT --check fails" >&2; exit 1; }

T=$(mktemp -d /tmp/ficelle-snmp.XXXXXX) || exit 1
chmod 700 "$T"
: >"$T/subagent.conf"
mkdir "$T/state"
: >"$T/alarms.conf"
# The tools read no configuration of this machine, and have no reason to tell of folders they make.
mkdir -p "$T/persistent/cert_indexes" "$T/none"
export SNMP_PERSISTENT_DIR=$T/persistent SNMPCONFPATH=$T/none
snmpd_pid= subagent_pid= probe_pid=
. tests/lib/checks.sh
check_output=$T/check.out

# Ends the processes of this script, by their ids.
stop_all() {
  local pid
  for pid in $subagent_pid ${small_pid:-} $probe_pid $snmpd_pid ${trapd_pid:-}; do
    kill -CONT "$pid" 2>/dev/null
    kill "$pid" 2>/dev/null
  done
  wait 2>/dev/null
  subagent_pid= probe_pid= snmpd_pid=
}
# Also a daemon in the background whose process id the script did not come to read.
finish() { [ ! -s "$T/pid" ] || kill "$(cat "$T/pid")" 2>/dev/null; stop_all; [ -n "${KEEP:-}" ] || rm -rf "$T"; }
trap finish EXIT
trap 'exit 1' INT TERM

# at_most NAME LIMIT GOT UNIT: limits of time are for a machine that is idle
at_most() {
  case $4 in ms | us) set -- "$1" $(($2 * $(patience))) "$3" "$4" ;; esac
  if [ -n "$3" ] && [ "$3" -le "$2" ]; then ok "$1: $3 $4 (at most $2)"; else bad "$1: ${3:-nothing} $4, at most $2"; fi
}
at_least() { if [ -n "$3" ] && [ "$3" -ge "$2" ]; then ok "$1: $3 $4 (at least $2)"; else bad "$1: ${3:-nothing} $4, at least $2"; fi; }

now_ms() { local t=${EPOCHREALTIME/./}; echo $((t / 1000)); }
# wait_for MILLISECONDS COMMAND...: repeats it each 20 ms until it succeeds; prints the time it took. The limit is for a machine
# that is idle.
wait_for() {
  local limit begin
  limit=$(($1 * $(patience)))
  shift
  begin=$(now_ms)
  while ! "$@" >/dev/null 2>&1; do
    [ $(($(now_ms) - begin)) -gt "$limit" ] && return 1
    sleep 0.02
  done
  echo $(($(now_ms) - begin))
}

# What the tests need of snmpd beyond reading with the community "public".
snmpd_lines='rwcommunity private 127.0.0.1 .1
com2sec -Cn prod prodsec default prodcom
group prodgroup v2c prodsec
view all included .1
access prodgroup prod any noauth exact all all none
createUser tester SHA "authentic passphrase" AES "private passphrase"
rouser tester priv .1'

# start_snmpd: starts it, on the port it had before if any, and waits until it answers.
start_snmpd() {
  agentx=${agentx:-unix:$T/master}
  snmpd_start "$T" "$agentx" "$snmpd_lines" || exit 1
  snmpd_pid=$SNMPD_PID port=$SNMPD_PORT
}

# start_trapd: a snmptrapd that writes what it receives to $T/traps; snmpd, when it is started after this, sends to it.
start_trapd() {
  command -v snmptrapd >/dev/null || { echo "tests/snmp: snmptrapd is missing (make deps installs it)" >&2; exit 1; }
  local port
  port=$(tests/lib/free-port)
  snmpd_lines="$snmpd_lines
trap2sink 127.0.0.1:$port public"
  printf 'disableAuthorization yes\n' >"$T/snmptrapd.conf"
  snmptrapd -f -C -c "$T/snmptrapd.conf" -m '' -On -Oe -Lf "$T/traps" "udp:127.0.0.1:$port" >"$T/snmptrapd.log" 2>&1 &
  trapd_pid=$!
}

# stop_snmpd [SIGNAL]
stop_snmpd() {
  kill "-${1:-TERM}" "$snmpd_pid"
  wait "$snmpd_pid" 2>/dev/null
  snmpd_pid=
}

# start_subagent [OPTION]...: in the foreground mode, log in $T/subagent.log; waits for nothing
start_subagent() {
  "$SUBAGENT" -f -c "$T/subagent.conf" -x "$agentx" -s "$T/stats" -l stderr --state-dir "$T/state" \
    --alarms-file "$T/alarms.conf" --sources-dir "$T/sources" "$@" >>"$T/subagent.log" 2>&1 &
  subagent_pid=$!
}
# stop_subagent: the exit status is the daemon's
stop_subagent() {
  local status
  kill "$subagent_pid"
  wait "$subagent_pid"
  status=$?
  subagent_pid=
  return $status
}

get_v2() { snmpget -v2c -c "${community:-public}" -t "$(patience)" -r 0 -On -Oe "127.0.0.1:$port" "$@"; }
# value OID: the bare value, "" on error
value() { snmpget -v2c -c "${community:-public}" -t "$(patience)" -r 0 -OqvUe "127.0.0.1:$port" "$1" 2>/dev/null; }
# is_state N: ficStatsState is N
is_state() { [ "$(value "$ROOT.1.1.6.0")" = "$1" ]; }
is_up() { case $(value "$ROOT.1.1.3.0") in ''|No*) return 1 ;; esac; }
await_up() { wait_for "${1:-5000}" is_up; }
# longest turn of the running daemon's loop, in microseconds
longest_turn_us() {
  local lines
  lines=$(grep -c 'longest turn' "$T/subagent.log")
  kill -USR1 "$subagent_pid"
  wait_for 3000 test_lines "$lines" >/dev/null || return 1
  sed -n 's/.*longest turn of the loop \([0-9]*\)\.\([0-9]*\) ms.*/\1\2/p' "$T/subagent.log" | tail -1 | sed 's/^0*\(.\)/\1/'
}
test_lines() { [ "$(grep -c 'longest turn' "$T/subagent.log")" -gt "$1" ]; }

# mib_text ROOT FILE: the MIB for that root
mib_text() { "$GENERATE" "$T/generated" "$1" && cp "$T/generated/FICELLE-MIB" "$2"; }

# The MIBs FICELLE-MIB imports: Debian's libsnmp-base has no IETF modules, erlang-snmp has.
mib_folder() {
  local f
  mkdir -p "$T/mibs"
  for f in /usr/lib/erlang/lib/snmp-*/mibs/SNMP*.mib; do
    [ -e "$f" ] || { echo "tests/snmp: the IETF modules of erlang-snmp are missing (make deps installs them)" >&2; exit 1; }
    cp "$f" "$T/mibs/$(basename "$f" .mib)"
  done
  cp mibs/imports/HCNUM-TC "$T/mibs"
  for f in NET-SNMP-MIB NET-SNMP-TC; do cp "/usr/share/snmp/mibs/$f.txt" "$T/mibs/$f"; done
  mib_text "$ROOT" "$T/mibs/FICELLE-MIB"
}

summary() {
  checks_done
}
