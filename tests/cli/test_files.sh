# Reading files: files whose size differs from that in stat(2), pipes, and paths that are not files.
mkdir -p conf mods/m/manifests mods/m/files mods/m/templates env
options="--confdir $PWD/conf --vardir $PWD/var --modulepath $PWD/mods --facts /dev/null"
read_all() { # read_all NAME EXPRESSION: its value must be the text of /proc/version
  run "$1" 0 evaluate $options -e "$2"
  if [ "$(cat out)" = "$want_json" ]; then ok; else bad "it is: $(cat out)"; fi
}
want_json="\"$(cat /proc/version)\\n\""
read_all 'file() of /proc' 'file("/proc/version")'
read_all 'epp() of /proc' 'epp("/proc/version")'
read_all 'template() of /proc' 'template("/proc/version")'
read_all 'binary_file() of /proc' 'String(binary_file("/proc/version"), "%s")'
ln -s /proc/sys/kernel/ostype mods/m/files/ostype
run 'file() of a module, of /proc' 0 evaluate $options -e 'file("m/ostype")'
out '"Linux\n"'

# A pipe that the user names is read.
pipe() { # pipe NAME TEXT: creates a pipe into which the text is written once
  rm -f "$1"
  mkfifo "$1"
  printf '%s\n' "$2" > "$1" &
}
pipe p.facts '{"a": "from a pipe"}'
run 'facts in a pipe' 0 evaluate --confdir conf --facts p.facts -e '$facts["a"]'
out '"from a pipe"'
pipe p.pp 'notice("in a pipe")'
run 'a manifest in a pipe' 0 catalog compile n --manifest p.pp $options --render-as json
out '~Notice: Scope(Class[main]): in a pipe'
pipe p.pp '1 + 1'
run 'evaluate of a pipe' 0 evaluate p.pp $options
out 2
pipe p.pp 'notice('
run 'validate of a pipe' 1 parser validate p.pp
err '~Syntax error at end of input'
pipe p.pp '$a'
run 'dump of a pipe' 0 parser dump p.pp
out '(var "a")'
pipe p.epp 'x<%= 1 + 1 %>'
run 'a template in a pipe' 0 epp render "$PWD/p.epp" --confdir conf
out x2
pipe p.yaml 'version: 5'
run 'hiera.yaml in a pipe' 0 lookup a --default d --hiera_config "$PWD/p.yaml" --confdir conf --facts /dev/null
out '~d'
pipe p.conf 'certname = from.a.pipe'
run 'puppet.conf in a pipe' 0 config print certname --config "$PWD/p.conf"
out from.a.pipe
catalog='{"name":"x","version":1,"environment":"e","resources":[],"edges":[],"classes":[]}'
pipe one "$catalog"
pipe other "$catalog"
run 'two catalogs in pipes' 0 catalog diff one other

# A pipe that is found in a directory is rejected without waiting for it.
mkfifo conf/puppet.conf
run 'a pipe as puppet.conf' 1 config print certname --confdir "$PWD/conf"
err "~Could not load $PWD/conf/puppet.conf: Not a regular file"
rm conf/puppet.conf
mkfifo conf/hiera.yaml
run 'a pipe as hiera.yaml' 1 lookup a $options
err "~Not a regular file @ rb_sysopen - $PWD/conf/hiera.yaml"
rm conf/hiera.yaml
mkfifo env/a.pp mods/m/manifests/init.pp mods/m/files/f mods/m/templates/t.epp mods/m/templates/t.erb
run 'a pipe among the manifests' 1 catalog compile n --manifest env $options
err "~Could not read the file $PWD/env/a.pp: Not a regular file"
run 'a pipe in a directory to validate' 1 parser validate env
err '~Not a regular file (file: '
run 'a pipe as the manifest of a class' 1 evaluate $options -e 'include m'
err "~Could not read the file $PWD/mods/m/manifests/init.pp: Not a regular file"
run 'file() of a pipe' 1 evaluate $options -e 'file("m/f")'
err "~Not a regular file @ rb_sysopen - $PWD/mods/m/files/f"
run 'epp() of a pipe' 1 evaluate $options -e 'epp("m/t.epp")'
err "~Could not read the file $PWD/mods/m/templates/t.epp: Not a regular file"
run 'template() of a pipe' 1 evaluate $options -e 'template("m/t.erb")'
err "~Not a regular file @ rb_sysopen - $PWD/mods/m/templates/t.erb"
mkdir ext
mkfifo ext/a.txt ext/b.yaml ext/c.json
chmod +x ext/c.json
run 'pipes among external facts' 0 facts kernel --external-dir ext --value-only
out Linux
err '~Failed to handle ext/a.txt as LegacyFacter::Util::Parser::TextParser facts: it is not a regular file'
err '~Failed to handle ext/b.yaml as LegacyFacter::Util::Parser::YamlParser facts: it is not a regular file'

