# Graphs are identical to those of the real Puppet; cycles are found while compiling.
g=$top/tests/cli/graphs
printf 'a: 1\n' > facts.yaml
common="--facts facts.yaml --vardir $PWD/var --confdir $PWD/conf --log_level warning --render-as json"
identical() { if cmp -s "$1" "$2"; then ok; else bad "$2 differs"; diff "$1" "$2" | head -5; fi; }
run 'files of the setting graph' 0 catalog compile n.example.com --manifest "$g/site.pp" $common --graph --graphdir "$PWD/new/graphs"
for kind in resources relationships expanded_relationships; do identical "$g/$kind.dot" "new/graphs/$kind.dot"; done
run 'no cycles' 0 catalog compile n.example.com --manifest "$g/site.pp" $common --cycles error
err ''
run 'cycles: a warning' 0 catalog compile n.example.com --manifest "$g/cycles.pp" $common --graph --graphdir "$PWD/c"
err '~Warning: Found 3 dependency cycles:'
err '~(Exec[/bin/false] => Exec[/bin/true] => Exec[/bin/false])'
err '~(File[/srv/z/w] => Notify[later] => File[/srv/z] => File[/srv/z/w])'
err '~(Notify[a] => Notify[in x] => Class[X] => Class[Y] => Notify[b] => Notify[a])'
err "~  Exec[/bin/true] => Exec[/bin/false]: -> (file: $g/cycles.pp, line: 8)"
err "~  File[/srv/z] => File[/srv/z/w]: autorequire (file: $g/cycles.pp, line: 10)"
err "~  Class[X] => Class[Y]: contains (file: $g/cycles.pp, line: 2)"
err "~  Notify[later] => File[/srv/z]: require (file: $g/cycles.pp, line: 10)"
err "~Cycle graph written to $PWD/c/cycles.dot."
identical "$g/cycles.dot" c/cycles.dot
run 'cycles: an error' 1 catalog compile n.example.com --manifest "$g/cycles.pp" $common --cycles error
err '~Error: Found 3 dependency cycles:'
err "~Try the '--graph' option and opening the resulting '.dot' file in OmniGraffle or GraphViz on node n.example.com"
run 'cycles: nothing' 0 catalog compile n.example.com --manifest "$g/cycles.pp" $common --cycles ignore
err ''
printf 'user { "u": ensure => absent } -> group { "g": ensure => absent } User["u"] { gid => "g" }\n' > reverse.pp
run 'relationships in manifests precede those of types' 0 catalog compile n.example.com --manifest reverse.pp $common --cycles error
err ''
printf 'notify { "a": require => Notify["a"] }\n' > itself.pp
run 'a resource that requires itself' 0 catalog compile n.example.com --manifest itself.pp $common
err '~(Notify[a] => Notify[a])'
printf 'class a { contain b } class b { contain a } include a\n' > contain.pp
run 'classes that contain each other' 0 catalog compile n.example.com --manifest contain.pp $common
err '~Found '
printf '@notify { "v": require => Notify["w"] } notify { "w": }\n' > virtual.pp
run 'virtual resources are ignored' 0 catalog compile n.example.com --manifest virtual.pp $common --cycles error
err ''
perl -e 'print "notify { \"n$_\": require => Notify[\"n", $_ + 1, "\"] }\n" for 0 .. 2998; print "notify { \"n2999\": require => Notify[\"n0\"] }\n"' > ring.pp
run 'a ring of 3,000' 0 catalog compile n.example.com --manifest ring.pp $common
err '~Found 1 dependency cycle:'

run 'catalog graph of a node' 0 catalog graph n.example.com --manifest "$g/site.pp" --facts facts.yaml --vardir "$PWD/var" --confdir "$PWD/conf"
identical "$g/relationships.dot" out
"$FICELLE" catalog compile n.example.com --manifest "$g/site.pp" $common > site.json 2> /dev/null
run 'catalog graph of a file' 0 catalog graph --kind expanded_relationships site.json
identical "$g/expanded_relationships.dot" out
run 'catalog graph into a file' 0 catalog graph --kind resources --output here.dot site.json
identical "$g/resources.dot" here.dot
run 'an unknown kind' 1 catalog graph --kind other site.json
err '~must be resources, relationships or expanded_relationships'
run 'an invalid format' 1 catalog graph --format ../x site.json
err "~unknown image format '../x'"
run 'render-as dot' 0 catalog compile n.example.com --manifest "$g/site.pp" --facts facts.yaml --vardir "$PWD/var" --confdir "$PWD/conf" --log_level err --render-as dot
sed 's/Class\[Main\]/Class[main]/g; s/Resources/Puppet__Resource__Catalog/g' "$g/resources.dot" > expected.dot
identical expected.dot out
if command -v dot > /dev/null; then
  run 'an image' 0 catalog graph --format svg site.json
  out '~<svg '
  run 'images next to the files' 0 catalog compile n.example.com --manifest "$g/site.pp" $common --graph --graphdir "$PWD/p" --graph-format svg
  for kind in resources relationships expanded_relationships; do if grep -q '</svg>' p/$kind.svg; then ok; else bad "no picture of $kind"; fi; done
  run 'a format unknown to graphviz' 1 catalog graph --format nosuchformat site.json
  err "~graphviz' program dot failed"
else
  case_name='without graphviz'
  run 'without graphviz' 1 catalog graph --format svg site.json
  err '~Could not run graphviz'
fi
perl -e 'print "notify { \"n$_\": }\n" for 0 .. 4999; print "Notify[\"n$_\"] -> Notify[\"n", ($_ + 1) % 5000, "\"]\n" for 0 .. 4999' > arrows.pp
run "a ring of 5,000 arrows" 0 catalog compile n.example.com --manifest arrows.pp $common --compile_memory_limit 256
err '~  (4900 more)'
