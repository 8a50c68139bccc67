# `ficelle catalog why`.
mkdir -p data/nodes
printf 'a: 1\n' > facts.yaml
cat > hiera.yaml <<'END'
version: 5
hierarchy:
  - name: nodes
    path: "nodes/%{trusted.certname}.yaml"
  - name: common
    path: common.yaml
END
printf 'a::x: from node\na::h: {k: 1}\nlookup_options: {a::h: {merge: hash}}\n' > data/nodes/n.example.com.yaml
printf 'a::y: from common\na::h: {l: 2}\n' > data/common.yaml
cat > site.pp <<'END'
File { owner => 'root' }
class a ($x, $y, $h, $z = 'dflt') {
  file { '/srv/x':
    content => $x, mode => '0600',
    tag     => ['one'],
  }
  @user { 'virt': password => Sensitive('p') }
}
class b inherits a { File['/srv/x'] { mode => '0644', tag +> ['two'] } }
class c { include b }
node default {
  include c
  User<| title == 'virt' |> { uid => 7 }
  notify { 'n': loglevel => debug }
  Notify['n'] ~> Class['b']
  stage { 'last': require => Stage['main'] }
  class { 'late': stage => last }
  require c
}
class late { include later }
class later { }
END
why() { # why NAME STATUS RESOURCE ARGUMENT...
  name=$1 wanted=$2 resource=$3
  shift 3
  run "$name" "$wanted" catalog why "$resource" n.example.com --facts facts.yaml --vardir "$PWD/var" --confdir "$PWD/conf" \
    --manifest "$PWD/site.pp" --hiera_config "$PWD/hiera.yaml" --log_level warning "$@"
}
why 'a file' 0 "File['/srv/x']"
out "File[/srv/x]
  declared at $PWD/site.pp:3 in Class[A]
  contained in Stage[main] > Class[A]
    Class[A] included at $PWD/site.pp:10 in Class[C]
  parameters
    content = \"from node\"
      attribute at $PWD/site.pp:4 in Class[A]
    mode = \"0644\"
      attribute \"0600\" at $PWD/site.pp:4 in Class[A]
      override \"0644\" at $PWD/site.pp:9 in Class[B]
    tag = [\"one\",\"two\"]
      attribute [\"one\"] at $PWD/site.pp:5 in Class[A]
      override (+>) [\"one\",\"two\"] at $PWD/site.pp:9 in Class[B]
    owner = \"root\"
      resource default at $PWD/site.pp:1 in Class[main]"
why 'a class' 0 'class[a]'
out "~        key 'a::x' in $PWD/data/nodes/n.example.com.yaml (level 'nodes')"
out "~        key 'a::y' in $PWD/data/common.yaml (level 'common')"
out "~        key 'a::h' in $PWD/data/common.yaml (level 'common')"
out "~      default of the parameter at $PWD/site.pp:2"
why 'a virtual resource that was collected' 0 'User[virt]'
out '~    password = "Sensitive [value redacted]"'
out "~      override of a collector at $PWD/site.pp:13 in Node[default]"
why 'an arrow' 0 'Notify[n]'
out "~      arrow at $PWD/site.pp:15 in Node[default]"
why 'a stage' 0 'Class[later]'
out '~      stage of its container'
why 'the function require' 0 'Node[default]'
out '~      function require'
why 'JSON of one parameter' 0 'File[/srv/x]' --param mode --render-as json
out "{\"resource\":\"File[/srv/x]\",\"file\":\"$PWD/site.pp\",\"line\":3,\"declared_in\":\"Class[A]\",\"virtual\":false,\"containers\":[{\"resource\":\"Class[A]\",\"file\":\"$PWD/site.pp\",\"line\":10,\"declared_in\":\"Class[C]\"},{\"resource\":\"Stage[main]\",\"declared_in\":\"Class[main]\"}],\"parameters\":{\"mode\":{\"value\":\"0644\",\"steps\":[{\"origin\":\"attribute\",\"value\":\"0600\",\"file\":\"$PWD/site.pp\",\"line\":4,\"in\":\"Class[A]\"},{\"origin\":\"override\",\"value\":\"0644\",\"file\":\"$PWD/site.pp\",\"line\":9,\"in\":\"Class[B]\"}]}}}"
why 'an unknown resource' 1 'File[/nope]'
err '~Error: File[/nope] is not in the catalog'
why 'an unknown parameter' 1 'File[/srv/x]' --param group
err "~Error: File[/srv/x] has no parameter 'group'"

# Long values are cut at a character boundary.
long=$(printf 'ä%.0s' $(seq 200))
printf "notify { 'long': message => '%s' }\n" "$long" > long.pp
run 'why: a long value' 0 catalog why 'Notify[long]' n --manifest long.pp --facts facts.yaml --vardir "$PWD/var" \
  --confdir "$PWD/conf"
out "~    message = \"$(printf 'ä%.0s' $(seq 79))... (402 bytes, --full shows them)"
run 'why: a complete long value' 0 catalog why 'Notify[long]' n --manifest long.pp --facts facts.yaml --vardir "$PWD/var" \
  --confdir "$PWD/conf" --full
out "~    message = \"$long\""
run 'why: a long value in JSON' 0 catalog why 'Notify[long]' n --manifest long.pp --facts facts.yaml --vardir "$PWD/var" \
  --confdir "$PWD/conf" --render-as json
out "~$long"
