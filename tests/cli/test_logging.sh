# The log: its categories, its context, what level debug tells, and that no secret is in it.
(cd "$top" && sed -n 's/^LOG_CATEGORY([a-z_]*, "\([a-z.]*\)".*/\1/p' base/log_category.def) | sort > in-code
sed -n '/^## Levels/,/^## Context/s/^| `\([a-z.]*\)` | .*/\1/p' "$top/docs/logging.md" | sort > in-docs
case_name='the documented categories are those in the code'
if [ -s in-code ] && cmp in-code in-docs; then ok; else bad 'they differ'; fi
(cd "$top" && sed -n 's/^LOG_CATEGORY(\([a-z_]*\), .*/\1/p' base/log_category.def) > symbols
while read -r symbol; do
  case_name="the category log_$symbol is used"
  if grep -rqw "&log_$symbol" "$top/compiler" "$top/indirector" "$top/agent" "$top/collectors" "$top/cli" "$top/subagent" \
    "$top/base" --include='*.c'; then ok; else bad 'nowhere'; fi
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
  check "$name" "$status" catalog compile n1 --confdir "$PWD/conf" --vardir "$PWD/var" --codedir "$PWD/code" \
    --statsfile "$PWD/stats" --facts facts.json "$@"
}
has() { case_name="a line at level debug: $1"; same out "~$1"; }

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
has "Debug: Recorded the compilation in $PWD/stats"
has 'Debug: Looked for node n1 in the terminus plain: done'
case_name='no values are among them'
if grep '^Debug' out | grep -q 'from-the-data\|arg-of-a-program\|overridden'; then bad 'they are'; else ok; fi

compile 'no level' 0
case_name='without it there are none'
if grep -q '^Debug\|^Info' out; then bad 'there are'; else ok; fi
compile 'one category' 0 --log_categories compiler.template=debug
case_name='only lines of the category'
[ "$(grep -c '^Debug' out)" = 4 ] && ok || bad "there are $(grep -c '^Debug' out)"
compile 'a family of categories' 0 --log_categories compiler=debug,compiler.parse=notice
case_name='lines of the family, but for one'
if grep -q '^Debug: Evaluated' out && ! grep -q '^Debug: Parsed\|^Debug: Looked for' out; then ok; else bad 'not so'; fi
compile 'no such category' 1 --log_categories compiler.parsing=debug
err "Error: Invalid value for parameter log_categories: there is no category 'compiler.parsing'"

# Every line carries its context, in every form.
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
case_name='an error carries its context'
if grep -q '"level":"err".*"node":"n1","environment":"production"' c.jsonl; then ok; else bad 'not so'; fi
