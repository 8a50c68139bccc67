# A private snmpd and ficelle-subagent on loopback, for scripts to source (POSIX sh).
#
#   lab_start DIR STATS [subagent option...]   starts both, waits until the subagent's objects answer
#   lab_stop                                   stops what was started, by process id
# After lab_start: LAB_AGENT is HOST:PORT, LAB_COMMUNITY the community; MIBDIRS and MIBS are set so that names of
# FICELLE-MIB work. LAB_SOURCES is the collector's folder (default: one below DIR, empty).
# BUILD names the build folder (default build). DIR must be empty or new; logs stay in it.
# The current directory is the repository's.
BUILD=${BUILD:-build}
. tests/snmp/snmpd.sh
LAB_COMMUNITY=public
LAB_PIDS=

# The IETF modules come with Debian's erlang-snmp.
lab_mibs() {
  MIBDIRS=$(ls -d /usr/lib/erlang/lib/snmp-*/mibs 2>/dev/null | head -n 1):/usr/share/snmp/mibs:$(cd "$BUILD/managers" && pwd)
  MIBS=FICELLE-MIB
  export MIBDIRS MIBS
}

lab_stop() {
  for p in $LAB_PIDS; do kill "$p" 2>/dev/null || :; done
  for p in $LAB_PIDS; do wait "$p" 2>/dev/null || :; done
  LAB_PIDS=
}

lab_start() {
  lab_dir=$1
  lab_stats=$2
  shift 2
  mkdir -p "$lab_dir"
  lab_dir=$(cd "$lab_dir" && pwd)
  lab_mibs
  SNMPD_PORT=
  snmpd_start "$lab_dir" "unix:$lab_dir/agentx" || return 1
  LAB_PIDS="$LAB_PIDS $SNMPD_PID"
  LAB_AGENT=127.0.0.1:$SNMPD_PORT
  "$BUILD/ficelle-subagent" --foreground --agentx-socket "unix:$lab_dir/agentx" --stats-file "$lab_stats" \
    --config /dev/null --state-dir "" --sources-dir "${LAB_SOURCES:-$lab_dir/sources}" "$@" > "$lab_dir/subagent.log" 2>&1 &
  LAB_SUBAGENT_PID=$!
  LAB_PIDS="$LAB_PIDS $!"
  lab_wait=0
  until snmpget -v2c -c "$LAB_COMMUNITY" -m '' -r0 -t1 -On "$LAB_AGENT" .1.3.6.1.2.1.1.9.1.2.1 >/dev/null 2>&1 &&
    snmpgetnext -v2c -c "$LAB_COMMUNITY" -m '' -r0 -t1 -On "$LAB_AGENT" "${LAB_ROOT:-.1.3.6.1.4.1.8072.9999.9999.8140}" 2>/dev/null |
      grep -q "^${LAB_ROOT:-.1.3.6.1.4.1.8072.9999.9999.8140}\."; do
    lab_wait=$((lab_wait + 1))
    if [ $lab_wait -gt 600 ] || ! kill -0 "$LAB_SUBAGENT_PID" 2>/dev/null; then
      echo "lab: the subagent does not answer:"
      cat "$lab_dir/subagent.log" "$lab_dir/snmpd.log"
      return 1
    fi
    sleep 0.1
  done
}
