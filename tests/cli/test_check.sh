# check_ficelle with the statistics of this host. tests/snmp/monitor.sh tests it over SNMP.
build=$(dirname "$FICELLE_REAL")
plugin=$build/check_ficelle
"$build/tests/stats-fill" -n 20 -e 2 -t 5 -c 100 -r 14 stats > fill.out 2>&1
stats=$PWD/stats
# plug NAME STATUS TEXT ARGUMENT...: checks the exit status, and a part of the one line that it prints
plug() {
  local name=$1 want=$2 text=$3
  shift 3
  runs "$name" "$want" "$plugin" "$@"
  out "~$text"
  err ''
  case $text in FICELLE*) if [ "$(wc -l < out)" = 1 ]; then ok; else bad 'not one line'; cat out; fi ;; esac
}
here() { name=$1 status=$2 line=$3; shift 3; plug "$name" "$status" "$line" --statsfile "$stats" --alarms-file "$PWD/none" --alarms-dir "$PWD/none" --sources-dir "$PWD/none" "$@"; }

here 'compile' 0 'FICELLE COMPILE OK: p95 is 745.4 ms, 100 compilations in 1h00m | p50=0.389031s;;;0' compile
here 'compile: another percentile and ranges' 1 'FICELLE COMPILE WARNING: max is 785.0 ms' compile --percentile max -w 0.5 -c 0.9
out '~max=0.784981s;0.5;0.9;0'
here 'compile: critical comes before warning' 2 'FICELLE COMPILE CRITICAL: p50' compile --percentile p50 -w 0.1 -c 0.2
here 'compile: an inner range' 2 'FICELLE COMPILE CRITICAL' compile -c @0:1
here 'failures' 2 'FICELLE FAILURES CRITICAL: 14.00 % of 100 compilations in 1h00m failed | failures=14%;5;10;0;100 compilations=100c' failures -w 5 -c 10
here 'failures: classes with -v' 0 'syntax: 2' failures -v
here 'run' 0 'FICELLE RUN OK: last run ' run -w 3600,5
here 'run: failed resources' 1 'FICELLE RUN WARNING: last run changed, 1 resource failed' run -w ,0
here 'run: too old' 2 's ago' run -c @0:
here 'store' 0 'FICELLE STORE OK: last record ' store -w 3600
here 'a node' 0 'FICELLE NODE OK: catalog of node00002.example.org compiled in' node node00002.example.org
here 'a node without a catalog' 2 'catalog failed: node00017.example.org' node node00017.example.org
here 'a node: its severity' 1 'FICELLE NODE WARNING: catalog failed' node node00017.example.org --catalog-failed=warning
here 'a node that is not there' 3 'FICELLE NODE UNKNOWN: not found: node web9' node web9
here 'alarms without a subagent' 3 'FICELLE ALARMS UNKNOWN: no data: no alarm has a state' alarms
mkdir -p bad-states/alarms.state
here 'states that cannot be read' 3 "no alarm has a state, $PWD/bad-states/alarms.state is damaged: it is not a regular file" \
  alarms --alarms-dir "$PWD/bad-states"
