# `ficelle why`: why a run changed a resource.
where="--confdir $PWD/conf --vardir $PWD/var --publicdir $PWD/pub --statsfile $PWD/stats --modulepath $PWD/modules --hiera_config $PWD/hiera.yaml"
mkdir -p data modules
printf 'version: 5\ndefaults: {datadir: %s/data, data_hash: yaml_data}\nhierarchy: [{name: common, path: c.yaml}]\n' "$PWD" > hiera.yaml
echo 'motd::mode: "0640"' > data/c.yaml
cat > site.pp <<END2
class motd(\$mode, \$text = 'hello') {
  file { '$PWD/motd': content => \$text, mode => \$mode }
  ~> exec { '/bin/true': refreshonly => true }
}
include motd
file { '$PWD/s': content => Sensitive('xyz') }
END2
file="File[$PWD/motd]"
run 'why: no run' 1 why $where "$file"
err "Error: No run with a journal has changed $file"
run 'why: no resource' 1 why $where
err 'Error: why takes a resource, which a run may precede'
run 'why: first run' 0 apply $where site.pp
chmod 600 motd
run 'why: second run' 0 apply $where site.pp
echo 'motd::mode: "0644"' > data/c.yaml
run 'why: third run' 0 apply $where site.pp
run 'why: the last run that changed the resource' 0 why $where "file['$PWD/motd']"
out "~$file in run 3 of "
out "~  declared at $PWD/site.pp:2"
out "~  contained in /Stage[main]/Motd/$file"
out '~  mode: "0640" became "0644"'
out '~    intentional: run 2 of '
out '~  triggered Exec[/bin/true]'
out '~  last checked, and in sync, at 20'
out '~  source of its values in the present code:'
out "~          key 'motd::mode' in $PWD/data/c.yaml (level 'common')"
run 'why: somebody changed it' 0 why $where --no-compile 2 "$file"
out '~  mode: "0600" became "0640"'
out '~    corrective: somebody has changed it on this host since run 1 of '
out '~    wanted since run 1 of '
out '~    changed again by run 3 of '
if grep -q 'source of its values' out; then bad 'it was compiled'; else ok; fi
run 'why: the first time' 0 why $where --no-compile 1 "$file"
out '~  ensure: "absent" became "file"'
out '~    no earlier run with a journal has changed it'
run 'why: a refresh' 0 why $where --last --no-compile 'Exec[/bin/true]'
out "~  triggered by $file"
run 'why: a secret' 0 why $where 1 "File[$PWD/s]"
out '~  ensure: [redacted] became [redacted]'
out '~        content = "Sensitive [value redacted]"'
if grep -q 'xyz\|3608bca1e44ea6c4' out; then bad 'it is shown'; else ok; fi
run 'why: JSON' 0 why $where --json 3 "$file"
out '~      "kind": "intentional",'
out '~  "triggered": ['
run 'why: another run' 1 why $where 3 "File[$PWD/s]"
err "Error: Run 3 did not change File[$PWD/s]"
run 'why: no such run' 1 why $where 9 "$file"
err 'Error: No journal of run 9 was found'
run 'why: an undo' 0 undo $where 3
run 'why: a run that was undone' 0 why $where --last "$file"
out '~  mode: "0644" became "0640"'
out '~  source of its values unknown: the run restored what run '
rm site.pp
run 'why: the manifest was removed' 0 why $where 3 "$file"
out '~  source of its values unknown: '
run 'why: a run of code' 0 apply $where -e "file { '$PWD/c': content => 'c' }"
run 'why: of code' 0 why $where "File[$PWD/c]"
out '~  source of its values unknown: the run used a given catalog or code, which is not stored'
run 'why: a failure' 0 apply $where -e "file { '$PWD/no/c': content => 'c' }"
run 'why: of a failure' 0 why $where "File[$PWD/no/c]"
out '~  ensure: "absent" should become "file"'
out '~    failure: change from '
