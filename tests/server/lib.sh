# For tests of the server, sourced: a server in private directories, with an authority made by the openssl command, and questions
# to it.
#
#   . tests/server/lib.sh
#   server_setup                     makes $W with the authority, the server's certificate (srv.test) and that of web1.test
#   server_cert db1.test pp_cli_auth=true         another certificate, with extensions
#   printf … > $W/conf/puppetserver/conf.d/auth.conf
#   server_start [OPTION…]           starts $B/ficelle-server; $port, $url, $server (process id), and $plain (port without TLS) when
#                                    there is one, are set when it answers
#   ask web1.test GET /puppet/v3/…   curl: status in $status, the body in $W/body, headers in $W/headers; - for no certificate
#   is 200                           one check
#   body 'text'                      another one: the whole body, without the last line's end
#   server_done                      stops it, removes $W, prints the sum, gives the exit status
#
# The log is $W/log/server.log. Parts of the network's answer that change (dates) are not replaced.
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
B=${BUILD:-build}
case $B in /*) ;; *) B=$top/$B ;; esac
W= server= port= plain= url= status=
umask 022
unset http_proxy https_proxy HTTPS_PROXY HTTP_PROXY ALL_PROXY NOTIFY_SOCKET LISTEN_FDS WATCHDOG_USEC

. "$top/tests/lib/checks.sh"

OID_pp_cli_auth=1.3.6.1.4.1.34380.1.3.39
OID_pp_auth_role=1.3.6.1.4.1.34380.1.3.13
OID_pp_role=1.3.6.1.4.1.34380.1.1.13
OID_pp_environment=1.3.6.1.4.1.34380.1.1.12

# quietly COMMAND…: shows what it prints when it fails, and ends the test.
quietly() {
  "$@" >"$W/out" 2>&1 && return
  cat "$W/out" >&2
  echo "cannot set up: $*" >&2
  exit 1
}

pki_key() { quietly openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1"; }

pki_setup() {
  mkdir -p "$W/pki/new" "$W/ssl/certs" "$W/ssl/private_keys"
  : >"$W/pki/index.txt"
  echo 01 >"$W/pki/serial"
  echo 01 >"$W/pki/crlnumber"
  cat >"$W/pki/ca.cnf" <<CNF
[ca]
default_ca = own
[own]
dir = $W/pki
database = $W/pki/index.txt
serial = $W/pki/serial
crlnumber = $W/pki/crlnumber
new_certs_dir = $W/pki/new
certificate = $W/ssl/certs/ca.pem
private_key = $W/pki/ca.key
default_md = sha256
default_days = 300
default_crl_days = 30
policy = any
unique_subject = no
[any]
commonName = supplied
[authority]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
[req]
distinguished_name = name
[name]
CNF
  pki_key "$W/pki/ca.key"
  quietly openssl req -x509 -new -key "$W/pki/ca.key" -subj '/CN=Test CA' -days 300 -config "$W/pki/ca.cnf" -extensions authority \
    -out "$W/ssl/certs/ca.pem"
  pki_crl
}
pki_crl() { quietly openssl ca -config "$W/pki/ca.cnf" -gencrl -out "$W/pki/crl.new" && mv "$W/pki/crl.new" "$W/ssl/crl.pem"; }

# server_cert NAME [EXTENSION=VALUE…]; the value may have DNS names: alt=DNS:a,DNS:b
server_cert() {
  name=$1
  shift
  alt=DNS:$name
  {
    echo 'basicConstraints = critical,CA:FALSE'
    echo 'extendedKeyUsage = critical,serverAuth,clientAuth'
    for e; do
      case $e in
      alt=*) alt=$alt,${e#alt=} ;;
      *) eval "oid=\${OID_${e%%=*}:-${e%%=*}}" && echo "$oid = ASN1:UTF8String:${e#*=}" ;;
      esac
    done
    echo "subjectAltName = $alt"
  } >"$W/pki/$name.ext"
  pki_key "$W/ssl/private_keys/$name.pem"
  quietly openssl req -new -key "$W/ssl/private_keys/$name.pem" -subj "/CN=$name" -config "$W/pki/ca.cnf" -out "$W/pki/$name.csr"
  quietly openssl ca -batch -notext -config "$W/pki/ca.cnf" -extfile "$W/pki/$name.ext" -in "$W/pki/$name.csr" -out "$W/ssl/certs/$name.pem"
}
# server_revoke NAME: from the next request on
server_revoke() {
  quietly openssl ca -config "$W/pki/ca.cnf" -revoke "$W/ssl/certs/$1.pem"
  pki_crl
}

server_setup() {
  W=$(mktemp -d "${TMPDIR:-/tmp}/ficelle-server.XXXXXX") || exit 1
  trap server_cleanup EXIT
  trap 'exit 1' HUP INT TERM
  mkdir -p "$W/conf/puppetserver/conf.d" "$W/code/environments/production/manifests" "$W/code/environments/production/modules" \
    "$W/var" "$W/run" "$W/log"
  C=$W/conf/puppetserver/conf.d
  cat >"$W/conf/puppet.conf" <<CONF
[main]
ssldir = $W/ssl
vardir = $W/var
rundir = $W/run
logdir = $W/log
codedir = $W/code
statsfile = $W/var/stats
cadir = $W/ca
certname = srv.test
[server]
user = $(id -un)
group = $(id -gn)
CONF
  echo 'modulepath = ./modules' >"$W/code/environments/production/environment.conf"
  echo 'webserver: { ssl-host: 127.0.0.1, ssl-port: 0 }' >"$C/webserver.conf"
  pki_setup
  server_cert srv.test alt=DNS:localhost,IP:127.0.0.1
  server_cert web1.test
}

server_options() { echo "--confdir $W/conf --no-daemonize --logdest $W/log/server.log --log_level info"; }

# server_start [OPTION…]
server_start() {
  : >"$W/log/server.log"
  # shellcheck disable=SC2046
  "$B/ficelle-server" $(server_options) "$@" >"$W/log/out" 2>&1 &
  server=$!
  port=
  for _ in $(seq 1200); do
    grep -q 'generation 1 answers' "$W/log/server.log" && break
    kill -0 "$server" 2>/dev/null || break
    sleep 0.05
  done
  port=$(sed -n 's/.* listens at .*:\([0-9][0-9]*\) with TLS.*/\1/p' "$W/log/server.log" | head -1)
  plain=$(sed -n 's/.* listens at .*:\([0-9][0-9]*\) without TLS.*/\1/p' "$W/log/server.log" | head -1)
  url=https://127.0.0.1:$port
  grep -q 'generation 1 answers' "$W/log/server.log" && return
  echo "the server did not start:" >&2
  cat "$W/log/out" "$W/log/server.log" >&2
  exit 1
}
# server_stop: its exit status in $status
server_stop() {
  [ -n "$server" ] || return 0
  kill "$server" 2>/dev/null
  wait "$server"
  status=$?
  server=
}
server_cleanup() {
  server_stop
  [ -z "$W" ] || [ -n "${KEEP:-}" ] || rm -rf "$W"
}
server_done() {
  server_stop
  checks_done
  exit
}

