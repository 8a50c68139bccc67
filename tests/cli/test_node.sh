# Nodes, facts and stored catalogs. Compare with the real Puppet 7.23.
mkdir -p conf var code/environments/production/manifests code/environments/dev/manifests
site() { cat > code/environments/production/manifests/site.pp; cp code/environments/production/manifests/site.pp code/environments/dev/manifests/site.pp; }
program() { { echo '#!/bin/sh'; cat; } > "$1"; chmod +x "$1"; }
places="--confdir $PWD/conf --vardir $PWD/var --codedir $PWD/code --statsfile $PWD/stats"
compile() { # compile NAME STATUS NODE ARGUMENT...
  name=$1 wanted=$2 node=$3
  shift 3
  run "$name" "$wanted" catalog compile "$node" $places --render-as json "$@"
}
found() { name=$1 wanted=$2; shift 2; run "$name" "$wanted" "$@" $places; }
printf '{"os": {"name": "x"}, "p": "fact", "environment": "nosuch"}\n' > facts.json
printf 'name: n1.x\nvalues: {hostname: h}\n' > facts.yaml

found 'no node' 1 node clean
err "Error: At least one node should be passed
Error: Try 'ficelle help node clean' for usage"

# --- external node classifier ---
site <<'END'
class a { notice("class a") }
class b($x = 1, $y = 2) { notice("class b ${x} ${y}") }
notice("${p} ${environment} ${q}")
END
enc() { compile "$1" "$2" n1.x --facts facts.json --node_terminus exec --external_nodes "$PWD/enc"; }
program enc <<'END'
echo "classes: {a: , b: {x: 5}}"
echo "parameters: {p: 'of $1', q: [1, 2]}"
echo "environment: dev"
END
enc 'classes as a hash, parameters, environment' 0
out '~Notice: Scope(Class[main]): of n1.x dev [1, 2]'
out '~class b 5 2'
err "Warning: The node parameter 'p' for node 'n1.x' was already set to 'of n1.x'. It could not be set to 'fact'"
if [ "$(grep -n 'class [ab]' out | head -1 | grep -c 'class b')" = 1 ]; then ok; else bad 'classes with parameters do not come first'; fi
program enc <<'END'
echo "classes: [b, a]"
echo "parameters: {q: 1}"
END
enc 'classes as a list' 0
out '~Notice: Scope(Class[main]): fact production 1'
err ''
program enc <<'END'
echo "classes: [nosuch]"
echo "parameters: {q: 1}"
END
enc 'a class that is not there' 1
err 'Error: Could not find class nosuch for n1.x on node n1.x'
program enc <<'END'
echo "parameters: {q: 1}"
echo "environment: nosuch"
END
enc 'an environment that is not there' 1
err "Error: Failed when searching for node n1.x: Could not find a directory environment named 'nosuch' anywhere in the path: $PWD/code/environments. Does the directory exist?"
program enc <<'END'
echo oops; echo not this >&2; exit 3
END
enc 'a status other than 0' 1
err "Error: Failed when searching for node n1.x: Failed to find n1.x via exec: Execution of '$PWD/enc n1.x' returned 3: oops"
program enc <<'END'
printf ' \n'
END
enc 'an empty answer' 1
err "Error: Could not find node 'n1.x'; cannot compile"
program enc <<'END'
printf 'classes: [a\n'
END
enc 'bad YAML' 1
err '~Error: Failed when searching for node n1.x: Could not load external node results for n1.x: (<unknown>): did not find expected'
program enc <<'END'
echo '1: 2'
END
enc 'a key that is a number' 1
err 'Error: Failed when searching for node n1.x: Could not load external node results for n1.x: key is a Integer, not a string or symbol'
program enc <<'END'
echo 'classes: 7'
END
enc 'classes that are a number' 1
err 'Error: Failed when searching for node n1.x: Could not load external node results for n1.x: the classes are neither a list nor a hash'
program enc <<'END'
echo 'classes: {a: [1]}'
END
enc 'parameters of a class that are a list' 1
program enc <<'END'
echo '- a'
END
enc 'an answer that is a list' 1
err 'Error: Failed when searching for node n1.x: Could not load external node results for n1.x: the answer is not a hash'
program enc <<'END'
echo 'parameters: {q: "'"$#:$1:$2"'"}'
END
compile 'arguments of the program, no shell' 0 n1.x --facts facts.json --node_terminus exec --external_nodes "$PWD/enc *;x"
out '~fact production 2:*;x:n1.x'
compile 'a missing program' 1 n1.x --facts facts.json --node_terminus exec --external_nodes /nonexistent
err "Error: Failed when searching for node n1.x: Failed to find n1.x via exec: Execution of '/nonexistent n1.x' returned 1: "
compile 'no program is set' 1 n1.x --facts facts.json --node_terminus exec
err "Error: Failed when searching for node n1.x: You must set the 'external_nodes' parameter to use the external node terminus"
compile 'a program without an absolute path' 1 n1.x --facts facts.json --node_terminus exec --external_nodes 'enc x'
err 'Error: Failed when searching for node n1.x: You must set the exec parameter to a fully qualified command'
compile 'an unknown terminus' 1 n1.x --node_terminus bogus
err 'Error: Could not find terminus bogus for indirection node'

