#!/bin/bash
# Imports the package into the real Cacti 1.2 of Debian, as an administrator does, lets it poll a real agent, and
# compares what its files hold with what the agent says. Everything is in a private folder: a copy of Cacti, a MariaDB on
# a loopback port, a snmpd. Two minutes of processor time. The packages it needs are X-Managers-Test-Depends of debian/control.
set -u
cd "$(dirname "$0")/../.." || exit 1
BUILD=${BUILD:-build}
for program in mariadbd mariadb-install-db php rrdtool snmpget prlimit; do
  command -v "$program" > /dev/null || { echo "tests/managers/cacti.sh: $program is missing (scripts/install-deps --managers)" >&2; exit 1; }
done
[ -d /usr/share/cacti/site ] || { echo "tests/managers/cacti.sh: the package cacti is missing (scripts/install-deps --managers)" >&2; exit 1; }
T=$(mktemp -d /tmp/ficelle-cacti.XXXXXX) || exit 1
chmod 755 "$T"
. tests/snmp/lab.sh
. tests/managers/database.sh
site=$T/share/cacti/site
left_over() { :; }
finish() {
  lab_stop
  for pid in $(left_over); do kill "$pid"; done 2> /dev/null
  database_stop
  if [ -n "${KEEP:-}" ]; then echo "kept: $T"; else rm -rf "$T"; fi
}
trap finish EXIT
trap 'exit 1' INT TERM
. tests/lib/checks.sh
at_least() { if [ "${3:-0}" -ge "$2" ]; then ok "$1: $3"; else bad "$1: ${3:-nothing}, not $2"; fi; }
die() { echo "$*"; tail -n 20 "$T"/*.log 2> /dev/null; exit 1; }

# --- a Cacti of our own ---
mkdir -p "$T/share"
cp -r /usr/share/cacti "$T/share/cacti"
for d in /usr/share/*/; do [ -e "$T/share/$(basename "$d")" ] || ln -s "$d" "$T/share/"; done
rm -f "$site/log" "$site/cache" "$site/rra" "$site/resource" "$site/include/config.php"
mkdir -p "$site/log" "$site/cache/boost" "$site/cache/mibcache" "$site/cache/realtime" "$site/cache/spikekill" "$site/rra"
mv "$T/share/cacti/resource" "$site/resource"
ln -s site/resource "$T/share/cacti/resource"
database_start cacti || die "no database"
mariadb --no-defaults -u root --socket="$T/data/socket" cacti < "$T/share/cacti/conf_templates/cacti.sql" || die "no tables"
cat > "$site/include/config.php" <<X
<?php
\$database_type = 'mysql';
\$database_default = 'cacti';
\$database_hostname = '127.0.0.1';
\$database_username = 'cacti';
\$database_password = 'cacti';
\$database_port = '$port';
\$database_retries = 5;
\$database_ssl = false;
\$database_ssl_key = '';
\$database_ssl_cert = '';
\$database_ssl_ca = '';
\$poller_id = 1;
\$url_path = '/cacti/';
\$cacti_session_name = 'Cacti';
\$cacti_db_session = false;
\$disable_log_rotation = true;
X
# Cacti lifts PHP's own limit of memory, so the kernel's is set for it and for all that it starts in the background.
run_php() { (cd "$T" && exec prlimit --as=2000000000 php -q "$@"); }
cacti() { local program=$1; shift; run_php "$T/share/cacti/cli/$program.php" "$@" > "$T/$program.log" 2>&1; }
# Whatever still runs of this Cacti: its processes have its folder in their command.
echo "$site" > "$T/site" # grep itself must not have it in its command
left_over() { grep -laFf "$T/site" /proc/[0-9]*/cmdline 2> /dev/null | sed 's/[^0-9]//g'; }
cacti install_cacti --accept-eula --install --force || die "Cacti does not install"
# A new Cacti scans 192.168.1.0/24 for devices with its first poll: eleven processes in the background, which do not end
# when their database does, and then take all the memory there is.
sql "delete from automation_networks"
same "Cacti is installed" 1.2 "$(sql 'select cacti from version' | cut -c1-3)"

# --- the package ---
package=$(cd "$BUILD" && pwd)/managers/cacti/ficelle.xml.gz
cacti import_package --filename="$package" || die "the package is not imported"
same "everything is imported" 0 "$(grep -v '^\[success\]' "$T/import_package.log" | grep -ci 'fail\|unmet\|error\|tampered')"
at_least "elements imported" 300 "$(grep -c '^\[success\]' "$T/import_package.log")"
same "Cacti's logs have no complaint" "" "$(cat "$site"/log/*.log | grep -i 'import error\|invalid dependency\|PHP ERROR\|backtrace' | head -3)"
graphs=$(grep -c '^report\..*\.command=' "$BUILD/managers/opennms/snmp-graph.properties.d/ficelle-graph.properties")
same "as many graph templates as OpenNMS has graphs" "$graphs" "$(sql "select count(*) from graph_templates where name like 'ficelle - %'")"
for name in redis mysql; do
  cacti import_package --filename="$(dirname "$package")/$name.xml.gz" || die "the package of $name is not imported"
  same "$name: everything is imported" 0 "$(grep -v '^\[success\]' "$T/import_package.log" | grep -ci 'fail\|unmet\|error\|tampered')"
  same "$name: as many graph templates as OpenNMS has graphs" "$(grep -c '^report\..*\.command=' "$BUILD/managers/opennms/snmp-graph.properties.d/$name-graph.properties")" \
    "$(sql "select count(*) from graph_templates where name like '$name - %'")"
done
templates=$(sql "select count(*) from graph_templates")
cacti import_package --filename="$package" || die "the package is not imported again"
same "importing it again adds nothing" "$templates" "$(sql "select count(*) from graph_templates")"
sed 's/ficelle/tangled/' <(gzip -dc "$package") | gzip > "$T/bad.xml.gz"
cacti import_package --filename="$T/bad.xml.gz"
same "a changed package is refused" 1 "$(grep -c 'process failed' "$T/import_package.log")"

# --- a device that answers ---
fill_sources() { mkdir -p "$T/sources" && "$BUILD/tests/sources-fill" "$T/sources" || die "sources-fill fails"; }
compile_some() { "$BUILD/tests/stats-fill" -n 20 -e 2 -t 10 -c "$1" -r 20 -s 100 "$T/stats" || die "stats-fill fails"; }
compile_some 60
fill_sources
LAB_SOURCES=$T/sources
lab_start "$T/lab" "$T/stats" || die "no agent"
template=$(sql "select id from host_template where name = 'ficelle'")
cacti add_device --description=puppet --ip=127.0.0.1 --template="$template" --version=2 --community="$LAB_COMMUNITY" \
  --port="${LAB_AGENT#*:}" --avail=snmp || die "no device"
host=$(sql "select id from host where description = 'puppet'")
# The device comes with the graphs of the host and the data queries of its template.
for id in $(sql "select id from snmp_query where name like 'ficelle - %'"); do
  cacti add_data_query --host-id="$host" --data-query-id="$id" --reindex-method=1
done
for id in $(sql "select t.id from graph_templates t where t.name like 'ficelle - %' and t.id not in (select graph_template_id from snmp_query_graph) and t.id not in (select graph_template_id from graph_local where host_id = $host)"); do
  cacti add_graphs --graph-type=cg --graph-template-id="$id" --host-id="$host" || bad "graph of template $id: $(tail -n 1 "$T/add_graphs.log")"
done
cacti poller_reindex_hosts --id="$host" || bad "reindexing: $(tail -n 1 "$T/poller_reindex_hosts.log")"
at_least "rows found by the data query of environments" 2 "$(sql "select count(*) from host_snmp_cache where host_id = $host and field_name = 'ficEnvLabel'")"
add_rows() { # add_rows QUERY FIELD VALUE
  local line
  sql "select g.id, g.graph_template_id, q.id from snmp_query_graph g join snmp_query q on q.id = g.snmp_query_id where q.name = 'ficelle - $1'" > "$T/types"
  while read -r type graph query; do
    cacti add_graphs --graph-type=ds --graph-template-id="$graph" --host-id="$host" --snmp-query-id="$query" \
      --snmp-query-type-id="$type" --snmp-field="$2" --snmp-value="$3" || bad "graph of $1 $3: $(tail -n 1 "$T/add_graphs.log")"
  done < "$T/types"
}
add_rows env ficEnvLabel env1
add_rows node ficNodeLabel node00007.example.org
add_rows type ficTypeLabel type3
add_rows alarm ficAlarmLabel compile-p95
add_rows source ficSrcLabel source0
add_rows puppet ficPupLabel source0
add_rows pserver ficPsLabel source0
add_rows pdb ficPdbLabel source0
same "a graph of each template" "$graphs" "$(sql "select count(distinct l.graph_template_id) from graph_local l join graph_templates t on t.id = l.graph_template_id where l.host_id = $host and t.name like 'ficelle - %'")"
same "one file a row, whatever draws it" 1 "$(sql "select count(*) from data_local where host_id = $host and snmp_index <> '' and data_template_id in (select id from data_template where name = 'ficelle - row of ficEnvTable')")"

# --- polling ---
poll() { run_php "$site/poller.php" --force > "$T/poller.log" 2>&1 || die "the poller fails"; }
poll
compile_some 40
fill_sources
sleep 2
poll
at_least "files" 100 "$(find "$site/rra" -name '*.rrd' | wc -l)"
last() { # last ALIAS FIELD: what the file of that value was given last
  local path
  path=$(sql "select replace(d.data_source_path, '<path_rra>', '$site/rra') from data_template_data d join data_template_rrd r on r.local_data_id = d.local_data_id join data_local l on l.id = d.local_data_id where l.host_id = $host and r.data_source_name = '$1' limit 1")
  rrdtool info "$path" | sed -n "s/^ds\[$1\]\.$2 = \"\{0,1\}\([^\"]*\)\"\{0,1\}$/\1/p"
}
agent() { snmpget -v2c -c "$LAB_COMMUNITY" -m '' -OqvtU "$LAB_AGENT" "$1"; }
compared=0
compare() { # compare ALIAS OID
  local want got
  want=$(agent "$2") got=$(last "$1" last_ds)
  compared=$((compared + 1))
  [ "$want" = "$got" ] || bad "$1: the agent says $want, the file $got"
}
while read -r oid instance alias; do
  case $alias in *Age|*ExpiresIn|*CertIn|*CrlIn|ficUpTime|ficCmpActive) continue ;; esac # move between the two looks
  [ -n "$(sql "select 1 from data_template_rrd r join data_local l on l.id = r.local_data_id where l.host_id = $host and r.data_source_name = '$alias' limit 1")" ] || continue
  case $(agent "$oid.$instance") in No*) continue ;; esac # no sample
  compare "$alias" "$oid.$instance"