here 'an alarm that is not there' 3 'alarm nosuch' alarms nosuch
here 'sources without a collector' 3 'FICELLE SOURCE UNKNOWN: missing: no data from ficelle-collector' source
here 'an object' 0 'FICELLE OBJECT OK: ficCmpTotal is 100 compilations | ficCmpTotal=100c' object ficCmpTotal
here 'an object that does not exist' 3 "unknown object '.1.3.6.1'" object .1.3.6.1
plug 'an empty host' 3 "the host's name is empty" -H '' compile
here 'an object: one row' 2 "'node00003.example.org ficNodeCmpTime'=" object ficNodeCmpTime.node00003.example.org -c 0.001
here 'an object: the worst row' 0 'FICELLE OBJECT OK: ficNodeCmpTime is ' object ficNodeCmpTime
here 'an object: a fixed row' 0 "'init ficPhaseCount'=100c" object ficPhaseCount.init
here 'an object: a ratio' 0 'ficCmpFailRatio is 14 %' object ficCmpFailRatio
here 'an object: a value of an enumeration' 0 'ficCmpLastState is 2 (ok)' object ficCmpLastState
here 'an object: a row that is not there' 3 'not found: ficNodeCmpTime.nosuch' object ficNodeCmpTime.nosuch
"$build/tests/sources-fill" -n 256 -p cache many > fill.out 2>&1
here 'many sources: one line that Nagios reads' 2 ' more, 256 of 256 sources ok | ' source --sources-dir "$PWD/many" -c @0:
case_name='many sources: its length'
if [ "$(wc -c < out)" -lt 7000 ]; then ok; else bad "$(wc -c < out) bytes"; fi
name='many sources: all with -v'
runs "$name" 2 "$plugin" source --statsfile "$stats" --sources-dir "$PWD/many" -c @0: -v
case_name=$name
if [ "$(grep -c '^cache[0-9]* polled ' out)" = 256 ]; then ok; else bad 'not all'; cat out; fi
mkdir rates
here 'a rate: the first call' 0 'no rate yet: ficCmpTotal' object ficCmpTotal --rate --rate-dir rates
"$build/tests/stats-fill" -n 20 -c 50 stats > fill.out 2>&1
sleep 1.1
here 'a rate' 0 'compilations/s | ficCmpTotal_rate=' object ficCmpTotal --rate --rate-dir rates
case_name='a rate is a count divided by its time'
rate=$(sed -n 's/.*ficCmpTotal_rate=\([0-9]*\).*/\1/p' out)
if [ "${rate:-0}" -ge 1 ] && [ "$rate" -le 46 ]; then ok; else bad "$rate"; fi
here 'a rate of each row' 0 'no rate yet' object ficEnvCmpTotal --rate --rate-dir rates
here 'a rate of each row again' 0 'at worst, on env0, of 2 rows' object ficEnvCmpTotal --rate --rate-dir rates
for f in rates/*; do printf 'garbage' > "$f"; done
here 'a damaged file is no rate' 0 'no rate yet' object ficCmpTotal --rate --rate-dir rates
here 'a folder that cannot be written' 3 'FICELLE OBJECT UNKNOWN: no rate yet' object ficCmpTotal --rate --rate-dir /proc/none

# Conditions with different words and severities.
plug 'no file' 3 'FICELLE COMPILE UNKNOWN: missing: no statistics' compile --statsfile "$PWD/nosuch"
plug 'no file: its severity' 2 'FICELLE COMPILE CRITICAL: missing' compile --statsfile "$PWD/nosuch" --missing=critical
plug 'a damaged file' 2 'FICELLE STORE CRITICAL: corrupt: ' store --statsfile "$top/README.md"
"$build/tests/stats-fill" -n 1 -c 0 -r 1 empty > fill.out 2>&1
plug 'no compilations' 3 'FICELLE COMPILE UNKNOWN: no data: no compilations in the last 1h00m' compile --statsfile "$PWD/empty"
plug 'no value' 3 'no data: ficRubyMem has no value now' object ficRubyMem --statsfile "$PWD/empty"
"$build/tests/stats-fill" -n 1 -c 1 idle > fill.out 2>&1
plug 'no runs' 3 'FICELLE RUN UNKNOWN: no data: no agent run yet' run --statsfile "$PWD/idle"
sleep 1.1
plug 'stale' 1 'FICELLE COMPILE WARNING: stale: the statistics' compile --statsfile "$PWD/idle" --stale-after 1
plug 'stale is accepted' 0 'FICELLE COMPILE OK: stale: the statistics' compile --statsfile "$PWD/idle" --stale-after 1 --stale=ok
# Foreign sources, polled by the collector.
mkdir agents agents/good agents/failed agents/nocat agents/disabled agents/never agents/corrupt
summary() { # CHANGED FAILED
  printf -- '---\nversion:\n  config: 1\n  puppet: 8.4.0\nresources:\n  changed: %s\n  failed: %s\n  total: 8\ntime:\n  total: 1.5\n  last_run: %s\nchanges:\n  total: %s\nevents:\n  failure: %s\n  success: 0\n  total: 0\n' \
    "$1" "$2" "$(date +%s)" "$1" "$2"
}
summary 1 0 > agents/good/last_run_summary.yaml
summary 0 2 > agents/failed/last_run_summary.yaml
summary 0 0 > agents/disabled/last_run_summary.yaml
printf '{"disabled_message":"by me"}' > agents/disabled/agent_disabled.lock
printf -- '---\ntime:\n  last_run: %s\nversion:\n  config:\n  puppet: 8.4.0\n' "$(date +%s)" > agents/nocat/last_run_summary.yaml
printf 'half: [' > agents/corrupt/last_run_summary.yaml
{
  printf '[collector]\nsources_dir = %s/sources\n' "$PWD"
  for d in good failed nocat disabled never corrupt; do
    printf '[%s]\nkind = puppet\nstatedir = %s/agents/%s\npublicdir = %s/agents/%s\n' $d "$PWD" $d "$PWD" $d
  done
  printf '[off]\nkind = redis\nenabled = false\n[gone]\nkind = redis\nsocket = %s/nosuch\n' "$PWD"
} > collector.conf
"$build/ficelle-collector" --once -c collector.conf > fill.out 2>&1
source_() { name=$1 status=$2 line=$3; shift 3; plug "$name" "$status" "$line" --sources-dir "$PWD/sources" --statsfile "$PWD/nosuch" "$@"; }
source_ 'an agent of Puppet' 0 'FICELLE PUPPET OK: good changed' puppet good -w 3600,0
source_ 'an agent with failed resources' 2 'FICELLE PUPPET CRITICAL: run failed: failed, ' puppet failed -c ,1
out '~failed_resources=2;;1;0'
source_ 'an agent without a catalog' 2 'FICELLE PUPPET CRITICAL: catalog failed: nocat' puppet nocat
source_ 'a disabled agent' 1 'FICELLE PUPPET WARNING: disabled: disabled, by me' puppet disabled
source_ 'disabled is accepted' 0 'FICELLE PUPPET OK: disabled: disabled' puppet disabled --disabled ok
source_ 'an agent that never ran' 3 'FICELLE PUPPET UNKNOWN: no data: never, ' puppet never
source_ 'an agent with a damaged summary' 2 'FICELLE PUPPET CRITICAL: corrupt: corrupt, ' puppet corrupt
source_ 'an unknown agent' 3 'FICELLE PUPPET UNKNOWN: not found: source nosuch' puppet nosuch
source_ 'all agents' 2 '1 of 6 agents fine' puppet
source_ 'too old' 1 'last run ' puppet good -w @0:1000
source_ 'a source' 0 'FICELLE SOURCE OK: good polled ' source good
source_ 'a disabled source' 1 'FICELLE SOURCE WARNING: disabled: off, ' source off
source_ 'a removed source' 3 'FICELLE SOURCE UNKNOWN: missing: gone, ' source gone
source_ 'all sources' 2 '3 of 8 sources ok' source
run 'sources in the live view' 0 top --once --statsfile "$PWD/nosuch" --sources-dir "$PWD/sources"
out '~gone           missing'

# Wrong usage returns UNKNOWN with a message of one line.
for arguments in '' 'nosuch' 'node' 'compile extra' 'compile -w x' 'compile -w 20:10' 'compile -w 1,2' 'compile --nosuch' 'compile -w' \
  'compile --percentile 42' 'compile --stale=bad' 'compile -t x' 'compile -P 4 -H localhost' 'object' 'object nosuch' 'object ficNodeEnv' \
  'object ficNodeName' 'object ficCmpP95 --rate' 'object ficCmpTotal.x' 'alarms --severity high' 'compile -H localhost --oid-root x' \
  'compile -e 1000' 'compile -t 0' 'compile -t 100000'; do
  plug "wrong usage: $arguments" 3 'FICELLE UNKNOWN: ' $arguments
done
plug 'a host without a server' 3 'FICELLE SERVER UNKNOWN: ' server --statsfile stats
"$build/tests/stats-fill" -n 1 -c 1 -s 60 served > fill.out 2>&1
plug 'a server' 0 'FICELLE SERVER OK: 2 of 4 workers busy' server --statsfile served
plug 'a slow server' 1 'FICELLE SERVER WARNING: 2 of 4 workers busy' server --statsfile served -w 0.001
plug 'a server with a queue' 2 'FICELLE SERVER CRITICAL: 2 of 4 workers busy' server --statsfile served -c ,0
# As the guidelines for plug-ins want it, nothing was checked.
plug 'the version' 3 "check_ficelle $("$FICELLE" --version)" -V
plug 'help' 3 'Usage: check_ficelle MODE' -h
case_name='the manual page has all options, modes and conditions'
tr -d '\\' < "$top/docs/man/check_ficelle.1" > page
for word in $("$plugin" -h | sed -n 's/.*\(--[a-z][a-z-]*\)[ =].*/\1/p' | sort -u) $("$plugin" -h | sed -n '/^Modes/,/^Options/s/^  \([a-z]*\) .*/\1/p'); do
  if grep -q -e "^\.B.*$word" page; then ok; else bad "$word is missing"; fi
done
