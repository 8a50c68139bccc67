# transactionstore.yaml and corrective changes: of runs as an agent makes them.
where="--confdir $PWD/conf --vardir $PWD/var --publicdir $PWD/pub --statsfile $PWD/stats --modulepath $PWD/modules --run_mode agent"
code="file { '$PWD/a': content => 'a', mode => '0600' } file { '$PWD/s': content => Sensitive('k') } notify { 'n': }
  file { '$PWD/no': ensure => file, noop => true }"
store=var/state/transactionstore.yaml
check 'corrective: a first run' 0 apply $where -e "$code"
sed "s,$PWD,@," $store > got
cat > wanted <<'END2'
---
resources:
  File[@/a]:
    parameters:
      content:
        system_value:
        - "{sha256}ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
      mode:
        system_value:
        - '600'
      ensure:
        system_value:
        - :file
  Notify[n]:
    parameters:
      message:
        system_value:
        - "n"
  File[@/no]:
    parameters:
      ensure:
        system_value:
        - :absent
END2
sed -i '/^  \(Schedule\|Filebucket\)/,/^    parameters/d' got
case_name='corrective: what is kept'
if grep -q 'Sensitive\|File\[@/s\]' got; then sed -i '/File\[@\/s\]/,/system_value:$/{/File/d;/parameters/d;/ensure/d;/system/d}' got; fi
if cmp -s got wanted; then ok; else bad 'it is something else'; diff wanted got; fi
chmod 640 a
check 'corrective: somebody changed the mode' 0 apply $where -e "$code"
out "~Notice: /Stage[main]/Main/File[$PWD/a]/mode: mode changed '0640' to '0600' (corrective)"
case_name='corrective: the report'
if grep -q '^corrective_change: true' var/state/last_run_report.yaml && grep -q 'corrective_change: 1' pub/last_run_summary.yaml; then ok; else bad 'does not say so'; fi
check 'corrective: the manifest has changed' 0 apply $where -e "file { '$PWD/a': content => 'b', mode => '0600' }"
if grep -q '(corrective)' out; then bad 'that is no corrective change'; else ok; fi
printf 'a: [' > $store
check 'corrective: a damaged file' 0 apply $where -e "file { '$PWD/a': content => 'b', mode => '0600' }"
err "~Transaction store file $PWD/$store is corrupt"
if [ -e $store.bad ] && grep -q '^  File' $store; then ok; else bad 'it is not set aside'; fi
printf 'text\n' > $store
check 'corrective: no hash' 0 apply $where -e "file { '$PWD/a': content => 'b', mode => '0600' }"
err "~Transaction store file $PWD/$store is valid YAML but not returning a hash."
rm $store
mkdir $store
check 'corrective: a directory' 1 apply $where -e "notify { 'n': }"
err "~Transaction store file $PWD/$store is not a file, ignoring"
check 'corrective: apply keeps nothing' 0 apply --confdir "$PWD/conf" --vardir "$PWD/var2" --publicdir "$PWD/pub" --statsfile "$PWD/stats" -e "notify { 'n': }"
if [ -e var2/state/transactionstore.yaml ]; then bad 'there is a file'; else ok; fi
