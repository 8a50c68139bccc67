#!/bin/bash
# The real snmp_exporter of Debian scrapes a real agent: each object of the walk is a metric with its value. The real
# generator makes the same module from the MIB. promtool reads the rules, tries their hysteresis, and reads each expression of
# the dashboard. The packages are X-Managers-Test-Depends of debian/control.
set -u
cd "$(dirname "$0")/../.." || exit 1
BUILD=${BUILD:-build}
for program in promtool prometheus-snmp-exporter prometheus-snmp-generator curl ruby; do
  command -v "$program" > /dev/null || { echo "tests/managers/prometheus.sh: $program is missing (scripts/install-deps --managers)" >&2; exit 1; }
done
P=$BUILD/managers/prometheus
T=$(mktemp -d /tmp/ficelle-prometheus.XXXXXX) || exit 1
. tests/snmp/lab.sh
exporter=
trap '[ -z "$exporter" ] || kill "$exporter" 2> /dev/null; lab_stop; rm -rf "$T"' EXIT
trap 'exit 1' INT TERM
. tests/lib/checks.sh
check_output=$T/out
root=$(cat "$BUILD/oid-root")

check 'promtool: rules' promtool check rules "$P"/*.rules.yml
check 'promtool: the sample configuration' promtool check config "$P/prometheus.yml"
for stem in ficelle redis mysql; do
  check "the dashboard: $stem" ruby tests/managers/grafana.rb "$BUILD/managers/grafana/$stem.json" "$P/snmp.yml" $stem "$T/dashboard.yml"
  check "promtool: each expression of the dashboard: $stem" promtool check rules "$T/dashboard.yml"
done
sed "s|RULES|$(cd "$P" && pwd)|g" tests/managers/hysteresis.yml > "$T/hysteresis.yml"
check 'promtool: alerts are raised and cleared at their thresholds' promtool test rules "$T/hysteresis.yml"

# The generator, of the format of Debian's version.
cp "$P/generator-0.22.yml" "$T/generator.yml"
lab_mibs
mkdir "$T/mibs" && cp mibs/imports/HCNUM-TC "$T/mibs" && MIBDIRS=$MIBDIRS:$T/mibs
generated() { (cd "$T" && env -u MIBS prometheus-snmp-generator generate -o "$T/generated.yml") > "$T/generator.log" 2>&1 || { tail -n 5 "$T/generator.log"; return 1; }; }
check 'the generator reads generator.yml' generated
same_modules() {
  ruby -ryaml -e 'a, b = ARGV.map { |f| YAML.load_file(f) }
    differ = a.keys.sort != b.keys.sort
    a.each do |name, m|
      differ ||= m.except("metrics", "walk") != b[name].except("metrics", "walk") || m["walk"].sort != b[name]["walk"].sort
      by = [m, b[name]].map { |x| x["metrics"].to_h { |y| [y["name"], y] } }
      (by[0].keys | by[1].keys).each { |n| (differ = true; puts "generated: #{by[0][n]}", "ours:      #{by[1][n]}") if by[0][n] != by[1][n] }
      puts "#{name}: #{by[0].size} metrics are the same"
    end
    exit(differ ? 1 : 0)' "$T/generated.yml" "$P/snmp-0.22.yml"
}
check 'what it makes is our module' same_modules

"$BUILD/tests/stats-fill" -n 20 -e 2 -t 10 -c 60 -r 20 -s 100 "$T/stats" && mkdir "$T/sources" && "$BUILD/tests/sources-fill" "$T/sources" ||
  { echo "no statistics"; exit 1; }
LAB_SOURCES=$T/sources LAB_ROOT=.$root
lab_start "$T/lab" "$T/stats" || exit 1
for try in 1 2 3 4 5; do
  port=$(tests/lib/free-port)
  prometheus-snmp-exporter --config.file="$P/snmp-0.22.yml" --web.listen-address=127.0.0.1:$port > "$T/exporter.log" 2>&1 &
  exporter=$!
  for _ in $(seq 600); do
    curl -s -o "$T/page" "http://127.0.0.1:$port/" && kill -0 "$exporter" 2> /dev/null && break 2
    kill -0 "$exporter" 2> /dev/null || continue 2
    sleep 0.1
  done
done
compare() {
  snmpbulkwalk -v2c -c "$LAB_COMMUNITY" -On -OT -m '' -Cr50 "$LAB_AGENT" ".$root.1" > "$T/walk" &&
    curl -sf "http://127.0.0.1:$port/snmp?module=ficelle&target=$LAB_AGENT" > "$T/metrics" &&
    ruby tests/managers/scraped.rb "$P/snmp-0.22.yml" ficelle "$T/walk" "$T/metrics"
}
# A notification between the two looks changes ficNotifySent: only a difference that stays counts.
scrape() { compare > "$T/compared" || { sleep 2; compare > "$T/compared"; } || { sleep 5; compare; }; }
check 'the exporter: each object of the walk is a metric with its value' scrape
changed() { sed 's/^ficCmpTotal .*/ficCmpTotal 1/' "$T/metrics" > "$T/changed" && ! ruby tests/managers/scraped.rb "$P/snmp-0.22.yml" ficelle "$T/walk" "$T/changed"; }
check 'another value is found' changed
checks_done
