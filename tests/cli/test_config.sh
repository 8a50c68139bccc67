# `ficelle config print` and puppet.conf. Expectations were recorded from Puppet 7.23.
conf() { printf "$1" > p.conf; }
conf '[main]\ncertname = x\n[user]\ncertname = u\n[server]\ncertname=s\n[master]\ncertname=m\nstrict=off\n[agent]\ncertname=a\n'
run 'one value' 0 config print certname --config p.conf
out x
run 'section' 0 config print certname strict --section server --config p.conf
out 'certname = s
strict = off'
run 'old name of the section' 0 config print certname --section master --config p.conf
out s
run 'section agent' 0 config print --section agent certname --config p.conf
out a
run 'unknown section' 0 config print certname --section nosuch --config p.conf
out x
run 'flag before file' 0 config print certname --certname flag --config p.conf
out flag
run 'flag before the action' 0 config --certname flag print certname --config p.conf
out flag
run 'unknown name' 0 config print nosuch --config p.conf
out '~'
run 'unknown name among others' 0 config print nosuch certname --config p.conf
out 'certname = x
nosuch = '
run 'no flag' 0 config print noop --no-noop --config p.conf
out false
run 'flag' 0 config print noop --noop --config p.conf
out true
run 'short flag' 0 config print environment -E test --config p.conf
out test
run 'short flag, attached' 0 config print environment -Etest --config p.conf
out test
run 'confdir' 0 config print config hiera_config --confdir /c --codedir /d
out 'config = /c/puppet.conf
hiera_config = /c/hiera.yaml'
run 'vardir' 0 config print statedir --vardir /v
out /v/state
run 'bad enum' 1 config print strict --strict bogus
err "Error: Could not initialize global default settings: Invalid value 'bogus' for parameter strict. Allowed values are 'off', 'warning', 'error'"
run 'bad number' 1 config print maximum_uid --maximum_uid 5q
err "Error: Cannot convert '\"5q\"' to an integer for parameter: maximum_uid
Error: Try 'ficelle help config print' for usage"
run 'bad reference' 1 config print certname --vardir '$foo/x'
err "~Could not find value for \$foo"
run 'upper case' 1 config print certname --certname Upper
err 'Error: Could not initialize global default settings: Certificate names must be lower case'
run 'json' 0 config print certname ca_fingerprint --render-as json --config p.conf
out '{
  "ca_fingerprint": null,
  "certname": "x"
}'
run 'unknown format' 1 config print certname --render-as dot
err "Error: I don't know how to render 'dot'"

conf '[main]\nfoo bar\ncertname = x\n'
run 'bad line' 0 config print ca_port --config p.conf
out 8140
err "Error: Could not parse $PWD/p.conf: Could not match line foo bar
 (file: $PWD/p.conf, line: 2)"
conf 'nosuch = 1\n'
run 'unknown setting' 0 config print ca_port --config p.conf
err "Warning: Unknown setting 'nosuch' is ignored (file: $PWD/p.conf, line: 1)"
conf 'modulepath=/y\n'
run 'a setting of environment.conf' 1 config print ca_port --config p.conf
err "Error: Could not initialize global default settings: Cannot set modulepath settings in puppet.conf (file: $PWD/p.conf, line: 1)"
run 'directory as file' 1 config print ca_port --config .
err "Error: Could not initialize global default settings: Could not load $PWD: Is a directory - $PWD"
ln -s loop loop
run 'cyclic symbolic links' 1 config print ca_port --config loop
err '~Too many levels of symbolic links'
head -c 20000000 /dev/zero > big
run 'huge file' 1 config print ca_port --config big
err '~File too large'
head -c 3000 /dev/urandom > binary
printf '\377' >> binary
run 'binary file' 0 config print ca_port --config binary
err '~Error: Could not parse '

conf 'log_categories=settings=err\nnosuch=1\n'
run 'a category can be silenced' 0 config print ca_port --config p.conf
err ''
conf 'log_categories=settings\n'
run 'bad category' 1 config print ca_port --config p.conf
err "Error: Invalid value for parameter log_categories: 'settings' is not of the form category=level"
conf 'nosuch=1\n'
run 'log file' 0 config print ca_port --config p.conf --logdest "$PWD/l/x.jsonl"
err ''
if grep -q '"level":"warning","message":"Unknown setting .nosuch. is ignored' l/x.jsonl; then ok; else bad 'not in the file'; fi
run 'bad destination' 1 config print ca_port --logdest nowhere
err 'Error: Could not set logdest to nowhere.
Error: Could not parse application options: Could not set logdest to nowhere.
Unknown destination type nowhere'
run 'colour' 0 config print ca_port --color ansi --config p.conf
err "$(printf '\033[1;33m')Warning: Unknown setting 'nosuch' is ignored (file: $PWD/p.conf, line: 1)$(printf '\033[0m')"

case_name='docs/settings.md'
"$FICELLE" config describe --config /dev/null > table
tail -n "$(wc -l < table)" "$top/docs/settings.md" > documented
if cmp -s table documented; then ok; else bad 'its table is not what `ficelle config describe` prints'; diff table documented; fi

