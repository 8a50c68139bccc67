# Shared by the scripts here and in tests/conformance: a site with a PuppetDB that is a sink. Sourced with $top (the project) and
# $work (a directory that goes) set.
build=${BUILD:-build}
case $build in /*) ;; *) build=$top/$build ;; esac
unset http_proxy https_proxy HTTP_PROXY no_proxy NO_PROXY
sinks=
. "$top/tests/lib/checks.sh"
stop_sinks() {
  [ -n "$sinks" ] || return 0
  kill $sinks 2>/dev/null
  wait $sinks 2>/dev/null   # not for others: a PuppetDB may run, too
  sinks=
}

# start_sink NAME [PORT]: requests go to $work/NAME/; $port is where it listens.
start_sink() {
  mkdir -p "$work/$1"
  "$build/tests/https-sink" "$work/$1" "$work/ssl/certs/db.pem" "$work/ssl/private_keys/db.pem" "$work/ssl/certs/ca.pem" "${2:-0}" \
    > "$work/$1.port" 2> "$work/$1.log" &
  sink=$!
  sinks="$sinks $sink"
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do [ -s "$work/$1.port" ] && break; sleep 0.1; done
  read -r port < "$work/$1.port" || { cat "$work/$1.log"; exit 1; }
}

# make_site: puppet.conf, routes and certificates of node n1.
make_site() {
  "$top/tests/lib/make-certificates" "$work/ssl" n1 db
  mkdir -p "$work/conf" "$work/code/environments/production/manifests"
  cat > "$work/conf/puppet.conf" <<C
[main]
storeconfigs = true
storeconfigs_backend = puppetdb
reports = puppetdb
report = true
certname = n1
ssldir = $work/ssl
codedir = $work/code
basemodulepath = $top/tests/puppetdb/modules
C
  cat > "$work/conf/routes.yaml" <<'C'
apply:
  catalog: {terminus: compiler, cache: puppetdb}
  facts: {terminus: facter, cache: puppetdb_apply}
C
}

# use_db LINE...: what puppetdb.conf has in [main].
use_db() { { echo '[main]'; for line; do echo "$line"; done; } > "$work/conf/puppetdb.conf"; }

ficelle_apply() {
  "$build/ficelle" apply --color=false --no-custom_facts --confdir "$work/conf" --vardir "$work/var" --statsfile "$work/stats" \
    --publicdir "$work/public" --rundir "$work/run" --logdir "$work/log" "$@"
}

# The manifest of a case, with $work in it.
manifest_of() { { printf '$work = "WORKDIR"\n' | sed "s|WORKDIR|$work|"; cat "$top/tests/puppetdb/cases/$1.pp"; } > "$work/$1.pp"; }

# What is sent without what differs from run to run: one line a value.
normalise() { # normalise KIND
  perl -pe '
    s|\Q'"$work"'\E|WORK|g;
    s/\d{4}-\d\d-\d\dT[\d:]+\.\d{3}(Z|[+-]\d\d:\d\d)/TIME$1/g;
    s/"((?:configuration_)?version)":"\d{9,}"/"$1":"NUMBER"/g;
    s/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/UUID/g;
    my $n = 0; s/\[value redacted\]:\d+>/"[value redacted]:" . ++$n . ">"/ge;
    s/("category":"time","name":"\w+","value":)[-\d.e]+/${1}N/g;
    s/"puppet_version":"[\d.]+"/"puppet_version":"VERSION"/;
    s/"message":"[^"]*\(noop\)"/"message":"(noop)"/g;
    s/in \d+\.\d+ seconds/in N seconds/g;
    s/\{"category":"time","name":"[^"]*","value":N\},?//g;
    s/"values":\{.*"trusted":/"values":{"trusted":/ if /^\{"certname":"[^"]*","values"/;
    s/,/,\n/g'
}

# The newest request that has TEXT in its first line: its body. Empty without one.
body_of() { # body_of SINK TEXT
  found=$(grep -l "$2" "$work/$1"/*.head 2>/dev/null | tail -n 1)
  [ -n "$found" ] && cat "${found%.head}.body"
}
count_of() { grep -l "$2" "$work/$1"/*.head 2>/dev/null | wc -l; }
