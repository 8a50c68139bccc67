# `ficelle catalog compile`: cases that need their own files. Compare with the real Puppet 7.23.
mkdir -p mods/m/manifests conf
printf 'include m::x\n' > site.pp
printf '# nothing\n' > mods/m/manifests/init.pp
printf 'class m::x($p = 1) { notice("in x") }\n' > mods/m/manifests/x.pp
printf 'a: 1\n' > facts.yaml
compile() { # compile NAME STATUS ARGUMENT...
  name=$1 wanted=$2
  shift 2
  run "$name" "$wanted" catalog compile n.example.com --facts facts.yaml --modulepath "$PWD/mods" \
    --manifest "$PWD/site.pp" --confdir "$PWD/conf" --codedir "$PWD/conf" --vardir "$PWD/var" --render-as json "$@"
}
compile 'a file of a module without definitions' 0
out '~Notice: Scope(Class[M::X]): in x'
compile 'the same with a frozen main' 1 --freeze_main
err "~Error while evaluating a Function Call, Cannot have code outside of a class/node/define because 'freeze_main' is enabled (file: $PWD/site.pp, line: 1, column: 1) on node n.example.com"
printf 'class m { }\nclass m::other { }\n' > mods/m/manifests/init.pp
compile 'a frozen main and definitions only' 0 --freeze_main
out '~Notice: Scope(Class[M::X]): in x'

# Puppet 8 names punctuation of groups in words, so that these names differ.
printf 'node /(?i)N.EX/ { notify { "i": } }\nnode /iN.EX/ { }\nnode /(?<!a)N\\./ { }\n' > groups.pp
compile 'node expressions that differ in their groups' 0 --manifest "$PWD/groups.pp"
out '~Node[__node_regexp__LPQUiRPn.ex]'
printf 'version: 5\nhierarchy: []\n' > conf/hiera.yaml
compile 'an empty global hierarchy' 0
out '~Notice: Scope(Class[M::X]): in x'
rm conf/hiera.yaml

printf 'notice($server_facts["serverversion"], $server_facts["environment"]) notice($serverip == $server_facts["serverip"], $servername == $server_facts["servername"])\n' > site.pp
compile 'facts of the server' 0
out '~Notice: Scope(Class[main]): 8.11.0 production'
out '~Notice: Scope(Class[main]): true true'
