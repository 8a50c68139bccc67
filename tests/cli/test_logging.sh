# The log: its categories, its context, messages at level debug, and that it contains no secrets.
(cd "$top" && sed -n 's/^LOG_CATEGORY([a-z_]*, "\([a-z.]*\)".*/\1/p' base/log_category.def) | sort > in-code
sed -n '/^## Levels/,/^## Context/s/^| `\([a-z.]*\)` | .*/\1/p' "$top/docs/logging.md" | sort > in-docs
case_name='the documented categories are those in the code'
if [ -s in-code ] && cmp in-code in-docs; then ok; else bad 'the lists differ'; fi
(cd "$top" && sed -n 's/^LOG_CATEGORY(\([a-z_]*\), .*/\1/p' base/log_category.def) > symbols
while read -r symbol; do
  case_name="the category log_$symbol is used"
  if grep -rqw "&log_$symbol" "$top/compiler" "$top/indirector" "$top/agent" "$top/collectors" "$top/cli" "$top/subagent" \
    "$top/base" "$top/server" "$top/fleet" "$top/load" --include='*.c'; then ok; else bad 'unused'; fi
done < symbols

env=code/environments/production m=code/environments/production/modules/m
mkdir -p conf $env/manifests $env/data $m/manifests $m/templates $m/lib/puppet/functions/m
cat > $env/hiera.yaml <<'E'
version: 5
hierarchy:
  - {name: nodes, path: "%{trusted.certname}.yaml"}
  - {name: common, path: common.yaml}
E
cat > $env/data/common.yaml <<'E'
m::p: from-the-data
deep: {a: "%{lookup('m::p')}"}
lookup_options: {deep: {merge: deep}}
E
echo 'deep: {b: 2}' > $env/data/n1.yaml
cat > $m/manifests/init.pp <<'E'
class m($p, $q = 2) {
  include m::sub
  m::d { 'one': }
  Notify { loglevel => notice }
  notify { 'epp': message => epp('m/x.epp') }
  notify { 'erb': message => template('m/y.erb') }
  @notify { 'virt': }
  Notify <| title == 'virt' |> { message => 'overridden' }
  $found = lookup('deep')
  $other = lookup('nowhere', undef, undef, 1)
  Notify['virt'] -> M::D['one']
}
E
echo 'class m::sub { $x = generate("/bin/echo", "arg-of-a-program") }' > $m/manifests/sub.pp
echo 'define m::d { }' > $m/manifests/d.pp
echo 'an EPP template' > $m/templates/x.epp
echo 'an ERB template <%= @p %>' > $m/templates/y.erb
echo 'node default { include m }' > $env/manifests/site.pp
echo '{"os": {"name": "Test"}}' > facts.json
compile() {
  name=$1 status=$2
  shift 2
  run "$name" "$status" catalog compile n1 --confdir "$PWD/conf" --vardir "$PWD/var" --codedir "$PWD/code" \
    --statsfile "$PWD/stats" --facts facts.json "$@"
}
has() { case_name="a line at level debug: $1"; out "~$1"; }

compile 'level debug' 0 --debug
sed -i 's/ in [0-9.]* ms/ in N ms/' out
has "Debug: The node n1 is in environment production: 1 facts, 0 classes"
has "Debug: importing '$PWD/$m/manifests/init.pp' in environment production"
has "Debug: Parsed $PWD/$m/manifests/d.pp: 16 bytes in N ms, 0 errors, 0 warnings"
has 'Debug: Automatically imported m from m into production'
has 'Debug: Automatically imported m::sub from m/sub into production'
has "Debug: Read the Hiera configuration $PWD/$env/hiera.yaml: version 5, 2 levels, in N ms"
has "Debug: Read the data file $PWD/$env/data/common.yaml: 89 bytes, 3 keys, in N ms"
has "Debug: Automatic Parameter Lookup of 'm::p': found by Environment Data Provider in \"common\", $PWD/$env/data/common.yaml"
has "Debug: Automatic Parameter Lookup of 'm::q': not found"
has "Debug: Lookup of 'deep': found by Environment Data Provider in \"nodes\", $PWD/$env/data/n1.yaml; by Environment Data Provider in \"common\", $PWD/$env/data/common.yaml, merged by deep"
has "Debug: Lookup of 'nowhere': not found, the default is taken"
has "Debug: Executing: '/bin/echo' with 1 arguments: status 0, 17 bytes, in N ms"
has 'Debug: Scope(Class[M]): Retrieving epp template m/x.epp'
has "Debug: Rendered $PWD/$m/templates/x.epp in N ms"
has 'Debug: Scope(Class[M]): Retrieving template m/y.erb'
has "Debug: Rendered $PWD/$m/templates/y.erb natively in N ms"
has 'Debug: Evaluated Class[M::Sub] in N ms'
has 'Debug: Evaluated M::D[one] in N ms'
has 'Debug: Evaluated Node[default] in N ms'
has "Debug: Collected Notify[virt] with overrides by Notify <| |> (file: $PWD/$m/manifests/init.pp, line: 8, column: 3)"
has 'Debug: Overriding message of Notify[virt] by a collector'
has "Debug: Adding relationship from Notify[virt] to M::D[one] with 'before'"
has "Debug: Recorded in $PWD/stats"
has 'Debug: Looked for node n1 in the terminus plain: done'
case_name='messages contain no values'
if grep '^Debug' out | grep -q 'from-the-data\|arg-of-a-program\|overridden'; then bad 'a value was logged'; else ok; fi

