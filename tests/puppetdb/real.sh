# A real PuppetDB with a PostgreSQL of its own, sourced after tests/conformance/lib.sh, in $work/db:
#   need_puppetdb       skips when they are not installed
#   start_puppetdb      $plain is its port without TLS; $db_port the one with TLS, when there is $work/ssl
#   stop_puppetdb
own=

need_puppetdb() {
  need_packages '[ -e /usr/share/puppetdb/puppetdb.jar ] && [ -x /usr/lib/postgresql/15/bin/postgres ] && [ -e /usr/lib/ruby/vendor_ruby/puppet/reports/puppetdb.rb ]' \
    puppetdb puppet-terminus-puppetdb postgresql-15
  [ "$(id -u)" = 0 ] || skip 'PostgreSQL is started as the user postgres, which needs root'
}

stop_puppetdb() {
  [ -n "$own" ] || return 0
  kill "$(cat "$own/pid")" 2>/dev/null
  kill -INT "$(head -n 1 "$own/pg/data/postmaster.pid" 2>/dev/null)" 2>/dev/null
  wait 2>/dev/null
}


start_postgres() { # start_postgres PORT
  local bin=/usr/lib/postgresql/15/bin
  mkdir -p "$own/pg"
  chmod 755 "$work" "$own"
  chown postgres: "$own/pg"
  cd "$own/pg" || exit 1
  runuser -u postgres -- $bin/initdb -D "$own/pg/data" -A trust -E UTF8 --locale=C.UTF-8 -N > "$own/initdb.log" 2>&1
  printf "listen_addresses='127.0.0.1'\nport=%s\nunix_socket_directories='%s'\nfsync=off\nsynchronous_commit=off\nfull_page_writes=off\n" \
    "$1" "$own/pg" >> "$own/pg/data/postgresql.conf"
  runuser -u postgres -- $bin/postgres -D "$own/pg/data" > "$own/pg.log" 2>&1 &
  for _ in {1..600}; do $bin/pg_isready -q -h 127.0.0.1 -p "$1" && break; sleep .2; done
  local psql="runuser -u postgres -- psql -qX -h 127.0.0.1 -p $1"
  $psql -c 'create role puppetdb login' postgres
  $psql -c "create database puppetdb owner puppetdb encoding 'UTF8' template template0" postgres
  $psql -c 'create extension pg_trgm' puppetdb
  cd "$here" || exit 1
}

start_puppetdb() {
  own=$work/db
  mkdir -p "$own/conf.d" "$own/var"
  local database
  database=$("$root/tests/lib/free-port") plain=$("$root/tests/lib/free-port")
  db_port=$("$root/tests/lib/free-port")
  start_postgres "$database"
  printf '[global]\nvardir = %s/var\nlogging-config = %s/logback.xml\n[command-processing]\nthreads = 1\n[puppetdb]\ndisable-update-checking = true\n' \
    "$own" "$own" > "$own/conf.d/config.ini"
  printf '[database]\nsubname = //127.0.0.1:%s/puppetdb\nusername = puppetdb\npassword = x\ngc-interval = 0\n' "$database" > "$own/conf.d/database.ini"
  printf '[jetty]\nhost = 127.0.0.1\nport = %s\n' "$plain" > "$own/conf.d/jetty.ini"
  [ ! -d "$work/ssl" ] || printf 'ssl-host = 127.0.0.1\nssl-port = %s\nssl-key = %s\nssl-cert = %s\nssl-ca-cert = %s\n' \
    "$db_port" "$work/ssl/private_keys/db.pem" "$work/ssl/certs/db.pem" "$work/ssl/certs/ca.pem" >> "$own/conf.d/jetty.ini"
  cp /etc/puppetdb/conf.d/auth.conf "$own/conf.d/"
  echo '<configuration><appender name="O" class="ch.qos.logback.core.ConsoleAppender"><encoder><pattern>%d %-5p [%c{2}] %m%n</pattern></encoder></appender><root level="info"><appender-ref ref="O"/></root></configuration>' \
    > "$own/logback.xml"
  java -Xmx512m -XX:TieredStopAtLevel=1 -Djava.security.egd=/dev/urandom -cp /usr/share/puppetdb/puppetdb.jar clojure.main \
    -m puppetlabs.puppetdb.core services --config "$own/conf.d" --bootstrap-config /etc/puppetdb/bootstrap.cfg > "$own/log" 2>&1 &
  echo $! > "$own/pid"
  for _ in {1..1200}; do kill -0 "$(cat "$own/pid")" || break; curl -s -m 10 "http://127.0.0.1:$plain/status/v1/simple" | grep -q running && return; sleep .5; done
  tail -n 5 "$own/log"
  skip 'PuppetDB does not start'
}
