# Environments: environment.conf, versions, links, modules with invalid metadata. Compare with the real Puppet 7.23.
e=code/environments
mkdir -p conf var $e/production/manifests $e/production/modules $e/dev
m=$e/production/modules
echo '{}' > facts.json
compile() { # compile NAME STATUS ARGUMENT...
  name=$1 wanted=$2
  shift 2
  run "$name" "$wanted" catalog compile n --confdir "$PWD/conf" --vardir "$PWD/var" --codedir "$PWD/code" --statsfile "$PWD/stats" \
    --facts facts.json --render-as json "$@"
}
conf() { cat > $e/production/environment.conf; }

# --- config_version ---
echo 'notice(1)' > $e/production/manifests/site.pp
echo 'config_version = /bin/pwd' | conf
compile 'a version' 0
out "~\"version\":\"$PWD/$e/production\""
printf '#!/bin/sh\necho "of $1"; echo noise >&2\n' > $e/production/version; chmod +x $e/production/version
echo 'config_version = version $environment' | conf
compile 'a version of a script of the environment' 0
out '~"version":"of production\nnoise"'
echo 'config_version = /bin/false' | conf
compile 'no version' 1
err "Error: Execution of config_version command \`/bin/false\` failed: Execution of '/bin/false' returned 1:  on node n"

# --- modulepath ---
mkdir -p $m/there/manifests
echo 'class there { notify { "t": } }' > $m/there/manifests/init.pp
echo 'modulepath = here/../modules/.' | conf
compile 'directories of modules with dots' 0 --code 'include there'
out "~\"file\":\"$PWD/$m/there/manifests/init.pp\""
rm -r $m/there

# --- names, keys, links ---
echo 'nosuch = 1' | conf
compile 'an unknown key' 0
err "~Warning: Invalid settings in environment.conf at '$PWD/$e/production/environment.conf'. The following unknown setting(s) are being ignored: nosuch"
conf < /dev/null
mkdir $e/a-b
compile 'an invalid name' 1 --environment a-b
err "Error: Could not find a directory environment named 'a-b' anywhere in the path: $PWD/$e. Does the directory exist?"
compile 'a name with a path' 1 --environment ../environments/dev
mkdir -p v1/manifests
echo 'notify { "x": }' > v1/manifests/site.pp
ln -s "$PWD/v1" $e/linked
compile 'a link' 0 --environment linked
out "~\"file\":\"$PWD/$e/linked/manifests/site.pp\""
compile 'a link to a version' 0 --environment linked --versioned_environment_dirs
out "~\"file\":\"$PWD/v1/manifests/site.pp\""
mkdir $e/production/other
echo 'notice("other")' > $e/production/other/o.pp
printf 'manifest = other\nenvironment_timeout = unlimited\nstatic_catalogs = false\n' | conf
compile 'another manifest' 0
out '~Notice: Scope(Class[main]): other'
compile 'one manifest for all, and another one' 1 --disable_per_environment_manifest --default_manifest "$PWD/v1/manifests"
err "~Error: Compilation has been halted because: The 'disable_per_environment_manifest' setting is true, and the 'production' environment has an environment.conf manifest that conflicts with the 'default_manifest' setting. For more information, see https://puppet.com/docs/puppet/latest/environments_about.html"
err "~Error: The 'disable_per_environment_manifest' setting is true, but the environment located at $PWD/$e/production has a manifest setting in its environment.conf of '$PWD/$e/production/other' which does not match the default_manifest setting '$PWD/v1/manifests'."
printf 'environment_timeout = soon\n' | conf
compile 'an invalid time' 1
err "Error: Invalid TTL format 'soon' for parameter: environment_timeout"
echo 'notify { "x": message => /a/ }' > $e/production/manifests/site.pp
printf 'rich_data = false\n' | conf
compile 'an environment without rich data' 1
err "~Notify[x]['message'] contains a Regexp value. It will be converted to the String '/a/'"
conf < /dev/null
compile 'an environment with rich data' 0
out '~"__ptype":"Regexp"'

# --- functions and types of the environment; modules of several directories ---
mkdir -p $e/production/functions/environment $e/production/types/environment more/m/manifests more/only/manifests $m/m/manifests
echo 'function environment::f() { "of the environment" }' > $e/production/functions/environment/f.pp
echo 'type Environment::T = Integer[7]' > $e/production/types/environment/t.pp
echo 'class m { notice("the first m") }' > $m/m/manifests/init.pp
echo 'class m { notice("another m") }' > more/m/manifests/init.pp
echo 'class only { notice("only") }' > more/only/manifests/init.pp
echo 'function g() { "without a name space" }' > $e/production/functions/g.pp
echo 'notice(environment::f(), 8 =~ Environment::T, g()) include m, only' > $e/production/manifests/site.pp
echo "modulepath = modules:$PWD/more:\$basemodulepath" | conf
compile 'functions, types, several directories of modules' 0
out '~of the environment true without a name space'
out '~the first m'
out '~Scope(Class[Only]): only'

# --- metadata ---
for n in bad nokey deps; do mkdir -p $m/$n/manifests; echo "class $n { notice('in $n') }" > $m/$n/manifests/init.pp; done
echo '{bad' > $m/bad/metadata.json
echo '{"name":"x-nokey"}' > $m/nokey/metadata.json
echo '{"name":"x-deps","version":"1.0.0","author":"a","license":"l","source":"s","dependencies":{"a":1}}' > $m/deps/metadata.json
echo 'include nokey' > $e/production/manifests/site.pp
compile 'incomplete metadata' 1
err '~Error: No source module metadata provided for nokey'
err '~Could not find class ::nokey for n'
echo 'include deps' > $e/production/manifests/site.pp
compile 'dependencies that are not a list' 1
err "~Error: The value for the key dependencies in the file metadata.json of the module deps must be an array, not: '{\"a\"=>1}'"
echo 'include bad' > $e/production/manifests/site.pp
compile 'metadata that is not JSON' 1
err '~Error: bad has an invalid and unparsable metadata.json file. The parse error: '
compile 'metadata that is not JSON, as a warning' 0 --strict warning
err '~Warning: bad has an invalid and unparsable metadata.json file. The parse error: '
out '~in bad'

# --- a module that is removed meanwhile ---
mkdir -p $m/gone/manifests
echo 'class gone { notice("in gone") }' > $m/gone/manifests/init.pp
printf '#!/bin/sh\nrm -rf "%s/gone"\n' "$PWD/$m" > $e/production/version
printf 'config_version = version\nmodulepath = modules\n' | conf
echo 'include gone' > $e/production/manifests/site.pp
compile 'a module that is removed meanwhile' 1
err "~Could not find class ::gone for n (file: $PWD/$e/production/manifests/site.pp, line: 1, column: 1) on node n"