# --- trusted external data ---
site <<'END'
notice($trusted['external'])
END
program te <<'END'
printf '{"of": "%s", "n": 1}' "$1"
END
compile 'trusted external data' 0 n1.x --facts facts.json --trusted_external_command "$PWD/te"
out '~Notice: Scope(Class[main]): {of => n1.x, n => 1}'
mkdir ted
program ted/one.sh <<'END'
echo '[1]'
END
program ted/two <<'END'
echo '{"x": 2}'
END
echo 'not a program' > ted/three
compile 'a directory of trusted external data' 0 n1.x --facts facts.json --trusted_external_command "$PWD/ted"
out '~Notice: Scope(Class[main]): {one => [1], two => {x => 2}}'
cp ted/one.sh ted/one.rb
compile 'two programs with the same name' 1 n1.x --facts facts.json --trusted_external_command "$PWD/ted"
err "Error: There is more than one 'one' script in $PWD/ted"
program te <<'END'
exit 4
END
compile 'trusted external data that fails' 1 n1.x --facts facts.json --trusted_external_command "$PWD/te"
err "Error: Execution of '$PWD/te n1.x' returned 4: "

# --- facts ---
site <<'END'
notice($facts['p'])
END
compile 'facts are stored when a terminus is chosen' 0 n1.x --facts facts.json --facts_terminus yaml
sed '/^timestamp/d' var/yaml/facts/n1.x.yaml > stored
if printf -- '--- !ruby/object:Puppet::Node::Facts\nname: n1.x\nvalues:\n  os:\n    name: x\n  p: fact\n  environment: nosuch\n' | cmp -s - stored; then ok; else bad 'wrong facts:'; cat stored; fi
if grep -q "^timestamp: '20[0-9-]*T[0-9:]*\.[0-9]\{9\}[+-][0-9:]*'$" var/yaml/facts/n1.x.yaml; then ok; else bad 'no timestamp'; fi
compile 'stored facts' 0 n1.x
out '~Notice: Scope(Class[main]): fact'
found 'facts find, yaml' 0 facts find n1.x --run_mode server --terminus yaml --render-as yaml
out '~--- !ruby/object:Puppet::Node::Facts'
out '~  p: fact'
found 'facts find of the client' 0 facts find n1.x --terminus yaml
out ''
found 'facts find, json' 0 facts find n1.x --run_mode server --terminus yaml --render-as json
out '~{"name":"n1.x","values":{"os":{"name":"x"},"p":"fact","environment":"nosuch"},"timestamp":"20'
found 'facts find, unknown' 0 facts find other --run_mode server --terminus yaml
out ''
found 'a name with a path' 1 facts find ../x --terminus yaml
err "~Could not call 'find' on 'facts': invalid key"
found 'facts upload without a certificate' 1 facts upload --ssldir "$PWD/nossl" --server localhost --serverport 1
err "~Error: Connection to https://localhost:1/puppet/v3 failed, trying next route: Request to https://localhost:1/puppet/v3 failed after "
err '~Error: No more routes to puppet'
mkdir -p var/server_data/facts
printf '{"name": "j", "values": {"p": "of json"}, "timestamp": "2026-01-01T00:00:00.000000000+00:00"}' > var/server_data/facts/j.json
compile 'facts from JSON' 0 j --facts_terminus json
out '~Notice: Scope(Class[main]): of json'
printf '[1]' > var/server_data/facts/k.json
compile 'facts that are not a hash' 1 k --facts_terminus json
err 'Error: Failed when searching for node k: Could not retrieve facts for k: Could not parse JSON data for facts k: it is not a hash'

