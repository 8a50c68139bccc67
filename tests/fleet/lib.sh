# For tests of the agent, sourced: a server that answers what puppetserver was recorded to answer (recorded/), and the agent in private
# directories below $work.
#
#   . tests/fleet/lib.sh             the server is at $port, with the rules of recorded/rules
#   rules 'TEXT STATUS [FILE]' …     these before those of recorded/rules; FILE is in $work/asked (tests/tools/https-sink.c)
#   sign                             what was asked for last becomes the certificate, $work/asked/own.pem
#   well RULE…                       rules, and the certificate is there
#   run NAME STATUS OPTION…          the agent: what it says is in $out; program=ssl run … is `ficelle ssl`, program=upload `ficelle facts upload`, to=PORT for another port
#   says LINE…  like REGEXP  silent_about TEXT  asked REQUEST…  holds FILE TEXT       one check each, of the last run
#   daemon NAME OPTION…              the agent in the background: $daemon is its process, $log its log
#   fleet_done                       the sum, and the exit status
# FLEET_AGENT=puppet has Puppet's agent in place of ficelle's: what fails then is where they differ.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
B=${BUILD:-build}
case $B in /*) ;; *) B=$PWD/$B ;; esac
here=$PWD/tests/fleet
export FICELLE_RUBY="${FICELLE_RUBY:-$B/ficelle-ruby.so}"
unset http_proxy https_proxy HTTP_PROXY HTTPS_PROXY no_proxy NO_PROXY NOTIFY_SOCKET
work=$(mktemp -d)
. "$here/../lib/checks.sh"
started=()
trap '[ ${#started[@]} = 0 ] || kill "${started[@]}" 2>/dev/null; rm -rf "$work"' EXIT

fleet_done() {
  checks_done
  exit
}

# --- the server ---

start_server() { # start_server DIRECTORY: $port
  "$B/tests/https-sink" "$1" "$work/ssl/certs/srv.test.pem" "$work/ssl/private_keys/srv.test.pem" "?$work/ssl/certs/ca.pem" >"$1.port" &
  started+=($!)
  server=$!
  for _ in $(seq 100); do [ -s "$1.port" ] && break; sleep 0.05; done
  port=$(cat "$1.port")
  [ -n "$port" ] || { echo "the server of the test does not start"; exit 1; }
}
make_answers() { # make_answers DIRECTORY
  mkdir "$1"
  cp "$here"/recorded/* "$1/"
  sed -i "s#@TARGET@#$work/target#g" "$1/catalog.json"
  cp "$work/ssl/certs/ca.pem" "$1/ca.pem"
  cp "$work/ssl/crl.pem" "$1/crl.pem"
}
rules() {
  { [ $# = 0 ] || printf '%s\n' "$@"; cat "$here/recorded/rules"; } >"$work/asked/rules.new"
  mv "$work/asked/rules.new" "$work/asked/rules"
}
well() { rules '/certificate/web1.test 200 own.pem' "$@"; }
tests/lib/make-certificates "$work/ssl" srv.test || exit 1
make_answers "$work/asked"
rules
start_server "$work/asked"

sign_as() { # sign_as FILE OPTION…: of openssl ca
  local head request file=$1
  shift
  head=$(grep -l '^PUT /puppet-ca/v1/certificate_request/' "$work/asked"/*.head | tail -n 1)
  [ -z "$head" ] || cp "${head%.head}.body" "$work/request.pem"
  request=$work/request.pem
  (cd "$work/ssl" && openssl ca -batch -config ca/openssl.cnf "$@" -in "$request" -notext -out "$work/asked/$file") 2>"$work/sign" ||
    { cat "$work/sign"; exit 1; }
}
sign() { sign_as own.pem; }

# --- the agent ---

common=(--color=false --server localhost --certname web1.test --keylength 2048)
case ${FLEET_AGENT:=ficelle} in
puppet) agent=(puppet agent) ssl=(puppet ssl) upload=(puppet facts upload) ;;
*) agent=("$B/ficelle-agent" --statsfile '') ssl=("$B/ficelle-ssl" --statsfile '') upload=("$B/ficelle" facts upload --statsfile '') ;;
esac
places=(--confdir "$work/conf" --vardir "$work/var" --ssldir "$work/node" --rundir "$work/run" --logdir "$work/log" --publicdir "$work/public")
mkdir "$work/conf" "$work/log"
forget() { rm -f "$work/asked"/*.head "$work/asked"/*.body; }
run() {
  local name=$1 want=$2 got
  shift 2
  forget
  : >"$work/said"
  local command=("${agent[@]}")
  case ${program:-agent} in ssl) command=("${ssl[@]}") ;; upload) command=("${upload[@]}") ;; esac
  LAB_DIR=$work/target timeout 150 "${command[@]}" "${common[@]}" --serverport "${to:-$port}" --ca_port "${to:-$port}" "${places[@]}" \
    "$@" >"$work/said" 2>&1
  got=$?
  out=$(cat "$work/said")
  case_name=$name
  if [ "$got" = "$want" ]; then ok; else bad "exit status $got, not $want" "$out"; fi
}
# In the background, before a run: waits until it has said a text.
when_said() {
  for _ in $(seq 300); do
    sleep 0.1
    grep -qsF -- "$1" "$work/said" && return
  done
}
says() { # each text is a line of the output, whole, in this order
  local rest=$out text
  for text; do
    case $'\n'$rest$'\n' in
    *$'\n'"$text"$'\n'*) rest=${rest#*"$text"} ;;
    *) bad "not said: $text" "$out"; return ;;
    esac
  done
  ok
}
like() { if grep -qE -- "$1" <<<"$out"; then ok; else bad "nothing like: $1" "$out"; fi; }
silent_about() { if grep -qF -- "$1" <<<"$out"; then bad "said: $1" "$out"; else ok; fi; }
asked() { # request lines, in their order
  local got
  got=$(for f in $(ls "$work/asked"/*.head 2>/dev/null | sort); do head -n 1 "$f"; done | sed -E 's/ HTTP.*//; s/transaction_uuid=[^&]*/transaction_uuid=U/')
  if [ "$got" = "$(printf '%s\n' "$@")" ]; then ok; else bad "asked" "$got"; fi
}
holds() { if [ "$(cat "$work/target/$1" 2>&1)" = "$2" ]; then ok; else bad "$1 is not '$2'"; fi; }

