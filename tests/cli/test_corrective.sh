# transactionstore.yaml and corrective changes, in runs like those of an agent.
where="--confdir $PWD/conf --vardir $PWD/var --publicdir $PWD/pub --statsfile $PWD/stats --modulepath $PWD/modules --run_mode agent"
code="file { '$PWD/a': content => 'a', mode => '0600' } file { '$PWD/s': content => Sensitive('k') } notify { 'n': }
  file { '$PWD/no': ensure => file, noop => true }"
store=var/state/transactionstore.yaml
run 'corrective: a first run' 0 apply $where -e "$code"
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
case_name='corrective: the stored values'
if grep -q 'Sensitive\|File\[@/s\]' got; then sed -i '/File\[@\/s\]/,/system_value:$/{/File/d;/parameters/d;/ensure/d;/system/d}' got; fi
if cmp -s got wanted; then ok; else bad 'wrong contents'; diff wanted got; fi
chmod 640 a
run 'corrective: somebody changed the mode' 0 apply $where -e "$code"
out "~Notice: /Stage[main]/Main/File[$PWD/a]/mode: mode changed '0640' to '0600' (corrective)"
case_name='corrective: the report'
if grep -q '^corrective_change: true' var/state/last_run_report.yaml && grep -q 'corrective_change: 1' pub/last_run_summary.yaml; then ok; else bad 'no corrective change in the report'; fi
run 'corrective: the manifest has changed' 0 apply $where -e "file { '$PWD/a': content => 'b', mode => '0600' }"
if grep -q '(corrective)' out; then bad 'a change is marked corrective'; else ok; fi
printf 'a: [' > $store
run 'corrective: a damaged file' 0 apply $where -e "file { '$PWD/a': content => 'b', mode => '0600' }"
err "~Transaction store file $PWD/$store is corrupt"
if [ -e $store.bad ] && grep -q '^  File' $store; then ok; else bad 'the damaged file was not renamed'; fi
printf 'text\n' > $store
run 'corrective: not a hash' 0 apply $where -e "file { '$PWD/a': content => 'b', mode => '0600' }"
err "~Transaction store file $PWD/$store is valid YAML but not returning a hash."
rm $store
mkdir $store
run 'corrective: a directory' 1 apply $where -e "notify { 'n': }"
err "~Transaction store file $PWD/$store is not a file, ignoring"
run 'corrective: apply stores nothing' 0 apply --no-custom_facts --confdir "$PWD/conf" --vardir "$PWD/var2" --publicdir "$PWD/pub" --statsfile "$PWD/stats" -e "notify { 'n': }"
if [ -e var2/state/transactionstore.yaml ]; then bad 'there is a file'; else ok; fi

# The lock of a run, and its time limit.
rmdir $store
lock=var/state/agent_catalog_run.lock
sleep 30 &
sleeper=$!
echo "$sleeper" > $lock
run 'run lock: the process is not an agent' 0 apply $where -e "notify { 'n': }"
if [ -e $lock ]; then bad 'it is still there'; else ok; fi
kill "$sleeper"
"$FICELLE" apply $where -e "exec { 'hold': provider => shell, timeout => 0, command => 'echo \$\$ > $PWD/sleeper; exec /bin/sleep 300' }" > held.out 2>&1 &
holder=$!
n=0
while [ ! -s sleeper ] && [ $n -lt 100 ]; do sleep 0.1; n=$((n + 1)); done
run 'run lock: taken by another run' 1 apply $where -e "notify { 'n': }"
out "~Run of Puppet configuration client already in progress; skipping  ($PWD/$lock exists)"
run 'run lock: apply ignores it' 0 apply --no-custom_facts --confdir "$PWD/conf" --vardir "$PWD/var" --publicdir "$PWD/pub" --statsfile "$PWD/stats" -e "notify { 'n': }"
run 'run lock: waiting ends' 1 apply $where --waitforlock 1 --maxwaitforlock 1 -e "notify { 'n': }"
out '~Exiting now because the maxwaitforlock timeout has been exceeded.'
kill -KILL $holder "$(cat sleeper)"
wait $holder 2> /dev/null
run 'run lock: the run is dead' 0 apply $where -e "notify { 'n': }"
run 'runtimeout' 1 apply $where --runtimeout 1 -e "exec { '/bin/sleep 25': } -> notify { 'never': }"
err '~Error: Execution of Puppet configuration client did not complete within 1 seconds and was terminated.'
if grep -q "Notice: never" out; then bad 'the run continued'; else ok; fi
if grep -q '^status: failed' var/state/last_run_report.yaml && [ ! -e $lock ]; then ok; else bad 'wrong status, or the lock exists'; fi

# A Deferred in a resource of a type in Ruby.
mkdir -p modules/thing/lib/puppet/type
cat > modules/thing/lib/puppet/type/gadget.rb <<'END2'
Puppet::Type.newtype(:gadget) do
  newparam(:name, namevar: true)
  newproperty(:colour) do
    def retrieve; 'old'; end
    def sync; end
  end
end
END2
run 'deferred: of a type in Ruby' 0 apply --no-native_providers $where -e "gadget { 'a': colour => Deferred('upcase', ['red']) }"
out "~colour changed 'old' to 'RED'"
