# `ficelle catalog diff`, `select`, and the formats of `catalog compile`.
printf 'a: 1\n' > facts.yaml
cat > a.pp <<'END'
class a($x = 'v') { file { '/srv/x': content => "a\nb\n", mode => '0644' } notify { 'n': require => File['/srv/x'] } }
class b { notify { 'b': message => Integer[1,2] } }
include a, b
Class['a'] -> Class['b']
user { 'u': uid => 5, password => Sensitive('secret-one') }
notify { 'nested': message => { 'k' => [Sensitive('secret-two'), 'open'] } }
END
sed "s/0644/0600/; s/b.n\"/c\\\\n\"/; s/secret-one/secret-three/; s/secret-two/secret-four/; s/include a, b/include a/; /^Class/d; s/require => File\['.srv.x'\]/require => [File['\/srv\/x']]/" a.pp > b.pp
run="--facts facts.yaml --vardir $PWD/var --confdir $PWD/conf --log_level err"
for m in a b; do
  "$FICELLE" catalog compile n.example.com --manifest $m.pp $run --render-as rich_data_json > $m.json
  "$FICELLE" catalog compile n.example.com --manifest $m.pp $run --render-as yaml > $m.yaml
done
run 'the same in JSON and YAML' 0 catalog diff a.json a.yaml
out ''
run 'differences' 2 catalog diff a.json b.yaml
out '~- Class[B]'
out '~    before  ["Class[B]"] => (not set)'
out '~    mode     "0644" => "0600"'
out '~    content (line 2)'
out '~        - b'
out '~        + c'
out '~    password  "Sensitive [value redacted]" => "Sensitive [value redacted]"'
out '~    message  {"k":["Sensitive [value redacted]","open"]} => {"k":["Sensitive [value redacted]","open"]}'
out '~- contains: Class[B] => Notify[b]'
out '~- class b'
out '~0 added, 2 removed, 4 changed; classes +0 -1, containment +0 -2'
case_name='secrets are hidden; a list with one item equals the item'
if grep -q 'secret\|Notify\[n\]' out; then bad 'a secret is shown'; else ok; fi
run 'from standard input' 1 catalog diff a.json -
err '~Could not read the catalog in standard input'
run 'JSON' 2 catalog diff --render-as json a.json b.json
out '~{"nodes":[{"node":"n.example.com","same":false,"resources":{"removed":[{"resource":"Class[B]"'
out '~"mode":{"before":"0644","after":"0600"}'
perl -pe 's/"tags":\["file"/"tags":["more","file"/' a.json > tags.json
run 'tags are ignored' 0 catalog diff a.json tags.json
run 'tags are compared on request' 2 catalog diff --tags a.json tags.json
out '~    + tag more'
printf 'notify { "1": } notify { "2": } notify { "3": }\n' > order1.pp
printf 'notify { "2": } notify { "3": } notify { "1": }\n' > order2.pp
for m in order1 order2; do "$FICELLE" catalog compile n.example.com --manifest $m.pp $run --render-as json > $m.json; done
run 'order is ignored' 0 catalog diff order1.json order2.json
run 'order is compared on request, with the fewest moves' 2 catalog diff --order order1.json order2.json
out '~~ Notify[1]'
out '~0 added, 0 removed, 1 changed'
{ printf 'Notice: Compiled catalog for n\n\033[1;33mWarning: x\033[0m\n'; cat a.json; } > logged.json
run 'log lines before the catalog' 0 catalog diff a.json logged.json
printf '{"document_type":"Catalog","data":' > pson.json; cat a.json >> pson.json; printf '}' >> pson.json
run 'an envelope' 0 catalog diff a.json pson.json
cat > puppetdb.json <<'END'
{"certname":"n","environment":"production","version":"1",
 "resources":{"href":"/x","data":[{"type":"Stage","title":"main","tags":["stage"],"exported":false,"file":null,"line":null,"parameters":{}},
   {"type":"Notify","title":"1","tags":[],"exported":false,"file":"/s.pp","line":1,"parameters":{"message":"m"}}]},
 "edges":{"href":"/y","data":[{"source_type":"Stage","source_title":"main","target_type":"Notify","target_title":"1","relationship":"contains"},
   {"source_type":"Notify","source_title":"1","target_type":"Stage","target_title":"main","relationship":"before"}]}}
END
cat > wire.json <<'END'
{"command":"replace catalog","version":9,"payload":{"certname":"n","resources":[
   {"type":"Stage","title":"main","tags":[],"exported":false,"parameters":{}},{"type":"Notify","title":"1","tags":[],"exported":false,"parameters":{"message":"m"}}],
 "edges":[{"source":{"type":"Stage","title":"main"},"target":{"type":"Notify","title":"1"},"relationship":"contains"}]}}
