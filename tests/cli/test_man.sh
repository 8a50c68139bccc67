# Manual pages are generated from the help of each subcommand and of the installer for OpenNMS, subagent.conf(5) from
# the sample configuration, and collector.conf(5) from the help of the collector.
run 'all manual pages are generated' 0 help
mkdir man
"$top/scripts/man-pages" "$FICELLE" "$top/subagent/subagent.conf" "$top/opennms/opennms-install" "${FICELLE_REAL%/*}/ficelle-collector" man > out 2> err < /dev/null
err ''
for name in $("$FICELLE" help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
  case $name in help | version) continue ;; esac
  case_name="page of $name"
  tr -d '\\\\' < "man/ficelle-$name.1" > page
  for option in $( { "$FICELLE" help "$name"; for action in $("$FICELLE" help "$name" | sed -n '/^Actions:/,$ s/^  \([a-z]*\) .*/\1/p'); do
      "$FICELLE" help "$name" "$action"; done; } | sed -n 's/^  .\{3\} --\([a-z-]*\).*/\1/p' | sort -u); do
    if grep -q -e "^\.B .*--$option" page; then ok; else bad "--$option is missing"; fi
  done
done
case_name='settings of the subagent'
for name in $(sed -n 's/^CONFIG(\([a-z_]*\),.*/\1/p' "$top/subagent/config.def"); do
  if grep -q "^\.B $name =" man/subagent.conf.5; then ok; else bad "$name is missing"; fi
done
case_name='options of the installer for OpenNMS'
tr -d '\\\\' < man/ficelle-opennms-install.8 > page
for option in $("$top/opennms/opennms-install" --help | sed -n 's/^  .\{3\} --\([a-z-]*\).*/\1/p'); do
  if grep -q -e "^\.B .*--$option" page; then ok; else bad "--$option is missing"; fi
done
if [ "$(grep -c '^\.B .*--' page)" -ge 7 ]; then ok; else bad 'options are missing'; fi
case_name='settings of the collector'
collector=${FICELLE_REAL%/*}/ficelle-collector
"$collector" --describe > described
for name in $(sed -n 's/^\([a-z_]*\) =.*/\1/p' described); do
  if grep -q "^\.B $name =" man/collector.conf.5; then ok; else bad "$name is missing"; fi
done
if [ "$(grep -c '^\.B .* =' man/collector.conf.5)" -ge 14 ]; then ok; else bad 'settings are missing'; fi
tr -d '\\' < "$top/docs/man/ficelle-collector.8" > page
for option in $("$collector" --help | sed -n 's/^  .\{3\} --\([a-z-]*\).*/\1/p'); do
  if grep -q -e "^\.BR* .*--$option" page; then ok; else bad "--$option is missing"; fi
done