compile 'no level' 0
case_name='no messages without --debug'
if grep -q '^Debug\|^Info' out; then bad 'messages were logged'; else ok; fi
compile 'one category' 0 --log_categories compiler.template=debug
case_name='only lines of the category'
[ "$(grep -c '^Debug' out)" = 4 ] && ok || bad "there are $(grep -c '^Debug' out)"
compile 'a family of categories' 0 --log_categories compiler=debug,compiler.parse=notice
case_name='lines of the family except for one category'
if grep -q '^Debug: Evaluated' out && ! grep -q '^Debug: Parsed\|^Debug: Looked for' out; then ok; else bad 'wrong categories'; fi
compile 'an unknown category' 1 --log_categories compiler.parsing=debug
err "Error: Invalid value for parameter log_categories: unknown category 'compiler.parsing'"

# Ruby: what is loaded and called, which native functions replace it, why a template needed it.
functions=lib/puppet/parser/functions
mkdir -p $env/modules/stdlib/$functions
touch $env/modules/stdlib/$functions/str2bool.rb
echo '{"name": "none-stdlib", "version": "8.5.0", "author": "none", "license": "none", "source": "none", "dependencies": []}' >$env/modules/stdlib/metadata.json
echo 'Puppet::Functions.create_function(:"m::f") { dispatch(:f) { param "Any", :x }; def f(x); x; end }' > $m/lib/puppet/functions/m/f.rb
echo '<% class << self; end %>x' > $m/templates/r.erb
compile 'Ruby' 0 --debug --code '$a = m::f("an-argument") $b = str2bool("true") $c = template("m/r.erb")'
sed -i 's/ in [0-9.]* ms/ in N ms/; s/: [0-9.]* ms$/: N ms/' out
has 'Debug: Started Ruby with the plug-in '
has "Debug: Loaded the function m::f from $PWD/$m/lib/puppet/functions/m/f.rb in N ms"
has 'Debug: Called the function m::f in Ruby: N ms'
has 'Debug: The function str2bool of the module stdlib is native, Ruby is not needed'
has "Debug: Rendered $PWD/$m/templates/r.erb by Ruby in N ms, for line 1: "
case_name='messages contain no arguments'
if grep '^Debug' out | grep -q an-argument; then bad 'an argument was logged'; else ok; fi

# The node: a classifier, facts and their source.
printf '#!/bin/sh\necho "classes: [m::sub]"\n' > classifier
chmod +x classifier
compile 'a classifier' 0 --debug --node_terminus exec --external_nodes "$PWD/classifier"
has "Debug: Running the classifier $PWD/classifier"
has 'Debug: The classifier answered with 18 bytes'
has 'Debug: Looked for node n1 in the terminus exec: done'
has 'Debug: The node n1 is in environment production: 1 facts, 1 classes'
mkdir external
echo 'from_a_file=a-fact' > external/a.txt
run 'facts' 0 facts --debug --external-dir external --no-custom-facts --confdir "$PWD/conf" --vardir "$PWD/var"
has 'Debug: Loading external facts from external'
run 'no statistics' 0 catalog compile n1 --confdir "$PWD/conf" --vardir "$PWD/var" --code '$x = 1' --facts facts.json \
  --statsfile '' --log_categories cli.stats=debug