# --- node ---
found 'node find, plain' 0 node find n2.x --terminus plain --facts_terminus memory --render-as yaml
out "$(printf -- '--- !ruby/object:Puppet::Node\nname: n2.x\nenvironment: production')"
found 'node find, json' 0 node find n2.x --terminus plain --facts_terminus memory --render-as json
out '{"name":"n2.x","environment":"production"}'
program enc <<'END'
echo 'classes: [a]'
echo 'parameters: {p: "v: 1", q: [1, 2], t: "12:30"}'
END
found 'node find, exec' 0 node find n2.x --terminus exec --external_nodes "$PWD/enc" --facts_terminus memory --render-as yaml
out "$(printf -- "--- !ruby/object:Puppet::Node\nname: n2.x\nenvironment: production\nclasses:\n- a\nparameters:\n  p: 'v: 1'\n  q:\n  - 1\n  - 2\n  t: '12:30'")"
found 'node find, terminus' 1 node find n2.x --terminus bogus
err "Error: Could not set 'node' terminus to 'bogus' (Could not find terminus bogus for indirection node); valid terminus types are exec, json, ldap, memory, msgpack, plain, puppetdb, rest, store_configs, write_only_yaml, yaml"
mkdir -p var/yaml/node
printf -- '--- !ruby/object:Puppet::Node\nname: n3.x\nparameters:\n  p: kept\n' > var/yaml/node/n3.x.yaml
compile 'a node from a file' 0 n3.x --node_terminus yaml --facts facts.json
out '~Scope(Class[main])'
found 'a cache of nodes' 0 node find n4.x --run_mode server --terminus plain --node_cache_terminus write_only_yaml --facts_terminus memory
if [ "$(cat var/yaml/node/n4.x.yaml)" = "$(printf -- '--- !ruby/object:Puppet::Node\nname: n4.x\nenvironment: production')" ]; then ok; else bad 'wrong contents of its file'; fi
found 'node clean' 0 node clean n1.x n4.x
if [ ! -e var/yaml/facts/n1.x.yaml ] && [ ! -e var/yaml/node/n4.x.yaml ]; then ok; else bad 'files are left'; fi

# --- routes ---
printf 'server: {facts: {terminus: yaml, cache: json}}\n' > conf/routes.yaml
compile 'routes' 0 r.x --facts facts.json
if [ -f var/yaml/facts/r.x.yaml ] && [ -f var/server_data/facts/r.x.json ]; then ok; else bad 'not stored by both'; fi
printf 'master: {facts: {terminus: yaml}}\n' > conf/routes.yaml
compile 'routes of a master' 1 r.x --facts facts.json
err "Error: Could not configure routes from $PWD/conf/routes.yaml: the application 'master' is called 'server'"
printf 'server: {factz: {terminus: yaml}}\n' > conf/routes.yaml
compile 'routes of nothing' 1 r.x --facts facts.json
err "Error: Could not configure routes from $PWD/conf/routes.yaml: Indirection factz does not exist"
printf 'server: [\n' > conf/routes.yaml
compile 'routes that cannot be parsed' 1 r.x --facts facts.json
err "~Error: Could not configure routes from $PWD/conf/routes.yaml: did not find expected"
rm conf/routes.yaml

