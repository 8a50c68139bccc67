#!/bin/bash
# Imports the template into the real Zabbix 6.0 of Debian, twice, and lets its server poll a real agent: every item has a
# value, that which the agent says. Everything is in a private folder. The packages are X-Managers-Test-Depends of debian/control.
set -u
cd "$(dirname "$0")/../.." || exit 1
BUILD=${BUILD:-build}
PATH=$PATH:/usr/sbin
for program in mariadbd mariadb-install-db php zabbix_server ruby; do
  command -v "$program" > /dev/null || { echo "tests/managers/zabbix.sh: $program is missing (scripts/install-deps --managers)" >&2; exit 1; }
done
[ -d /usr/share/zabbix/include ] || { echo "tests/managers/zabbix.sh: the package zabbix-frontend-php is missing (scripts/install-deps --managers)" >&2; exit 1; }
T=$(mktemp -d /tmp/ficelle-zabbix.XXXXXX) || exit 1
chmod 755 "$T"
. tests/snmp/lab.sh
. tests/managers/database.sh
web= server=
finish() {
  for pid in $web $server; do kill "$pid" && wait "$pid"; done 2> /dev/null
  lab_stop
  database_stop
  if [ -n "${KEEP:-}" ]; then echo "kept: $T"; else rm -rf "$T"; fi
}
trap finish EXIT
trap 'exit 1' INT TERM
. tests/lib/checks.sh
check_output=$T/out
die() { echo "$*"; tail -n 20 "$T"/*.log 2> /dev/null; exit 1; }

database_start zabbix || die "no database"
for part in schema images data; do
  gzip -dc "/usr/share/zabbix-server-mysql/$part.sql.gz" | mariadb --no-defaults -u root --socket="$T/data/socket" zabbix || die "no tables"
done
cp -rL /usr/share/zabbix "$T/zabbix" 2> /dev/null
sed -i "s|/etc/zabbix/zabbix.conf.php|$T/zabbix.conf.php|" "$T/zabbix/include/classes/core/CConfigFile.php"
cat > "$T/zabbix.conf.php" <<X
<?php
\$DB['TYPE'] = 'MYSQL';
\$DB['SERVER'] = '127.0.0.1';
\$DB['PORT'] = '$port';
\$DB['DATABASE'] = 'zabbix';
\$DB['USER'] = 'zabbix';
\$DB['PASSWORD'] = 'zabbix';
\$DB['SCHEMA'] = '';
\$DB['ENCRYPTION'] = false;
\$DB['DOUBLE_IEEE754'] = true;
\$IMAGE_FORMAT_DEFAULT = IMAGE_FORMAT_PNG;
X
for try in 1 2 3 4 5; do
  web_port=$(tests/lib/free-port)
  php -d memory_limit=512M -d max_execution_time=300 -d post_max_size=32M -S 127.0.0.1:$web_port -t "$T/zabbix" > "$T/web.log" 2>&1 &
  web=$!
  for _ in $(seq 600); do
    curl -s -o /dev/null "http://127.0.0.1:$web_port/robots.txt" && kill -0 "$web" 2> /dev/null && break 2
    kill -0 "$web" 2> /dev/null || continue 2
    sleep 0.1
  done
done
api() { ruby tests/managers/zabbix_api.rb "http://127.0.0.1:$web_port" "$@"; }
check 'imported twice, the same' api import "$BUILD/managers/zabbix/ficelle.yaml"
check 'Redis, imported twice' api import "$BUILD/managers/zabbix/redis.yaml"
check 'MySQL, imported twice' api import "$BUILD/managers/zabbix/mysql.yaml"
sed 's/{\$FICELLE.COMPILE.P95.HOLD})>=/{$FICELLE.COMPILE.P95.HOLD}>=/' "$BUILD/managers/zabbix/ficelle.yaml" > "$T/bad.yaml"
refused() { api import "$T/bad.yaml"; [ $? != 0 ] && grep -q 'HOLD}>=' "$T/out"; }
check 'a template with a mistake is refused' refused

root=$(cat "$BUILD/oid-root")
"$BUILD/tests/stats-fill" -n 20 -e 2 -t 10 -c 60 -r 20 -s 100 "$T/stats" && mkdir "$T/sources" && "$BUILD/tests/sources-fill" "$T/sources" || die "no statistics"
LAB_SOURCES=$T/sources LAB_ROOT=.$root
lab_start "$T/lab" "$T/stats" || die "no agent"
api host 'ficelle by SNMP' "${LAB_AGENT#*:}" || die "no host"
cat > "$T/zabbix_server.conf" <<X
LogType=file
LogFile=$T/server.log
PidFile=$T/server.pid
SocketDir=$T
DBHost=127.0.0.1
DBPort=$port
DBName=zabbix
DBUser=zabbix
DBPassword=zabbix
ListenIP=127.0.0.1
ListenPort=$(tests/lib/free-port)
StartPollers=2
StartPollersUnreachable=1
StartTrappers=1
StartPingers=0
StartDiscoverers=0
StartHTTPPollers=0
StartHistoryPollers=1
StartODBCPollers=0
StartReportWriters=0
CacheSize=32M
AllowRoot=1
AllowUnsupportedDBVersions=1
CacheUpdateFrequency=5
X
env -u MIBS -u MIBDIRS zabbix_server -f -c "$T/zabbix_server.conf" > "$T/server.out" 2>&1 &
server=$!
for _ in $(seq 600); do grep -q 'server #0 started' "$T/server.log" 2> /dev/null && break; sleep 0.1; done
kill -0 "$server" 2> /dev/null || { cat "$T/server.out" "$T/server.log"; die "the server does not start"; }
snmpbulkwalk -v2c -c "$LAB_COMMUNITY" -On -OT -m '' -Cr50 "$LAB_AGENT" ".$root.1" > "$T/walk" || die "no walk"
check 'each item has the value of the agent' api values 'ficelle by SNMP' "$T/walk"
[ "$failed" = 0 ] || tail -n 5 "$T/server.log" "$T/server.out"
checks_done
