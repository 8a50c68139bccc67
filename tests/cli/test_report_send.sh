# Where reports are sent: the setting `reports`. The messages are those of Puppet 7.23 with the same server.
where="--no-custom_facts --confdir $PWD/conf --vardir $PWD/var --publicdir $PWD/pub --statsfile $PWD/stats --ssldir $PWD/ssl --certname n1"
"$top/tests/lib/http-sink" "$PWD" > port &
sink=$!
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do [ -s port ] && break; sleep 0.1; done
read -r port < port
unset http_proxy HTTP_PROXY no_proxy NO_PROXY
sent() { # sent NAME PATH [ARGUMENT...]: a run whose report is sent to that path
  name=$1 path=$2
  shift 2
  run "reports: $name" 0 apply $where --reports http --reporturl "http://127.0.0.1:$port$path" "$@" -e ''
  sed -i 's/after [0-9.]* seconds/after N seconds/' err
}
sent 'http' /ok
err ''
has() { if grep -qx -e "$1" request; then ok; else bad "the request has no line $1"; fi; }
has 'POST /ok HTTP/1.1'
has 'X-Puppet-Version: 8.11.0'
has 'Content-Type: application/x-yaml'
has 'Accept: \*/\*'
has "Host: 127.0.0.1:$port"
has '--- !ruby/object:Puppet::Transaction::Report'
if sed '1,/^$/d' request | cmp -s - var/state/last_run_report.yaml; then ok; else bad 'another report than the one of the last run was sent'; fi
run 'reports: credentials' 0 apply $where --reports http --reporturl "http://user:pw@127.0.0.1:$port/ok" -e ''
has 'Authorization: Basic dXNlcjpwdw=='
sent 'redirected' /again
has 'POST /ok HTTP/1.1'
sent 'not found' /404
err "Error: Unable to submit report to http://127.0.0.1:$port/404 [404] Not Found"
sent 'a server error' /500
err "Error: Unable to submit report to http://127.0.0.1:$port/500 [500] Internal Server Error"
sent 'the server closes the connection' /drop
err "Error: Report processor failed: Request to http://127.0.0.1:$port/drop interrupted after N seconds
Wrapped exception:
end of file reached"
sent 'no answer within the time limit' /slow --http_read_timeout 1
err "Error: Report processor failed: Request to http://127.0.0.1:$port/slow timed out read operation after N seconds
Wrapped exception:
Net::ReadTimeout with #<TCPSocket:(closed)>"
sent 'endless redirects' /round
err "Error: Report processor failed: Too many HTTP redirections for http://127.0.0.1:$port/round"
run 'reports: through a proxy' 0 apply $where --reports http --reporturl http://report.invalid/x --http_proxy_host 127.0.0.1 --http_proxy_port "$port" -e ''
has 'POST http://report.invalid/x HTTP/1.1'
run 'reports: an exception from the proxy' 0 apply $where --reports http --reporturl "http://127.0.0.1:$port/ok" --http_proxy_host 127.0.0.1 --http_proxy_port 1 -e ''
err ''
kill $sink
wait $sink 2>/dev/null
sent 'nobody is listening' /ok
cause="Failed to open TCP connection to 127.0.0.1:$port (Connection refused - connect(2) for \"127.0.0.1\" port $port)"
err "Error: Report processor failed: Request to http://127.0.0.1:$port/ok failed after N seconds: $cause
Wrapped exception:
$cause"
run 'reports: no certificates' 0 apply $where --reports http --reporturl https://127.0.0.1:1/ -e ''
sed -i 's/after [0-9.]* seconds/after N seconds/' err
err "Error: Failed to initialize SSL: The CA certificates are missing from '$PWD/ssl/certs/ca.pem'
Error: Run \`puppet agent -t\`
Error: Report processor failed: Request to https://127.0.0.1:1/ failed after N seconds: The CA certificates are missing from '$PWD/ssl/certs/ca.pem'
Wrapped exception:
The CA certificates are missing from '$PWD/ssl/certs/ca.pem'"
run 'reports: no address' 0 apply $where --reports http --reporturl nonsense -e ''
err 'Error: Report processor failed: not an HTTP URI'
run 'reports: no URI' 0 apply $where --reports http --reporturl 'http://a b/' -e ''
err 'Error: Report processor failed: bad URI(is not URI?): "http://a b/"'

# --- to a log, to a program ---
run 'reports: log, store, an unknown one' 0 apply $where --reports log,store,nope -e 'notify { "x": }'
err "Warning: No report named 'nope'"
sed 's/ in [0-9.]* seconds/ in N seconds/' out > got
cat > wanted <<'END2'
Notice: Compiled catalog for n1 in environment production in N seconds
Notice: x
Notice: /Stage[main]/Main/Notify[x]/message: defined 'message' as 'x'
Notice: Applied catalog in N seconds
Notice: //n1/Puppet: x
Notice: //n1//Stage[main]/Main/Notify[x]/message: defined 'message' as 'x'
Notice: //n1/Puppet: Applied catalog in N seconds
END2
if cmp -s wanted got; then ok; else bad 'wrong log:'; cat got; fi
printf '#!/bin/sh\necho "$1" >%s/argument\ncat >%s/taken\n' "$PWD" "$PWD" > take
chmod 755 take
run 'reports: exec' 0 apply $where --reports exec --report_command "$PWD/take  word" -e ''
err ''
if cmp -s taken var/state/last_run_report.yaml && [ "$(cat argument)" = word ]; then ok; else bad 'the program did not get the report'; fi
printf '#!/bin/sh\necho no >&2\nexit 3\n' > take
run 'reports: a program that fails' 0 apply $where --reports exec --report_command "$PWD/take" -e ''
err "Error: Report processor failed: Execution of '$PWD/take' returned 3: "
printf '#!/bin/sh\nsleep 60\n' > take
run 'reports: a program that does not end' 0 apply $where --reports exec,store --report_command "$PWD/take" --report_command_timeout 1 -e ''
err "Error: Report processor failed: Execution of '$PWD/take' failed: it did not end in time"
run 'reports: no program' 0 apply $where --reports exec -e ''
err "Error: Report processor failed: You must set the 'report_command' parameter to a fully qualified command"
