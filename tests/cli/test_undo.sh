# Journals of runs, and `ficelle undo`.
where="--confdir $PWD/conf --vardir $PWD/var --publicdir $PWD/pub --statsfile $PWD/stats --modulepath $top/tests/agent/modules"
journals=$PWD/var/state/journal
# Prints names, kinds, modes, contents and targets of everything in a directory.
tree() { (cd "$1" && find . | LC_ALL=C sort | while read -r f; do stat -c '%n %F %a %U %G' "$f"; [ -L "$f" ] && readlink "$f"; [ -f "$f" ] && [ ! -L "$f" ] && cat "$f"; done); }
is() { if cmp -s "$1" "$2"; then ok; else bad 'wrong contents'; diff "$1" "$2"; fi; }

run 'undo: nothing to list' 0 undo $where
out 'No run has changed anything, or no journals are kept (setting journal_runs).'
run 'undo: no such run' 1 undo $where 7
err 'Error: No journal of run 7 was found'
run 'undo: no runs' 1 undo $where --last
err 'Error: No journal of a run was found'

# --- files of every kind ---
mkdir -p t/d/e t/kept
printf 'old\n' > t/b; chmod 640 t/b
printf 'deep' > t/d/e/f; ln -s e/f t/d/l; chmod 700 t/d/e
ln -s b t/link
printf '[s]\na = 1\n' > t/ini
printf 'k\n' > t/secret
tree t > before
code="file { '$PWD/t/a': content => 'a', mode => '0600' }
  file { '$PWD/t/b': content => 'new', mode => '0600' }
  file { '$PWD/t/d': ensure => absent, force => true }
  file { '$PWD/t/link': ensure => link, target => 'elsewhere' }
  file { '$PWD/t/n': ensure => directory }
  file { '$PWD/t/n/f': content => 'x' }
  file { '$PWD/t/kept': mode => '0711' }
  file { '$PWD/t/secret': content => Sensitive('hidden') }
  ini_setting { 'i': path => '$PWD/t/ini', section => 's', setting => 'a', value => '2' }
  ini_setting { 'j': path => '$PWD/t/ini', section => 'u', setting => 'a', value => '3' }
  file_line { 'x': path => '$PWD/t/a', line => 'more', require => File['$PWD/t/a'] }
  host { 'x.y': ip => '1.2.3.4', target => '$PWD/t/hosts' }
  notify { 'n': } ~> exec { '/bin/true': refreshonly => true }"
run 'undo: a run' 0 apply $where -e "$code"
tree t | sed '/^# HEADER/d' > after
run 'undo: the list' 0 undo $where
if grep -q '^     1  .*  changed$' out; then ok; else bad 'the run is not in it'; cat out; fi
run 'undo: the list as JSON' 0 undo $where --json
out "~\"File[$PWD/t/a]\","
case_name='undo: modes'
if [ "$(stat -c %a "$journals" "$journals"/1-* "$journals"/1-*/journal "$journals"/1-*/1 | tr '\n' ' ')" = '700 700 600 600 ' ]; then ok; else bad 'others can read it'; fi
run 'undo: noop' 0 undo $where --noop 1
out "~  File[$PWD/t/ini] (Ini_setting[i], Ini_setting[j]): contents, mode 0644, owner root, group root"
out "~  File[$PWD/t/n]: will be removed"
out "~  File[$PWD/t/d]: directory with its contents (3), mode 0755, owner root, group root"
out '~  Exec[/bin/true]: the effects of the command are unknown'
out '~  Notify[n]: a message was logged'
out "~Notice: /File[$PWD/t/a]/ensure: removed (noop)"
tree t | sed '/^# HEADER/d' > got; is after got
run 'undo: the first run' 2 undo $where --test --last
tree t > got; is before got
case_name='undo: no secrets'
if grep -q 'hidden\|^+k\|44bd7ae60f478fae\|8a798890fe938171' out err var/state/last_run_report.yaml; then bad 'a secret was printed'; else ok; fi
case_name='undo: the report'
if grep -q "resource: File\[$PWD/t/b\]" var/state/last_run_report.yaml && grep -q '^status: changed' var/state/last_run_report.yaml; then ok; else bad 'the report does not contain the undo'; fi
run 'undo: again' 0 undo $where 1
out "~  File[$PWD/t/b]"
out '~There is nothing to restore.'
run 'undo: the undo' 0 undo $where 2
tree t | sed '/^# HEADER/d' > got; is after got
uuid=$(ls "$journals" | sed -n 's/^2-//p')
run 'undo: by uuid' 0 undo $where --noop "$(printf %.8s "$uuid")"
out '~There is nothing to restore.'
run 'undo: the list names the undone run' 0 undo $where
out '~changed, undid run 2'

