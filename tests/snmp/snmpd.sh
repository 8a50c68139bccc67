# A private snmpd on loopback, for scripts to source (POSIX sh).
#
#   snmpd_start DIR AGENTX [LINES]   starts one whose files are in DIR (which exists) and whose master agent listens at
#                                    AGENTX ("unix:/…"), with more LINES of configuration, and waits until it answers
# Then SNMPD_PORT is its UDP port on 127.0.0.1 and SNMPD_PID its process id, by which the caller stops it. A port that is
# given in SNMPD_PORT is tried first, so that a restart keeps it. Community "public" may read everything.
PATH=$PATH:/usr/sbin:/sbin

# Only the modules that answering needs: nothing of this machine is looked at.
SNMPD_MODULES=snmp_mib,sysORTable,system_mib,usmConf,usmStats,usmUser,vacm_conf,vacm_context,vacm_vars
SNMPD_MODULES=$SNMPD_MODULES,snmpEngine,snmpMPDStats,agentx

# Whether the snmpd of the directory answers (its sysLocation), and not that of another suite which took the port first.
snmpd_answers() {
  [ "$(snmpget -v2c -c public -m '' -r0 -t1 -Oqv "127.0.0.1:$SNMPD_PORT" .1.3.6.1.2.1.1.6.0 2>/dev/null)" = "\"$1\"" ]
}

snmpd_start() {
  snmpd_try=0
  # A port that is taken makes snmpd end at once: another is tried.
  while [ $snmpd_try -lt 5 ]; do
    : "${SNMPD_PORT:=$((20000 + ($$ * 7 + snmpd_try * 1009 + $(date +%s)) % 12000))}"
    cat >"$1/snmpd.conf" <<END
agentaddress udp:127.0.0.1:$SNMPD_PORT
rocommunity public 127.0.0.1 .1
master agentx
agentXSocket $2
agentXTimeout 1
agentXRetries 0
sysDescr ficelle test agent
sysLocation $1
${3:-}
END
    mkdir -p "$1/persist"
    SNMP_PERSISTENT_DIR=$1/persist MIBS= snmpd -f -C -c "$1/snmpd.conf" -Lo -I "$SNMPD_MODULES" >>"$1/snmpd.log" 2>&1 &
    SNMPD_PID=$!
    snmpd_wait=0
    while kill -0 "$SNMPD_PID" 2>/dev/null && [ $snmpd_wait -lt 250 ]; do
      snmpd_answers "$1" && return 0
      sleep 0.02
      snmpd_wait=$((snmpd_wait + 1))
    done
    kill "$SNMPD_PID" 2>/dev/null
    wait "$SNMPD_PID" 2>/dev/null
    SNMPD_PORT=
    snmpd_try=$((snmpd_try + 1))
  done
  echo "a private snmpd does not start:" >&2
  tail -n 5 "$1/snmpd.log" >&2
  return 1
}