END
run 'answers and commands of PuppetDB' 0 catalog diff puppetdb.json wire.json
bad_catalog() { printf '%s' "$2" > bad.json; run "$1" 1 catalog diff a.json bad.json; err "~Could not read the catalog in bad.json: $3"; }
bad_catalog 'broken JSON' '{"resources": [}' "unexpected token near '}' at line 1 column 16"
bad_catalog 'no catalog' '{"a": 1}' 'it is not a catalog: it has no list of resources'
bad_catalog 'a list' '[1, 2]' 'it is not a catalog: it has no hash'
bad_catalog 'a resource without a title' '{"resources": [{"type": "File"}]}' 'resources[0]: it has no title'
bad_catalog 'parameters that are a list' '{"resources": [{"type": "File", "title": "x", "parameters": []}]}' 'resources[0]: its parameters are no hash'
bad_catalog 'a resource twice' '{"resources": [{"type": "File", "title": "x"}, {"type": "File", "title": "x"}]}' 'resources[1]: File[x] is there twice'
bad_catalog 'an edge without an end' '{"resources": [], "edges": [{"source": "File[x]"}]}' 'edges[0]: it has no target'
bad_catalog 'tags that are numbers' '{"resources": [{"type": "File", "title": "x", "tags": [1]}]}' 'resources[0]: tags must be a list of strings'
run 'a missing file' 1 catalog diff a.json nope.json
err '~Could not read nope.json: No such file or directory'
run 'one catalog' 1 catalog diff a.json
err '~catalog diff takes two catalogs, or two directories and nodes'

for side in old new; do
  mkdir -p $side/environments/production/manifests
  printf "notify { \"\${facts['a']}\": message => '%s' }\nif \$trusted['certname'] == 'bad' { fail('on purpose') }\n" $side > $side/environments/production/manifests/site.pp
done
sed -i 's/message => .new./message => $facts["a"] ? { 1 => "new", default => "old" }/' new/environments/production/manifests/site.pp
mkdir facts; printf 'a: 1\n' > facts/one.yaml; printf 'a: 2\n' > facts/two.yaml
run 'two code directories' 2 catalog diff --old old --new new --facts facts --vardir "$PWD/var" --confdir "$PWD/conf"
out '~    message  "old" => "new"'
out '~2 nodes: 1 the same, 1 different, 0 failed'
run 'as operands, with a node' 0 catalog diff old new two --facts facts --vardir "$PWD/var" --confdir "$PWD/conf"
out '~1 node: 1 the same, 0 different, 0 failed'
run 'environments' 2 catalog diff old/environments/production new/environments/production one --facts facts --vardir "$PWD/var" --confdir "$PWD/conf"
out '~    message  "old" => "new"'
cp facts/two.yaml facts/bad.yaml
run 'a node that fails' 1 catalog diff old new bad two --facts facts --vardir "$PWD/var" --confdir "$PWD/conf"
err '~bad: old: Evaluation Error: Error while evaluating a Function Call, on purpose'
out '~2 nodes: 1 the same, 0 different, 1 failed'
run 'a node without facts' 1 catalog diff old new three --facts facts --vardir "$PWD/var" --confdir "$PWD/conf"
err '~three: old: No facts of three in facts'
run 'JSON of several' 2 catalog diff old new one two --facts facts --vardir "$PWD/var" --confdir "$PWD/conf" --render-as json
out '~{"node":"two","same":true'

run 'select' 0 catalog select a.json notify
out 'Notify[n]
Notify[b]
Notify[nested]'
run 'select all' 0 catalog select a.json '*'
out '~User[u]'
run 'select JSON' 0 catalog select a.json file --render-as json
out '~[{"type":"File","title":"/srv/x"'
run 'select: no such resource' 0 catalog select a.json cron

run 'YAML' 0 catalog compile n.example.com --manifest order1.pp $run --render-as yaml
out '~--- !ruby/object:Puppet::Resource::Catalog'
out "~  title: '1'"
run 'rich data' 0 catalog compile n.example.com --manifest a.pp $run --no-rich_data --render-as rich_data_json
out '~{"__ptype":"Pcore::IntegerType","from":1,"to":2}'
run 'an unknown format' 1 catalog compile n.example.com --manifest a.pp $run --render-as xx
err "~I don't know how to render 'xx'"
run 'an unsupported format' 1 catalog compile n.example.com --manifest a.pp $run --render-as msgpack
err '~not supported: --render-as msgpack'
printf 'create_resources("notify", { "made" => {} })\n' > made.pp
run 'the place of `exported` in real catalogs' 0 catalog compile n.example.com --manifest made.pp $run --render-as json
out '~"kind":"compilable_type","exported":false}'