# --- changed since the run ---
rm -rf var t; mkdir t
printf 'old\n' > t/b
run 'undo: another run' 0 apply $where -e "file { '$PWD/t/b': content => 'new' } file { '$PWD/t/n': ensure => directory } file { '$PWD/t/c': content => 'c' }"
printf 'mine\n' > t/b; printf 'mine' > t/n/x
run 'undo: changed resources are not restored' 6 undo $where --detailed-exitcodes 1
out "~  File[$PWD/t/b]: its contents changed"
out "~  File[$PWD/t/n]: it contains other files"
if [ "$(cat t/b t/n/x)" = 'mine
mine' ] && [ ! -e t/c ]; then ok; else bad 'wrong files'; fi
run 'undo: forced' 2 undo $where --detailed-exitcodes --force 1
if [ "$(cat t/b)" = old ] && [ ! -e t/n ]; then ok; else bad 'wrong files'; fi
run 'undo: forced resources are restored' 0 undo $where --last
if [ "$(cat t/b t/n/x)" = 'mine
mine' ]; then ok; else bad 'the file was not restored'; fi

# --- services, and files that restarted them ---
rm -rf var t; mkdir t
service="service { 'x': provider => base, hasrestart => true, start => '/bin/touch $PWD/t/run', stop => '/bin/rm $PWD/t/run', status => '/usr/bin/test -e $PWD/t/run', restart => '/bin/sh -c \"echo again >> $PWD/t/restarts\""
run 'undo: a service' 0 apply $where -e "$service', ensure => running }"
run 'undo: the service runs' 0 undo $where 1
out '~  Service[x]: ensure => stopped'
if [ ! -e t/run ]; then ok; else bad 'it still runs'; fi
touch t/run; printf 'old' > t/conf
run 'undo: a file for a service' 0 apply $where -e "file { '$PWD/t/conf': content => 'new' } ~> $service', ensure => running }"
rm -f t/restarts
run 'undo: the service reads it again' 0 undo $where --last
out '~  Service[x]: will be restarted'
if [ "$(cat t/conf t/restarts)" = oldagain ]; then ok; else bad 'wrong configuration, or the service was not restarted'; cat t/conf t/restarts; fi
run 'undo: a service that was changed again' 0 apply $where -e "$service', ensure => stopped }"
touch t/run
run 'undo: nothing to restore' 0 undo $where --last
out '~There is nothing to restore.'

# --- journals of killed runs, and damaged ones ---
rm -rf var t; mkdir t
run 'undo: one more' 0 apply $where -e "file { '$PWD/t/a': content => 'a' } -> file { '$PWD/t/b': content => 'b' }"
one=$(echo "$journals"/1-*/journal)
cp "$one" whole
head -c 1200 whole > "$one"
run 'undo: a cut journal' 0 undo $where
out '~did not complete'
run 'undo: the complete part of a cut journal' 0 undo $where 1
out '~The run did not complete; its journal contains the changes made before it ended.'
if [ ! -e t/a ]; then ok; else bad 'it is still there'; fi
sed '2s/before/befOre/' whole > "$one"
run 'undo: a damaged journal' 1 undo $where 1
err "Error: The journal of run 1 cannot be used: $one: line 2: the record is damaged"
run 'undo: a damaged journal is listed' 0 undo $where
out '~damaged: '
: > "$one"
run 'undo: a run that was killed at once' 0 undo $where 1
out '~There is nothing to restore.'
rm -rf var t; mkdir t; printf 'old' > t/a
run 'undo: a file with saved contents' 0 apply $where -e "file { '$PWD/t/a': content => 'a' }"
printf 'x' > "$(echo "$journals"/1-*/1)"
run 'undo: saved contents are damaged' 0 undo $where 1
out "~  File[$PWD/t/a]: the saved contents are damaged or missing"
rm -rf var
run 'undo: no journal without changes' 0 apply $where -e "file { '$PWD/t/a': content => 'a' } notify { 'n': }"
run 'undo: no journal of noop' 0 apply $where --noop -e "file { '$PWD/t/a': content => 'b' }"
if [ -e "$journals" ]; then bad 'a journal exists'; else ok; fi
run 'undo: journals are disabled' 0 apply $where --journal_runs 0 -e "file { '$PWD/t/a': content => 'b' }"
if [ -e "$journals" ]; then bad 'a journal exists'; else ok; fi
for i in 1 2 3 4; do "$FICELLE" apply $where --journal_runs 2 -e "file { '$PWD/t/a': content => 'c$i' }" > /dev/null; done
case_name='undo: old journals are removed'
if [ "$(ls "$journals" | sed 's/-.*//' | tr '\n' ' ')" = '3 4 ' ]; then ok; else bad 'wrong journals:'; ls "$journals"; fi

# --- an undo that cannot begin ---
rm -rf var t; mkdir -p t env/dev env/production
run 'undo: a run in another environment' 0 apply $where --environmentpath "$PWD/env" --environment dev -e "file { '$PWD/t/e': content => 'e' }"
run 'undo: the command before it fails' 1 undo $where --environmentpath "$PWD/env" --prerun_command /bin/false 1
err "Error: Could not run command from prerun_command: Execution of '/bin/false' returned 1: "
run 'undo: in the default environment' 0 undo $where --environmentpath "$PWD/env" 1
case_name='undo: nothing about environments'
if grep -q 'Local environment' out err; then bad 'it compares them'; else ok; fi