# --- cached catalogs ---
site <<'END'
notify { 'x': }
@@notify { 'exported': }
END
keep='--catalog_cache_terminus json --facts facts.json'
compile 'a catalog is cached' 0 c.x $keep --storeconfigs --storeconfigs_backend sqlite
if grep -q '"title":"exported"' var/server_data/catalog/c.x.json; then bad 'the exported resource is in the file'; else ok; fi
if grep -q '"title":"exported"' out; then bad 'the exported resource was printed'; else ok; fi
echo 'fail("no")' | site
compile 'the cached catalog is used' 0 c.x $keep
out '~"title":"x"'
err '~Error: Evaluation Error: Error while evaluating a Function Call, no'
if grep -q '"title":"exported"' out; then bad 'the exported resource was printed'; else ok; fi
compile 'no cached catalog' 1 d.x $keep
compile 'the cached catalog is disabled' 1 c.x $keep --usecacheonfailure false
program enc <<'END'
exit 1
END
compile 'the cached catalog is used if the node is not found' 0 c.x $keep --node_terminus exec --external_nodes "$PWD/enc"
run 'catalogs from the cache are counted' 0 stats --json --statsfile "$PWD/stats"
out '~"ficCmpFromCache": 2'
out '~"ficCmpLastState": "cached"'
run 'catalogs from the cache are printed' 0 stats --statsfile "$PWD/stats"
out '~From cache    2 catalogs that could not be compiled'
out '~c.x                              production       cached '
found 'catalog find' 0 catalog find c.x --run_mode server --terminus json --render-as json
out '~"title":"x"'
found 'catalog find, nothing' 0 catalog find nosuch --run_mode server --terminus json
out ''

# --- exported resources ---
site <<'END'
define d($p) { notify { "in ${title} ${p}": } }
node a { @@notify { 'x': message => 'from a', tag => ['t1', 't2'] } @@d { 'dd': p => [1, 2] } @@file { '/tmp/a': mode => '0644' } }
node b { Notify <<| tag == 't1' |>> { withpath => true } D <<| |>> File <<| title != '/z' and mode == '0644' |>> }
node c { notify { 'x': } Notify <<| |>> }
node d { File <<| tag == 'nothing' or mode == '0600' |>> Notify <<| message == 'FROM A' |>> }
END
store='--facts facts.json --storeconfigs --storeconfigs_backend sqlite'
compile 'exporting' 0 a $store
if grep -q '/tmp/a' out; then bad 'exported resources were printed'; else ok; fi
compile 'collecting' 0 b $store
out '~{"type":"Notify","title":"x","tags":["t1","t2","notify","x","node","b","class"],"exported":false,"kind":"compilable_type","parameters":{"message":"from a","tag":["t1","t2"],"withpath":true}}'
out '~"title":"in dd [1, 2]"'
out '~{"type":"File","title":"/tmp/a"'
compile 'an exported resource that exists already' 1 c $store
err 'Error: A duplicate resource was found while collecting exported resources, with the type and title Notify[x] on node c'
compile 'queries' 0 d $store
if grep -q '/tmp/a' out; then bad 'a file was collected'; else ok; fi
out '~"message":"from a"'
run 'node deactivate' 0 node deactivate a $places --storeconfigs_backend sqlite
out "Notice: Deactivated node 'a'"
compile 'no resources of a deactivated node' 0 c $store
compile 'another compilation makes it active' 0 a $store
compile 'its resources are collected again' 1 c $store
if [ "$(stat -c %a var/state/clientconfigs.sqlite3)" = 640 ]; then ok; else bad 'everybody may read the store'; fi
site <<'END'
node s { @@notify { 'secret': message => Sensitive('hidden'), withpath => true } }
node t { Notify <<| title == 'secret' |>> }
END
compile 'exporting something sensitive' 0 s $store
compile 'it is not collected' 0 t $store
out '~"title":"secret","tags":["notify","secret","node","t","class"],"exported":false,"kind":"compilable_type","parameters":{"withpath":true}'
compile 'another backend' 1 b --facts facts.json --storeconfigs --storeconfigs_backend other
err "Error: not supported: the setting storeconfigs_backend 'other'; supported are 'puppetdb' and 'sqlite'"
cp var/state/clientconfigs.sqlite3 saved
rm -f var/state/clientconfigs.sqlite3-*
head -c 5000 saved > var/state/clientconfigs.sqlite3
compile 'a truncated store' 1 b $store
err "~Error: The store $PWD/var/state/clientconfigs.sqlite3 is damaged"
echo garbage > var/state/clientconfigs.sqlite3
compile 'a store that is not a database' 1 b $store
err "Error: The store $PWD/var/state/clientconfigs.sqlite3 is damaged (file is not a database). Move it away; a new one is then created, and filled when nodes are compiled"