done < <(sed -n 's/.*<mibObj oid="\([^"]*\)" instance="\([0-9]*\)" alias="\([^"]*\)".*/\1 \2 \3/p' "$BUILD/managers/opennms/datacollection/ficelle.xml")
name=.4.101.110.118.49 # "env1"
root=$(sed -n 's/.*oid="\(.*\)\.2\.1" instance="0" alias="ficCmpTotal".*/\1/p' "$BUILD/managers/opennms/datacollection/ficelle.xml")
compare ficEnvCmpTotal "$root.4.1.3$name"
compare ficEnvResSum "$root.4.1.7$name"
at_least "values that are what snmpget says" 110 "$compared"
same "a counter that begins again is no spike" DERIVE "$(last ficCmpTotal type)"

# --- drawing ---
# From the polls: nothing to be seen in them yet, but each definition is complete.
cat > "$T/draw.php" <<'X'
<?php
require(getenv('SITE') . '/include/cli_check.php');
require_once($config['base_path'] . '/lib/rrd.php');
$drawn = 0;
$end = (int) getenv('END');
foreach (db_fetch_assoc_prepared('select l.id, t.name from graph_local l join graph_templates t on t.id = l.graph_template_id where l.host_id = ? and t.name like "ficelle - %"', array(getenv('DEVICE'))) as $graph) {
  $meta = array();
  $png = rrdtool_function_graph($graph['id'], 0, array('graph_start' => $end - 86400, 'graph_end' => $end, 'output_flag' => RRDTOOL_OUTPUT_STDOUT), null, $meta, 1);
  if (substr($png, 1, 3) == 'PNG') { $drawn++; file_put_contents(getenv('OUT') . '/' . strtr($graph['name'], ' /', '__') . '.png', $png); }
  else print 'not drawn: ' . $graph['name'] . ': ' . substr($png, 0, 200) . "\n";
}
print "$drawn drawn\n";
$from = (int) getenv('FROM');
foreach (array('Compile time: mean and last', 'Compilations and failures', 'Share of compilations that failed') as $title) {
  $id = db_fetch_cell_prepared('select l.id from graph_local l join graph_templates t on t.id = l.graph_template_id where l.host_id = ? and t.name = ?', array(getenv('DEVICE'), "ficelle - $title"));
  $meta = array();
  $xport = rrdtool_function_xport($id, 0, array('graph_start' => $from, 'graph_end' => $from + 300, 'export_csv' => true), $meta);
  print "$title:";
  foreach (array_values(reset($xport['data'])) as $v) printf(' %.2f', $v);
  print "\n";
}
X
draw() { # draw FOLDER END FROM
  mkdir "$1"
  SITE=$site DEVICE=$host OUT=$1 END=$2 FROM=$3 run_php "$T/draw.php" > "$1.log" 2>&1
  same "graphs that Cacti draws in ${1##*/}" "$graphs drawn" "$(grep ' drawn$' "$1.log")"
  grep '^not drawn' "$1.log" | head -n 5
}
now=$(($(date +%s) / 300 * 300))
draw "$T/polled" "$now" "$((now - 300))"

