#!/bin/bash
# Nagios and Icinga: check_snmp of Debian's monitoring-plugins runs every generated command against a real agent, Nagios 4
# and Icinga 2 accept the files, and thresholds give the states they should. The packages are X-Managers-Test-Depends of debian/control.
set -u
cd "$(dirname "$0")/../.." || exit 1
BUILD=${BUILD:-build}
PLUGINS=/usr/lib/nagios/plugins
for program in nagios4 icinga2 ruby $PLUGINS/check_snmp; do
  command -v "$program" > /dev/null || [ -x "/usr/sbin/$program" ] ||
    { echo "tests/managers/checks.sh: $program is missing (scripts/install-deps --managers)" >&2; exit 1; }
done
N=$BUILD/managers/nagios I=$BUILD/managers/icinga
T=$(mktemp -d /tmp/ficelle-checks.XXXXXX) || exit 1
chmod 755 "$T"
. tests/snmp/lab.sh
trap 'lab_stop; rm -rf "$T"' EXIT
trap 'exit 1' INT TERM
. tests/lib/checks.sh
root=$(cat "$BUILD/oid-root")
fill() { "$BUILD/tests/stats-fill" -n 20 -e 2 -t 10 -c "$1" -r 20 -s 100 "$T/stats"; }
fill 60 && mkdir "$T/sources" && "$BUILD/tests/sources-fill" "$T/sources" || { echo "no statistics"; exit 1; }
LAB_SOURCES=$T/sources LAB_ROOT=.$root
lab_start "$T/lab" "$T/stats" || exit 1
snmpbulkwalk -v2c -c "$LAB_COMMUNITY" -On -OT -m '' -Cr50 "$LAB_AGENT" ".$root.1" > "$T/walk" || { echo "no walk"; exit 1; }
ruby tests/managers/checks.rb "$N/ficelle-commands.cfg" "$N/ficelle-services.cfg" "$I/ficelle.conf" "$T/walk" > "$T/lines" || bad "the files"

