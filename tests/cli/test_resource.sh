# `ficelle resource` and `ficelle filebucket`.
where="--confdir $PWD/conf --vardir $PWD/var --publicdir $PWD/pub --statsfile $PWD/stats --modulepath $PWD/modules"
run 'resource: without arguments' 1 resource
err 'Error: Could not run: You must specify the type to display'
run 'resource: an unknown type' 1 resource nosuch $where
err 'Error: Could not run: Could not find type nosuch'
run 'resource: all files' 1 resource file $where
err '~Listing all file instances is not supported.'
run 'resource: a type that cannot be listed' 1 resource notify $where
err "Error: Could not run: notify has no providers and has not overridden 'instances'"
run 'resource: an attribute without a value' 1 resource file "$PWD/a" mode $where
err 'Error: Could not run: Invalid parameter setting mode'
run 'resource: a file is created' 0 resource file "$PWD/a" ensure=file content=hi mode=0640 $where
out "Notice: /File[$PWD/a]/ensure: defined content as '{sha256}8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4'
file { '$PWD/a':
  ensure   => 'file',
  content  => '{sha256}8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4',
  mode     => '0640',
  provider => 'posix',
}"
run 'resource: noop' 0 resource file "$PWD/b" ensure=file --noop $where
out '~created (noop)'
if [ -e b ]; then bad 'the file is there'; else ok; fi
run 'resource: YAML' 0 resource file "$PWD/none" --to_yaml $where
out "---
file:
  \"$PWD/none\":
    ensure: absent
    provider: posix"
run 'resource: a change that fails' 0 resource file "$PWD/no/where" ensure=file $where
run 'resource: a change that fails, --fail' 1 resource file "$PWD/no/where" ensure=file --fail $where
err "~Error: Could not run: Failed to manage resource File[$PWD/no/where]"
run 'resource: editing YAML' 1 resource user root --edit --to-yaml $where
err 'Error: Could not run: Editing with Yaml output is not supported'
printf '#!/bin/sh\necho "file { \047%s\047: mode => \0470600\047 }" >"$1"\n' "$PWD/a" > editor
chmod +x editor
export EDITOR="$PWD/editor"
run 'resource: edited' 0 resource file "$PWD/a" --edit $where
case_name='resource: the edited text is applied'
if [ "$(stat -c %a a)" = 600 ]; then ok; else bad "the mode is $(stat -c %a a)"; fi

if [ -e "$(dirname "$FICELLE_REAL")/ficelle-ruby.so" ]; then
  # A type of the Resource API prints itself: in the provider's order, not aligned; words are converted.
  mkdir -p modules/lamps/lib/puppet/type modules/lamps/lib/puppet/provider/lamp
  cat > modules/lamps/lib/puppet/type/lamp.rb <<'EOF'
require 'puppet/resource_api'
Puppet::ResourceApi.register_type(
  name: 'lamp', desc: 'a lamp', features: [],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'there or not', default: 'present' },
    name: { type: 'String', desc: 'the name', behaviour: :namevar },
    colour: { type: 'Optional[String]', desc: 'a colour' },
    hours: { type: 'Optional[Integer]', desc: 'how long it was on', behaviour: :read_only },
    watts: { type: 'Variant[Undef, Numeric, Enum[low]]', desc: 'a number' },
    parts: { type: 'Optional[Array[String]]', desc: 'a list' },
    force: { type: 'Optional[Boolean]', desc: 'a parameter', behaviour: :parameter },
  },
)
EOF
  cat > modules/lamps/lib/puppet/provider/lamp/lamp.rb <<'EOF'
require 'puppet/resource_api/simple_provider'
class Puppet::Provider::Lamp::Lamp < Puppet::ResourceApi::SimpleProvider
  def get(_context) = [{ name: 'hall', parts: %w[a b], hours: 12, ensure: 'present', colour: nil }]
  def update(_context, _name, should) = puts("update #{should[:watts].inspect} #{should[:force].inspect}")
end
EOF
  run 'resource: of the Resource API' 0 resource lamp $where
  out "lamp { 'hall': 
  parts => ['a', 'b'],
# hours => 12, # Read Only
  ensure => 'present',
}"
  run 'resource: of the Resource API, YAML' 0 resource lamp hall --to_yaml $where
  out '---
lamp: |2
    hall:
      parts:
      - a
      - b
      hours: 12
      ensure: :present
      colour:'
  run 'resource: of the Resource API, missing' 0 resource lamp attic $where
  out "lamp { 'attic': 
  ensure => 'absent',
}"
  run 'resource: of the Resource API, words' 0 resource lamp hall watts=0x10 force=true $where
  out '~update 16 true'
  run 'resource: of the Resource API, a word of a wrong type' 1 resource lamp hall parts=x $where
  err 'Error: Could not run: Parameter parts failed on Lamp[hall]: lamp.parts expects an Array value, got String'
fi

run 'filebucket: a server' 1 filebucket list
err 'Error: Could not run: Listing remote file buckets is not allowed'
run 'filebucket: backup' 0 filebucket --bucket "$PWD/bucket" backup a $where
out 'a: 8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4'
echo changed > a
run 'filebucket: diff' 0 filebucket --bucket "$PWD/bucket" diff 8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4 a $where
out '~+changed'
run 'filebucket: restore' 0 filebucket --bucket "$PWD/bucket" restore a 8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4 $where
if [ "$(cat a)" = hi ]; then ok; else bad 'it is not restored'; fi
run 'filebucket: list' 0 filebucket --bucket "$PWD/bucket" list $where
out "~$PWD/a"
run 'filebucket: not in it' 1 filebucket --bucket "$PWD/bucket" get "$(printf '%064d' 0)" $where
err 'Error: Could not run: File not found'
run 'filebucket: an unknown mode' 1 filebucket --local steal a $where
err "Error: unknown mode 'steal' of filebucket: must be backup, get, restore, diff or list"
