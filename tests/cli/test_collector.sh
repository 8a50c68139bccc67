# The command line of ficelle-collector: checking the configuration, polling once. tests/unit/collectors/daemon tests
# the daemon.
collector() { local name=$1 want=$2; shift 2; runs "$name" "$want" "${FICELLE_REAL%/*}/ficelle-collector" "$@"; }
mkdir sources c.d
printf '[a]\nkind = redis\nsocket = %s/none\ninterval = 5\n' "$PWD" > c.conf
printf '[b]\nkind = redis\nenabled = no\nsocket = %s/none\n' "$PWD" > c.d/b.conf
collector 'a good configuration' 0 --check --config c.conf
out 'a: a Redis server, every 5 s
b: a Redis server, every 300 s, not enabled'
err ''
collector 'poll once' 1 --once --config c.conf --sources-dir "$PWD/sources"
out "~a: missing: "
out '~b: disabled: enabled = false'
collector 'poll a disabled source' 0 --once --config c.conf --sources-dir "$PWD/sources" b
collector 'poll an unknown source' 2 --once --config c.conf --sources-dir "$PWD/sources" c
err 'ficelle-collector: unknown source "c"'
run 'recorded values' 0 stats --statsfile "$PWD/none" --sources-dir "$PWD/sources"
out '~  a: ficSrcKind redis, ficSrcState missing, '
(
  flock 9
  collector 'a directory in use' 1 --once --config c.conf --sources-dir "$PWD/sources"
  err "ficelle-collector: polled values are not recorded: $PWD/sources is used by another ficelle-collector"
  collector 'a second daemon' 1 --foreground --config c.conf --sources-dir "$PWD/sources" --log-destination "$PWD/log"
  err "ficelle-collector: $PWD/sources is used by another ficelle-collector"
  echo "$passed $failed" > counts
) 9>> sources/collector.lock
read -r passed failed < counts
printf '[b]\nkind = redis\n[c]\nkind = nothing\n' > c.d/c.conf
collector 'invalid configuration' 1 --check --config c.conf
err "~$PWD/c.d/c.conf:1:2: source \"b\" is already defined in $PWD/c.d/b.conf:1"
err "~$PWD/c.d/c.conf:4:8: kind: expected one of "
collector 'an invalid source does not affect others' 1 --once --config c.conf --sources-dir "$PWD/sources"
out '~a: missing: '
out "~c: refused: $PWD/c.d/c.conf:4:8: kind: expected one of "
rm -r c.d
printf '[a]\nkind = redis\n[b]\nkind = redis\n' > c.conf
collector 'two sources with one address' 0 --check --config c.conf
err 'source "b" has the same oid 1.3.6.1.4.1.20267.400.1 as "a"; give it another oid'
collector 'no such file' 1 --check --config "$PWD/none.conf"
err "$PWD/none.conf: No such file or directory"
collector 'no such directory' 1 --foreground --config c.conf --sources-dir /proc/none
collector 'an invalid setting' 1 --foreground --config c.conf --workers 0
err 'ficelle-collector: workers: expected a whole number from 1 to 64'
collector 'an unknown option' 2 --what
collector 'too many arguments' 2 x
err "~ficelle-collector: unexpected argument \"x\""
collector 'version' 0 --version
out "~ficelle-collector "
