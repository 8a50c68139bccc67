# What `ficelle stats` and `ficelle alarms` print about foreign sources, whose data are in the collector's directory.
tool=$(dirname "$FICELLE_REAL")/tests/sources-fill
mkdir sources empty
"$tool" "$PWD/sources"
run 'sources without this host' 0 stats --statsfile "$PWD/none" --sources-dir "$PWD/sources"
out "~Statistics of $PWD/none: missing"
out '~Foreign sources: '
out '~  source1: ficSrcKind sample, ficSrcState ok, '
run 'as JSON' 0 stats --json --statsfile "$PWD/none" --sources-dir "$PWD/sources"
out '~"ficSrcLabel": "source0"'
out '~"ficColOk": 2,'
run 'neither' 1 stats --statsfile "$PWD/none" --sources-dir "$PWD/empty"
case_name='no sources'
if grep -q ficSrc out; then bad 'sources were printed'; else ok; fi
cat > alarms.conf <<'X'
[polls]
object = ficSrcAge
rising = 1000
falling = 10
X
run 'an alarm on sources works without statistics of this host' 0 alarms list --config-file "$PWD/alarms.conf" --state-dir "$PWD/empty" \
  --statsfile "$PWD/none" --sources-dir "$PWD/sources" --json
out '~"row": "source'
run 'no sources, no alarm on sources' 0 alarms list --config-file "$PWD/alarms.conf" --state-dir "$PWD/empty" \
  --statsfile "$PWD/none" --sources-dir "$PWD/empty" --json
case_name='no rows'
if grep -q '"row": "source' out; then bad 'rows were printed'; else ok; fi