# certificate NAME: options of curl
certificate() {
  [ "$1" = - ] || echo "--cert $W/ssl/certs/$1.pem --key $W/ssl/private_keys/$1.pem"
}
# ask NODE METHOD PATH [OPTION OF curl…]
ask() {
  what="$1 $2 $3"
  node=$1 method=$2 path=$3
  shift 3
  : >"$W/headers" >"$W/body"
  case $method in HEAD) set -- --head "$@" ;; *) set -- -X "$method" "$@" ;; esac
  # shellcheck disable=SC2046
  status=$(curl -sS --path-as-is --max-time 30 --cacert "$W/ssl/certs/ca.pem" $(certificate "$node") -o "$W/body" -D "$W/headers" -w '%{http_code}' \
    "$@" "$url$path" 2>"$W/curl")
}
is() {
  same "$what" "$1" "$status"
  [ "$status" != 000 ] || [ "$1" = 000 ] || cat "$W/curl" "$W/log/server.log" >&2
}
body() { same "body of $what" "$1" "$(cat "$W/body")"; }
# header NAME: its value
header() { sed -n "s/^$1: *\(.*[^[:space:]]\)[[:space:]]*$/\1/Ip" "$W/headers"; }
# statistic 'PATTERN': waits until the statistics have it; they are told by ticks of the processes
statistic() {
  for _ in $(seq 300); do
    "$B/ficelle" stats --json --all --statsfile "$W/var/stats" >"$W/stats.json" 2>/dev/null
    if tr -d ' \n' <"$W/stats.json" | grep -qE "$1"; then ok; return; fi
    sleep 0.1
  done
  bad "the statistics have no $1: $(cat "$W/stats.json")"
}
# logged 'REGEXP'
logged() { if grep -q -e "$1" "$W/log/server.log"; then ok; else bad "the log has no line $1"; fi; }
