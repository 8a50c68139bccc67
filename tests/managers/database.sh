# A private MariaDB on a loopback port, for the scripts beside this one, which have $T, a folder that others may enter.
#
#   database_start NAME   starts it with an empty database of that name, and a user of that name and password
#   database_stop         stops it, by its process id
#   sql TEXT              runs TEXT in that database as its administrator, and prints bare columns
# Then $port is its port.
database=
database_stop() { [ -z "$database" ] || { kill "$database" && wait "$database"; } 2> /dev/null; }

sql() { mariadb --no-defaults -u root --socket="$T/data/socket" --batch --skip-column-names "$database_name" -e "$1"; }

database_start() {
  local as_user try
  database_name=$1
  mkdir -p "$T/data"
  [ "$(id -u)" != 0 ] || chown mysql "$T/data"
  as_user=$([ "$(id -u)" != 0 ] || echo --user=mysql)
  mariadb-install-db --no-defaults --datadir="$T/data" $as_user --auth-root-authentication-method=normal --skip-test-db > "$T/install.log" 2>&1 ||
    return 1
  for try in 1 2 3; do
    port=$(tests/lib/free-port)
    mariadbd --no-defaults --datadir="$T/data" --socket="$T/data/socket" --pid-file="$T/data/pid" --port=$port --bind-address=127.0.0.1 $as_user \
      --character-set-server=utf8mb4 --collation-server=utf8mb4_unicode_ci --innodb-buffer-pool-size=64M --log-bin-trust-function-creators=1 \
      --innodb-flush-log-at-trx-commit=0 > "$T/database.log" 2>&1 &
    database=$!
    for _ in $(seq 1200); do
      mariadb --no-defaults -u root --socket="$T/data/socket" -e 'select 1' > /dev/null 2>&1 && break 2
      kill -0 "$database" 2> /dev/null || continue 2
      sleep 0.1
    done
  done
  mariadb --no-defaults -u root --socket="$T/data/socket" -e "create database $1; create user $1@'%' identified by '$1';
    create user $1@localhost identified by '$1'; grant all on $1.* to $1@'%'; grant all on $1.* to $1@localhost;
    grant select on mysql.time_zone_name to $1@'%'; grant select on mysql.time_zone_name to $1@localhost"
}