has 'Debug: No statistics are recorded: the setting statsfile is empty'

# Every line contains its context, in every format.
compile 'the context' 0 --debug --logdest "$PWD/a.jsonl,$PWD/a.log,stderr"
cp err a.err
compile 'another transaction' 0 --debug --logdest "$PWD/b.jsonl"
id=$(sed -n '1s/.*"transaction":"\([0-9a-f-]*\)".*/\1/p' a.jsonl)
for f in a.jsonl a.log a.err; do
  case_name="the context in $f"
  lines=$(grep -c . $f)
  with=$(grep -c "node[\":=]*n1[\", ]*environment[\":=]*production[\", ]*transaction[\":=]*$id" $f)
  if [ "$lines" -gt 30 ] && [ "$lines" = "$with" ]; then ok; else bad "$with of $lines lines have it"; fi
done
case_name='each compilation has its transaction'
other=$(sed -n '1s/.*"transaction":"\([0-9a-f-]*\)".*/\1/p' b.jsonl)
if [ ${#id} = 36 ] && [ ${#other} = 36 ] && [ "$id" != "$other" ]; then ok; else bad "$id $other"; fi
case_name='each line has a category that is in the table'
sed -n 's/.*"category":"\([a-z.]*\)".*/\1/p' a.jsonl b.jsonl | sort -u > seen
if [ "$(comm -23 seen in-code | wc -l)" = 0 ] && [ "$(wc -l < seen)" -gt 8 ]; then ok; else bad "$(comm -23 seen in-code)"; fi
compile 'a failure' 1 --code 'fail("no")' --logdest "$PWD/c.jsonl"
case_name='an error contains its context'
if grep -q '"level":"err".*"node":"n1","environment":"production"' c.jsonl; then ok; else bad 'the context is missing'; fi

# A run: compiling and applying have the same context, and its transaction is that of the report.
run 'applying' 0 apply --no-custom_facts --confdir "$PWD/conf" --vardir "$PWD/applied" --statedir "$PWD/applied/state" --codedir "$PWD/code" --statsfile '' \
  --certname n2 --debug --logdest stderr --lastrunreport "$PWD/applied/report.yaml" -e 'notify { "a-message": } notice("compiling")'
transaction=$(sed -n 's/^transaction_uuid: *//p' applied/report.yaml)
case_name='each line of a run carries the context of the run'
with=$(grep -c " node=n2 environment=production transaction=$transaction\$" err)
if [ ${#transaction} = 36 ] && [ "$(grep -c . err)" -gt 10 ] && [ "$with" = "$(grep -c . err)" ]; then ok
else bad "$with of $(grep -c . err) lines have it"; grep -v " node=n2 environment=production transaction=$transaction\$" err; fi
for text in compiling a-message; do
  case_name="the message $text is logged"
  if grep -q "message=.*$text" err; then ok; else bad 'not logged'; fi
done
# Several nodes in one process: each line names its own node, and each node has its own transaction.
sed -i 's/.*/&\nnode n3 { notice("for n3") }\nnode n4 { notice("for n4") }/' $env/manifests/site.pp
mkdir facts
echo '{"os": {"name": "Test"}}' | tee facts/n3.json > facts/n4.json
run 'two nodes' 0 catalog diff --confdir "$PWD/conf" --vardir "$PWD/var" --statsfile '' --facts facts --log_level notice \
  --logdest "$PWD/d.jsonl" --old "$PWD/code" --new "$PWD/code" n3 n4
case_name='lines of two nodes'
for n in n3 n4; do
  [ "$(grep -c "for $n.*\"node\":\"$n\"" d.jsonl)" = 2 ] || bad "not two of $n: $(cat d.jsonl)"
done
others=$(sed -n 's/.*for \(n[34]\)".*"node":"\1","environment":"production","transaction":"\([0-9a-f-]*\)"}$/\1 \2/p' d.jsonl | sort -u | wc -l)
if [ "$others" = 4 ] && [ "$(wc -l < d.jsonl)" = 4 ]; then ok; else bad "$others of 4: $(cat d.jsonl)"; fi
