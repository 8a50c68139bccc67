# `ficelle apply` with types of modules: native ones are used unless native_providers is off.
printf 'one\n' > lines
apply() { # apply NAME STATUS ARGUMENT...
  name=$1 wanted=$2
  shift 2
  run "$name" "$wanted" apply --confdir "$PWD/conf" --vardir "$PWD/var" --publicdir "$PWD/public" --statsfile "$PWD/stats" \
    --modulepath "$top/tests/agent/modules" "$@"
}
code="file_line { 'x': path => '$PWD/lines', line => 'two' }"
apply 'the native type' 0 -e "$code"
printed lines 'one
two'
# The module has no provider for it.
apply 'the type in Ruby' 0 --no-native_providers -e "$code"
err '~Could not evaluate: No ability to determine if file_line exists'
# A module of a version that behaves differently has its own type. (Those of the tests have no providers.)
version() { # version MODULE VERSION CODE LEFT: whether the type is left to the module's Ruby
  rm -rf versions
  mkdir versions
  cp -r "$top/tests/agent/modules/$1" versions
  printf '{"name": "x-%s", "version": "%s", "author": "x", "license": "x", "summary": "x", "source": "x", "dependencies": []}' \
    "$1" "$2" > "versions/$1/metadata.json"
  apply "$1 $2" 0 --modulepath "$PWD/versions" --noop -e "$3"
  if grep -q 'No ability to determine if' err; then left=yes; else left=no; fi
  if [ $left = "$4" ]; then ok; else bad "left to Ruby: $left, with $(cat err)"; fi
}
line="file_line { 'x': path => '$PWD/lines', line => 'two' }"
setting="ini_setting { 'x': path => '$PWD/lines', section => 's', setting => 'a', value => 'b' }"
subsetting="ini_subsetting { 'x': path => '$PWD/lines', section => 's', setting => 'a', subsetting => 'c', value => 'b' }"
version stdlib 8.2.0 "$line" yes
version stdlib 8.3.0 "$line" no
version stdlib 9.7.0 "$line" no
version inifile 5.3.0 "$setting" yes
version inifile 5.4.1 "$setting" no
version inifile 6.0.0 "$subsetting" no
version inifile 6.1.1 "$subsetting" yes
version inifile 6.3.1 "$setting" yes
apply 'a module without the type' 1 --modulepath "$PWD" -e "$code"
err '~Unknown resource type'
# A file without fragments (concat 7.4): created, or not created and removed.
printf 'old\n' > there
apply 'no fragments' 0 -e "concat_file { '$PWD/made': } concat_file { '$PWD/never': create_empty_file => false }
  concat_file { '$PWD/there': create_empty_file => false } concat_file { '$PWD/full': create_empty_file => false }
  concat_fragment { 'a': target => '$PWD/full', content => 'text' }"
printed made ''
if [ "$(cat full)" = text ]; then ok; else bad 'wrong contents of the file of fragments'; fi
if [ ! -e never ] && [ ! -e there ]; then ok; else bad 'files without fragments are there'; fi
# A fragment that comes after the file, whose text is made during the run (concat 9).
apply 'a Deferred fragment' 0 -e "concat_file { '$PWD/late': }
  concat_fragment { 'a': target => '$PWD/late', content => Deferred('sprintf', ['%s-%d', 'x', 7]) }"
if [ "$(cat late)" = x-7 ]; then ok; else bad 'wrong text of a Deferred fragment'; fi
# A provider in Ruby for a type in C: without the plug-in, for a type that does not support it, and with a parent in C.
mkdir -p own/crates/lib/puppet/provider/package own/crates/lib/puppet/provider/cron
printf 'Puppet::Type.type(:package).provide(:crate, parent: :apt) {}\n' > own/crates/lib/puppet/provider/package/crate.rb
: > own/crates/lib/puppet/provider/cron/odd.rb
code="package { 'a': provider => crate }"
plugin=${FICELLE_RUBY-}
export FICELLE_RUBY=/nonexistent.so
apply 'no plug-in' 1 --modulepath "$PWD/own" -e "$code"
err "~not supported: provider 'crate' of package is written in Ruby ($PWD/own/crates/lib/puppet/provider/package/crate.rb)"
if [ -n "$plugin" ]; then FICELLE_RUBY=$plugin; else unset FICELLE_RUBY; fi
apply 'cron has no providers in Ruby' 1 --modulepath "$PWD/own" -e "cron { 'a': command => 'x', provider => odd }"
err "~not supported: provider 'odd' of cron, which is written in Ruby"
apply 'a parent in C' 1 --modulepath "$PWD/own" -e "$code"
err '~not supported: '
# What Ruby has compiled is kept, and not trusted when somebody else can write it.
kept=var/state/ficelle-ruby.compiled
mode() { if [ "$(stat -c %a "$kept")" = 600 ]; then ok; else bad "mode of $kept: $(stat -c %a "$kept")"; fi }
rm -f "$kept"
code="file_line { 'x': path => '$PWD/lines', line => 'two' }"
apply 'no fragments are kept' 0 --no-native_providers -e "$code"
mode
first=$(stat -c %Y.%i "$kept")
apply 'all fragments are kept' 0 --no-native_providers -e "$code"
if [ "$(stat -c %Y.%i "$kept")" = "$first" ]; then ok; else bad "$kept was written again"; fi
printf 'nonsense' > "$kept"
chmod 666 "$kept"
apply 'kept by somebody' 0 --no-native_providers -e "$code"
mode
if [ "$(stat -c %s "$kept")" -gt 100000 ]; then ok; else bad "$kept is small"; fi