# A day of invented load in the same files; what Cacti makes of it is what the polls say.
mkdir "$T/day"
tests/opennms/day.pl "$BUILD/managers/opennms/datacollection/ficelle.xml" "$T/day" || die "no day"
for file in $(find "$site/rra" -name '*.rrd'); do
  rrdtool create "$file.new" --template "$file" --start $((now - 86700)) --step 300 && mv "$file.new" "$file"
  rrdtool info "$file" | sed -n 's/^ds\[\(.*\)\].index = .*/\1/p' | xargs echo "$file"
done > "$T/files"
# updates FILE SOURCE...: of all polls, a line each
perl -e 'my ($now, $sources, @polls) = @ARGV;
  my @lines = map { my %v; open my $in, "<", $_ or die; while (<$in>) { my ($name, undef, $value) = split; $v{$name} //= $value } \%v } @polls;
  open my $list, "<", $sources or die;
  while (<$list>) {
    my ($file, @names) = split;
    print "update $file --template ", join(":", @names), map({ my $i = $_; " " . join ":", $now - 300 * ($#polls - $i), map { $lines[$i]{$_} // "U" } @names } 0 .. $#polls), "\n";
  }' "$now" "$T/files" "$T"/day/poll* > "$T/updates"
rrdtool - < "$T/updates" > "$T/updates.log" 2>&1
same "the day is in the files" 0 "$(grep -c '^ERROR' "$T/updates.log")"
draw "$T/drawn" "$now" "$((now - 300 * 160))"
expected() { # what polls 128 and 129 say, at a time when compilations fail
  awk 'FNR == 1 { f++ } $2 == 0 { v[f, $1] = $3 } function d(n) { return v[2, n] - v[1, n] }
    END {
      printf "Compile time: mean and last: %.2f\n", d("ficCmpTimeSum") / d("ficCmpTotal") / 1000
      printf "Compilations and failures: %.2f %.2f\n", d("ficCmpTotal") * 12, d("ficCmpFailed") * 12
      printf "Share of compilations that failed: %.2f %.2f\n", v[2, "ficCmpFailRatio"] / 100, d("ficCmpFailed") / d("ficCmpTotal") * 100
    }' "$T/day/poll128" "$T/day/poll129"
}
# A mean has the last value beside it, which plays no part here.
same "numbers in the graphs" "$(expected)" "$(grep -E '^(Comp|Share).*: [0-9]' "$T/drawn.log" | sed '/mean and last/s/ [0-9.]*$//')"
still=$(for _ in $(seq 120); do [ -n "$(left_over)" ] || break; sleep 0.5; done; left_over)
same "nothing of it runs in the background any more" "" "$still"
checks_done