# --- check_snmp ---
export MP_STATE_PATH=$T/state NAGIOS_PLUGIN_STATE_DIRECTORY=$T/state
mkdir "$T/state"
run_line() { # run_line LINE OPTIONS: what Nagios would run; the answer in $answer, the exit status in $status
  local line=$1
  line=${line//'$USER1$'/$PLUGINS} line=${line//'$HOSTADDRESS$'/127.0.0.1}
  line=${line//'$_HOSTSNMP$'/-P 2c -C $LAB_COMMUNITY -p ${LAB_AGENT#*:}} line=${line//'$ARG1$'/$2}
  answer=$(env -u MIBS -u MIBDIRS $line 2>&1)
  status=$?
}
value_at() { snmpget -v2c -c "$LAB_COMMUNITY" -m '' -OqvtU "$LAB_AGENT" "$1"; }
ran=0 rates=0
while IFS='|' read -r name options rate line; do
  oid=$(echo "$line" | sed 's/.* -o \([^ ]*\).*/\1/')
  case $(value_at "$oid") in No*) continue ;; esac # no sample
  run_line "$line" "$options"
  ran=$((ran + 1))
  [ -n "$rate" ] && rates=$((rates + 1))
  case $status in
  0|1|2) ;;
  *) bad "$name: status $status, $answer"; continue ;;
  esac
  [ -n "$options" ] || [ $status = 0 ] || bad "$name: status $status, $answer"
  # A rate begins with the second call; other values are the agent's.
  [ -z "$rate" ] || continue
  got=$(echo "$answer" | sed -n 's/.*|.*=\([0-9.]*\).*/\1/p') now=$(value_at "$oid")
  case $name in *UpTime | *Age | *ExpiresIn | *CertIn | *CrlIn) continue ;; esac # move between the two looks
  case ${name#*_} in run-age | stats-age | server-gone | certificate | *-certificate | ca-crl | spool-age) continue ;; esac
  [ "$got" = "$now" ] || bad "$name: $got, the agent says $now: $answer"
done < "$T/lines"
if [ $ran -ge 80 ] && [ $rates -ge 40 ]; then ok "check_snmp runs $ran commands, $rates of them rates"; else bad "only $ran commands, $rates rates"; fi
command_of() { sed -n "s/^ficelle-$1|.*|//p" "$T/lines"; }
sleep 2
fill 40
sleep 2
run_line "$(command_of ficCmpTotal)" ""
growth=$(echo "$answer" | sed -n 's/.*|[^=]*=\([0-9.]*\).*/\1/p')
if awk -v g="$growth" 'BEGIN { exit !(g > 0 && g <= 40) }'; then ok "a rate per second: $growth"; else bad "a rate: $answer"; fi

# --- thresholds: the state of a value on each side ---
state_of() { # state_of SERVICE: of the agent as it is
  local line options
  line=$(grep "^ficelle_$1|" "$T/lines")
  options=$(echo "$line" | cut -d'|' -f2)
  run_line "${line##*|}" "$options"
  echo $status
}
same "the statistics are there" 0 "$(state_of stats-state)"
same "too many compilations fail: critical" 2 "$(state_of compile-failures)"
mv "$T/stats" "$T/away"
for _ in $(seq 30); do [ "$(state_of stats-state)" = 0 ] || break; sleep 1; done
same "the statistics are missing: critical" 2 "$(state_of stats-state)"
mv "$T/away" "$T/stats"

# --- Nagios ---
mkdir "$T/nagios"
cat > "$T/nagios/site.cfg" <<'X'
define timeperiod {
  timeperiod_name always
  alias Always
  sunday 00:00-24:00
  monday 00:00-24:00
  tuesday 00:00-24:00
  wednesday 00:00-24:00
  thursday 00:00-24:00
  friday 00:00-24:00
  saturday 00:00-24:00
}
define contact {
  contact_name admin
  host_notification_period always
  service_notification_period always
  host_notification_options d,r
  service_notification_options w,c,r
  host_notification_commands tell
  service_notification_commands tell
}
define contactgroup {
  contactgroup_name admins
  alias Administrators
  members admin
}
define command {
  command_name tell
  command_line /bin/true
}
define service {
  name generic-service
  register 0
  max_check_attempts 3
  check_interval 5
  retry_interval 1
  check_period always
  notification_period always
  contact_groups admins
}
define host {
  host_name puppet
  address 192.0.2.7
  hostgroups ficelle
  _SNMP -P 2c -C public
  check_command tell
  max_check_attempts 3
  check_period always
  notification_period always
  contact_groups admins
}
define service {
  use generic-service
  host_name puppet
  service_description compile time
  check_command check_ficelle!compile!-w 10 -c 30
}
X
cat > "$T/nagios/nagios.cfg" <<X
log_file=$T/nagios/log
cfg_file=$T/nagios/site.cfg
cfg_file=$(cd "$N" && pwd)/ficelle-commands.cfg
cfg_file=$(cd "$N" && pwd)/ficelle-services.cfg
resource_file=$T/nagios/resource.cfg
object_cache_file=$T/nagios/objects
status_file=$T/nagios/status
temp_file=$T/nagios/tmp
check_result_path=$T/nagios
command_file=$T/nagios/rw
illegal_macro_output_chars=\`~\$&|'"<>
lock_file=$T/nagios/lock
X
echo "\$USER1\$=$PLUGINS" > "$T/nagios/resource.cfg"
chmod 777 "$T/nagios" # it becomes a user of its own
PATH=$PATH:/usr/sbin
nagios4 -v "$T/nagios/nagios.cfg" > "$T/nagios/out" 2>&1
if grep -q '^Total Errors: *0' "$T/nagios/out" && grep -q '^Total Warnings: *0' "$T/nagios/out"; then
  ok "Nagios: $(sed -n 's/^\tChecked \([0-9]* services\).*/\1/p' "$T/nagios/out"), $(sed -n 's/^\tChecked \([0-9]* commands\).*/\1/p' "$T/nagios/out")"
else bad "Nagios"; grep -E 'Error|Warning' "$T/nagios/out" | head; fi

# --- Icinga 2 ---
mkdir -p "$T/icinga/data" "$T/icinga/cache"
cat > "$T/icinga/icinga2.conf" <<X
include <itl>
include <plugins>
const PluginDir = "$PLUGINS"
const NodeName = "test"
const ZoneName = "test"
object Endpoint NodeName { }
object Zone ZoneName { endpoints = [ NodeName ] }
include "$(cd "$I" && pwd)/ficelle.conf"
object Host "puppet" {
  check_command = "hostalive"
  address = "192.0.2.7"
  vars.ficelle = true
  vars.snmp_version = "2c"
  vars.snmp_community = "public"
}
apply Service "compile time" {
  check_command = "ficelle"
  vars.ficelle_mode = "compile"
  vars.ficelle_host = "\$address\$"
  vars.ficelle_warning = "10"
  vars.ficelle_critical = "30"
  assign where host.vars.ficelle
}
X
[ "$(id -u)" != 0 ] || chown -R nagios "$T/icinga" 2> /dev/null
icinga2 daemon -C -c "$T/icinga/icinga2.conf" -DConfiguration.DataDir="$T/icinga/data" -DConfiguration.CacheDir="$T/icinga/cache" \
  -DConfiguration.LogDir="$T/icinga" -DConfiguration.InitRunDir="$T/icinga" -DDataDir="$T/icinga/data" > "$T/icinga/out" 2>&1
status=$?
services=$(sed -n 's/.*Instantiated \([0-9]*\) Services\{0,1\}\..*/\1/p' "$T/icinga/out")
same "Icinga 2 accepts the file" 0 "$status"
same "Icinga 2 makes as many services as Nagios" "$(($(grep -c '^define service {' "$N/ficelle-services.cfg") + 1))" "$services"
[ "$status" = 0 ] || grep -E 'critical|Error' "$T/icinga/out" | head
checks_done
