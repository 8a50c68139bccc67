# Alarms of the subagent: prints and changes them on this host.
mkdir -p state
: > alarms.conf
places="--config-file $PWD/alarms.conf --state-dir $PWD/state --statsfile $PWD/stats"
alarms() { name=$1 wanted=$2 action=$3; shift 3; run "$name" "$wanted" alarms "$action" "$@" $places; }

# --- without statistics and subagent ---
alarms 'a list with nothing measured' 0 list
out '~NAME                   OBJECT              VALUE  RISING     FALLING     HOLD   SEVERITY  STATE'
out '~compile-p95            ficCmpP95           -      30 s       20 s        300 s  major     unknown'
err ''
if [ -e state/alarms.state ]; then bad 'list wrote a file'; else ok; fi
alarms 'too many arguments' 1 list x
err "Error: alarms: unexpected argument 'x'"
alarms 'an alarm that is not there' 1 show nosuch
err "Error: alarms: unknown alarm 'nosuch'; \`ficelle alarms list\` prints all alarms"

# --- values ---
mkdir -p code/environments/production/manifests
echo 'notice(1)' > code/environments/production/manifests/site.pp
printf '{}' > facts.json
run 'a compilation' 0 catalog compile web1 --confdir "$PWD/conf" --vardir "$PWD/var" --codedir "$PWD/code" --statsfile "$PWD/stats" --facts facts.json
alarms 'a present value' 0 test compile-p95
out '~at or below falling 20 s: it stays cleared'
alarms 'a value that is too high' 0 test compile-p95 --value 30s
out 'compile-p95: ficCmpP95 at 30 s is at or above rising 30 s: it becomes raised after 300 s'
alarms 'one between the thresholds' 0 test compile-p95 --value 25s --exit-code
out 'compile-p95: ficCmpP95 at 25 s is between the thresholds: it stays cleared'
alarms 'a status for scripts' 2 test compile-p95 --value 31s --exit-code
alarms 'an unusable value' 1 test compile-p95 --value 5%
err 'Error: alarms test: --value: expected a number of microseconds, or one with us, ms, s, min, h or d'

# --- setting ---
alarms 'two thresholds' 0 set compile-p95 rising=10s falling=500ms
out ''
err ''
alarms 'what was set has a star' 0 list
out '~10 s*      500 ms*'
alarms 'as JSON' 0 show compile-p95
out '~  "rising": 10000000,'
out '~  "falling": 500000,'
out '~    "rising",'
alarms 'one bad in three changes none' 1 set compile-p95 hold=5 rising=20s severity=huge
err 'Error: alarms set: severity: expected warning, minor, major or critical'
alarms 'nothing of it' 0 show compile-p95
out '~  "hold": 300,'
alarms 'the same thresholds' 1 set compile-p95 rising=500ms
err 'Error: alarms set: compile-p95: rising and falling must differ'
alarms 'the wrong order' 1 set compile-p95 rising=1ms
err 'Error: alarms set: compile-p95: rising must be above falling, since the alarm is for values that are too high'
alarms 'no such key' 1 set compile-p95 object=x
err "Error: alarms set: 'object=x': expected KEY=VALUE with rising, falling, hold, severity or enabled"
alarms 'no value' 1 set compile-p95
alarms 'off' 0 set compile-p95 enabled=false
alarms 'a disabled one' 0 list
out '~disabled'
alarms 'back to the configuration, one key' 0 reset compile-p95 rising enabled
alarms 'one is left' 0 list
out '~30 s       500 ms*'
alarms 'all keys' 0 reset compile-p95
alarms 'none is left' 0 list
out '~30 s       20 s '
alarms 'notifications' 0 set notifications min_gap=5min enabled=off
if grep -q '^control enabled=2 min_gap=300$' state/alarms.state; then ok; else bad 'no control line'; fi
alarms 'a gap that is too long' 1 set notifications min_gap=2h
err 'Error: alarms set: min_gap: expected at most 3600 s'

# --- the state file of the subagent ---
sum() { # the checksum of the file's contents, computed in perl, because FNV-1a needs 64 bits
  perl -e 'use integer; local $/; my $t = <STDIN>; my $s = -3750763034362895579; $s = ($s ^ ord) * 1099511628211 for split //, $t; printf "%ssum %016x\n", $t, $s'
}
printf '%s\n' 'ficelle-alarms 1' 'saved us=1700000000000000 sequence=3 sent=3 dropped=0 store=1 nodes=1' \
  'alarm compile-p95 raised=1 told=1 state=3 since=1700000000000000 elapsed=0 count=2 created=1600000000000000' |
  sum > state/alarms.state
alarms 'a raised alarm' 0 list
out '~raised '
alarms 'a raised alarm for scripts' 2 list --exit-code
alarms 'what would clear it' 0 test compile-p95 --value 20s
out '~: it becomes cleared after 300 s'
alarms 'setting leaves the rest' 0 set compile-p95 hold=1min
if grep -q '^alarm compile-p95 raised=1 told=1 state=3 since=1700000000000000 elapsed=0 count=2 created=1600000000000000 hold=60$' state/alarms.state &&
  grep -q 'sequence=3' state/alarms.state; then ok; else bad 'the state changed'; cat state/alarms.state; fi

# --- invalid input ---
printf '[compile-p95]\nrising = -1\n' > alarms.conf
alarms 'a mistake in the configuration' 1 list
out '~mistake'
err "Error: $PWD/alarms.conf:2:10: rising: expected a number of microseconds, or one with us, ms, s, min, h or d, not a negative number"
alarms 'no setting of that alarm' 1 set compile-p95 hold=5
alarms 'others can be set' 0 set stats-age hold=5
: > alarms.conf
echo garbage > state/alarms.state
alarms 'a damaged state' 1 list
err "~alarms.state is damaged: the checksum at its end is missing or wrong"
rm -r state
alarms 'no state directory' 1 set compile-p95 hold=5
err "Error: $PWD/state: No such file or directory"
alarms 'a list without it' 0 list
: > state
alarms 'a file in place of the state directory' 1 list
err "Error: $PWD/state: Not a directory"
rm state