# A pipe can be a log as long as it has a reader.
mkfifo log
run 'a log in a pipe without a reader' 1 evaluate $options --logdest "$PWD/log" -e 1
err "~It is a pipe that no program reads @ rb_sysopen - $PWD/log"
cat log > read &
exec 8> log        # opened when the reader exists
run 'a log in a pipe' 0 evaluate $options --logdest "$PWD/log" -e 'notice("to the pipe")'
exec 8>&-
wait
printed read '~to the pipe'
mkfifo stuck
sleep 20 < stuck &
sleeper=$!
exec 8> stuck
run 'a log in a pipe whose reader stops' 0 evaluate $options --logdest "$PWD/stuck" -e 'Integer[1, 3000].each |$i| { notice($i) }'
err "~Error: Could not write to log destination $PWD/stuck: No program reads from the pipe"
exec 8>&-
kill "$sleeper"

# A limit for the size of files (ulimit -f) does not end a compilation, and is not reported as missing permission.
limited() { (ulimit -f 8; exec "$FICELLE_REAL" "$@") }
case_name='statistics that grow beyond the limit'
if limited catalog compile n --manifest /dev/null $options --no-custom_facts --statsfile "$PWD/stats" > out 2> err; then ok; else bad "status $?"; fi
err "~statistics file $PWD/stats cannot be made: File too large"
if grep -q 'write access' err; then bad "it blames permissions: $(cat err)"; else ok; fi

# A path for the statistics that is too long is reported.
long=$(printf '%0100d/' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40)
run 'a long path for the statistics' 0 catalog compile n --manifest /dev/null $options --statsfile "$PWD/$long"
err '~the name of the statistics file is longer than 4000 bytes'

# Temporary files are in $TMPDIR, $TMP, $TEMP or /tmp, as Ruby's are.
options="--confdir $PWD/conf --vardir $PWD/var --publicdir $PWD/public --statsfile $PWD/stats"
mkdir -p tmp open bucket
chmod 777 open
echo old > text
shown() { # shown NAME DIRECTORY: a difference is shown with a temporary file of that directory
  run "$1" 0 apply $options --show_diff --noop -e "file { '$PWD/text': content => 'new' }"
  out "~+++ $2/puppet-file20"
}
export TMPDIR="$PWD/tmp"
shown 'TMPDIR' "$PWD/tmp"
if [ -z "$(ls -A tmp)" ]; then ok; else bad "left over: $(ls tmp)"; fi
export TMPDIR="$PWD/none" TMP="$PWD/open" TEMP="$PWD/tmp/../tmp/"
shown 'no TMPDIR, TMP writable for all' "$PWD/tmp"
err "~TMP is world-writable: $PWD/open"
export TEMP="$PWD/text"
shown 'none of them' /tmp
err "~TMP is world-writable: $PWD/open
TEMP is not a directory: $PWD/text"
run 'backup' 0 filebucket $options --bucket "$PWD/bucket" backup text
sum=$(sed 's/.*: //' out)
export TMPDIR="$PWD/tmp"
run 'filebucket diff' 0 filebucket $options --bucket "$PWD/bucket" diff text "$sum"
echo new > text
run 'filebucket diff, different' 0 filebucket $options --bucket "$PWD/bucket" diff text "$sum"
out "~+++ $PWD/tmp/diff20"
run 'filebucket diff, missing' 1 filebucket $options --bucket "$PWD/bucket" diff text 00
unset TMPDIR TMP TEMP