mkdir -p env/e1 env/e2 base1
printf 'modulepath = mods:$basemodulepath\nmanifest = site.pp\nconfig_version = /bin/x\n' > env/e1/environment.conf
of() { environment=$1; shift; run "environment $environment" 0 config print "$@" --environmentpath "$PWD/env" --environment "$environment" --basemodulepath "$PWD/base1:/nosuch"; }
of e1 manifest modulepath config_version
out "config_version = /bin/x
manifest = $PWD/env/e1/site.pp
modulepath = $PWD/env/e1/mods:$PWD/base1:/nosuch"
of e2 manifest modulepath config_version
out "config_version = 
manifest = $PWD/env/e2/manifests
modulepath = $PWD/env/e2/modules:$PWD/base1:/nosuch"
of e1 manifest
out "$PWD/env/e1/site.pp"
of nosuch manifest modulepath config_version
out 'config_version = 
manifest = 
modulepath = '
of production manifest modulepath config_version
out "config_version = 
manifest = no_manifest
modulepath = $PWD/base1"
of e1 manifest modulepath --manifest /m.pp --modulepath /mm
out 'manifest = /m.pp
modulepath = /mm'
of e2 modulepath config_version --render-as json
out "{
  \"config_version\": \"\",
  \"modulepath\": \"$PWD/env/e2/modules:$PWD/base1:/nosuch\"
}"
# An empty path is the current directory, as in Puppet; for ficelle's own settings it stays empty.
run 'an empty path' 0 config print vardir --vardir ''
out "$PWD"
run 'an empty path of a setting of ficelle' 0 config print statsfile --statsfile ''
out '~'
conf '[main]\nstatsfile = \n'
run 'an empty path in the file' 0 config print statsfile --config p.conf
out '~'
run 'no statistics' 0 evaluate --statsfile '' -e 1
err ''
run 'no statistics file is made' 1 stats --statsfile ''
err 'Error: stats: the setting statsfile is empty, so nothing is counted'

# Editing puppet.conf: the files and the output are those of Puppet 7.23. holds NAME FILE TEXT: the file must contain
# exactly this text
holds() { if [ "$(cat "$2")" = "$3" ]; then ok; else bad "$1" "$(cat "$2")"; fi; }
conf '# top\nnoop = true\n\n[agent]\n  splay=true  \n# end\n'
run 'set changes a value' 0 config set noop false --config p.conf
out ''
holds 'the header of main is added' p.conf '[main]
# top
noop = false

[agent]
  splay=true  
# end'
run 'set adds below the last setting' 0 config set --section agent runinterval 60 --config p.conf
run 'set adds a section' 0 config set --section user environment dev --config p.conf
holds 'both are added' p.conf '[main]
# top
noop = false

[agent]
  splay=true  
runinterval = 60
# end
[user]
environment = dev'
run 'delete' 0 config delete splay --section agent --config p.conf
out "Deleted setting from 'agent': 'splay=true'"
run 'delete a missing setting' 0 config delete splay --config p.conf
err "Warning: No setting found in configuration file for section 'main' setting name 'splay'"
holds 'delete leaves the rest' p.conf '[main]
# top
noop = false

[agent]
runinterval = 60
# end
[user]
environment = dev'
conf '# one\n[main]\n'
run 'main without settings' 0 config set vardir /v --config p.conf
holds 'a first setting goes to the top' p.conf 'vardir = /v
# one
[main]'
conf '[master]\nreports = store\ncertname=m\n[server]\nreports = http\n'
run 'set moves from master' 0 config set reports log --section master --config p.conf
out "Deleted setting from 'master': 'reports = store', and adding it to 'server' section"
run 'delete from master and server' 0 config delete certname --section server --config p.conf
out "Deleted setting from 'master': 'certname'"
holds 'server has it' p.conf '[master]
[server]
reports = log'
run 'an invalid value' 1 config set noop maybe --config p.conf
err "Error: Invalid value '\"maybe\"' for boolean parameter: noop
Error: Try 'ficelle help config set' for usage"
run 'too few arguments' 1 config set noop --config p.conf
err "Error: puppet config set takes 2 arguments, but you gave 1
Error: Try 'ficelle help config set' for usage"
run 'an invalid name' 1 config set 'a b' c --config p.conf
err "Error: Invalid name of a setting: 'a b'
Error: Try 'ficelle help config set' for usage"
run 'a value with several lines' 1 config set vardir 'a
b' --config p.conf
run 'an invalid section' 1 config set --section 'x]' vardir a --config p.conf
holds 'errors change nothing' p.conf '[master]
[server]
reports = log'
run 'a new file' 0 config set certname new.example.com --config new.conf
holds 'it has one section' new.conf '[main]
certname = new.example.com'
run 'delete without a file' 0 config delete noop --config none.conf
err "Warning: The puppet.conf file does not exist $PWD/none.conf"
run 'delete creates no file' 0 config print vardir --config none.conf --vardir /v
[ ! -e none.conf ] || bad 'delete makes no file'