# --- the daemon ---

# A run goes on when its daemon ends.
run_is_over() { for _ in $(seq 200); do [ -e "$work/var/state/agent_catalog_run.lock" ] || return; sleep 0.1; done; }
daemon() {
  case_name=$1
  shift
  run_is_over
  forget
  log=$work/log/daemon.log
  rm -f "$log"
  LAB_DIR=$work/target "${agent[@]}" "${common[@]}" --no-daemonize --logdest "$log" --serverport "$port" --ca_port "$port" "${places[@]}" "$@" \
    >"$work/daemon.out" 2>&1 &
  daemon=$!
  started+=($!)
}
reports() { grep -ls '^PUT /puppet/v3/report' "$work/asked"/*.head | wc -l; }
soon() { # soon COMMAND…: waits until it succeeds, 20 seconds at most
  for _ in $(seq 200); do "$@" >"$work/soon" 2>&1 && { ok; return; }; sleep 0.1; done
  bad "not within 20 seconds: $*" "$(cat "$work/soon" "$log" "$work/daemon.out")"
  return 1
}
has_reports() { [ "$(reports)" -ge "$1" ]; }
logged() { grep -qE -- "$1" "$log"; }
log_says() { if logged "$1"; then ok; else bad "the log has no: $1" "$(cat "$log")"; fi; }
ends_with() { # ends_with STATUS
  local got
  for _ in $(seq 200); do kill -0 $daemon 2>/dev/null || break; sleep 0.1; done
  kill -0 $daemon 2>/dev/null && bad "the daemon does not end" "$(cat "$log")" && kill -9 $daemon
  wait $daemon
  got=$?
  if [ $got = "$1" ]; then ok; else bad "the daemon ended with $got, not $1" "$(cat "$log" "$work/daemon.out")"; fi
}
