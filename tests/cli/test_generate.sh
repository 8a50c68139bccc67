# `ficelle generate types`, and compilations with its output, which do not need Ruby.
e=$PWD/code/environments
mkdir -p $e/production/modules/thing/lib/puppet/type $e/empty
cat > $e/production/modules/thing/lib/puppet/type/gizmo.rb <<'END'
Puppet::Type.newtype(:gizmo) do
  @doc = 'Things that do something.'
  newparam(:id, namevar: true) { desc 'Which.' }
  newproperty(:colour) { newvalues(:red, /^dark/) }
end
END
generate() { run "$1" "$2" generate types --codedir $PWD/code --basemodulepath /nonexistent --color false ${3:-}; }
generate 'generate types' 0
out "Notice: Generating Puppet resource types.
Notice: Generating '$e/production/.resource_types/gizmo.pp' using 'pcore' format."
case_name='generate types: the file'
sed 1d $e/production/.resource_types/gizmo.pp > out
out "# Use the 'puppet generate types' command to regenerate this file.

# Things that do something.
Puppet::Resource::ResourceType3.new(
  'gizmo',
  [
    # Valid values are \`red\`. Values can match \`/^dark/\`.
    Puppet::Resource::Param(Variant[Enum['red'], Pattern[/^dark/]], 'colour')
  ],
  [
    # Which.
    Puppet::Resource::Param(Any, 'id', true)
  ],
  {
    /(?m-ix:(.*))/ => ['id']
  },
  true,
  false)"
generate 'generate types: up to date' 0
out '~Notice: No files were generated because all inputs were up-to-date.'
generate 'generate types: forced' 0 --force
out '~gizmo.pp'
echo "gizmo { 'a': colour => red }" > site.pp
compile() {
  run "$1" "$2" catalog compile n --manifest site.pp --codedir $PWD/code --basemodulepath /nonexistent --color false
}
saved=${FICELLE_RUBY:-}
export FICELLE_RUBY=/nonexistent
compile 'a type of .resource_types without Ruby' 0
out '~      "type": "Gizmo",'
rm $e/production/.resource_types/gizmo.pp
compile 'a type in Ruby without the plug-in' 1
err "~resource type 'gizmo' is written in Ruby ($e/production/modules/thing/lib/puppet/type/gizmo.rb), which needs the plug-in ficelle-ruby; install the package ficelle-ruby"
if [ -n "$saved" ]; then export FICELLE_RUBY=$saved; else unset FICELLE_RUBY; fi
compile 'a type in Ruby' 0
out '~        "colour": "red"'
echo "raise 'no'" >> $e/production/modules/thing/lib/puppet/type/gizmo.rb
generate 'generate types: a type that raises' 1
err "Error: Failed to load custom type 'gizmo' from '$e/production/modules/thing/lib/puppet/type/gizmo.rb': no"
echo "exit 3" > $e/production/modules/thing/lib/puppet/type/gizmo.rb
compile 'a type that exits' 1
err '~exit'
echo "def deeper; deeper; end; deeper" > $e/production/modules/thing/lib/puppet/type/gizmo.rb
compile 'a type that never ends loading' 1
err '~stack level too deep'
rm $e/production/modules/thing/lib/puppet/type/gizmo.rb
touch $e/production/.resource_types/stale.pp
generate 'generate types: none is left' 0
out "Notice: Removed output '[\"stale.pp\"]' for non existing inputs
Notice: No custom types were found."
run 'generate types: another format' 1 generate types --format json
err "Error: 'json' is not a supported format for type generation.
Error: Try 'ficelle help generate types' for usage"
run 'generate types: a missing environment' 1 generate types --codedir $PWD/code --environment nosuch
err "~Could not find a directory environment named 'nosuch'"
rm -r $e/production/.resource_types
touch $e/production/.resource_types
generate 'generate types: a file in the way' 1
err "Error: The output directory '$e/production/.resource_types' exists and is not a directory
Error: Try 'ficelle help generate types' for usage"
rm $e/production/.resource_types
cat > $e/production/modules/thing/lib/puppet/type/api_thing.rb <<'END'
require 'puppet/resource_api'
Puppet::ResourceApi.register_type(
  name: 'api_thing',
  desc: 'A type of the Resource API.',
  title_patterns: [
    { pattern: /^(?<package>.*[^-])-(?<manager>.*)$/, desc: 'both' },
    { pattern: /^(?<package>.*)$/, desc: 'one' },
  ],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether.', default: 'present' },
    package: { type: 'String', desc: 'What.', behaviour: :namevar },
    manager: { type: 'String', desc: 'By.', behavior: :namevar },
    size: { type: 'Integer', desc: 'Bytes.' },
  },
  autorequire: { file: '$package' }
)
END
echo "api_thing { 'vim-apt': size => 3 }" > site.pp
compile 'a type of the Resource API' 0
out '~        "manager": "apt",'
echo "api_thing { 'vim-apt': weight => 3 }" > site.pp
compile 'a type of the Resource API: an unknown attribute' 1
err "~no parameter named 'weight'"
run 'describe: a type of a module' 0 describe --short --codedir $PWD/code --basemodulepath /nonexistent api_thing file
out '~    ensure, manager, package, size'
cat > $e/production/modules/thing/lib/puppet/type/api_values.rb <<'TYPE'
require 'puppet/resource_api'
Puppet::ResourceApi.register_type(
  name: 'api_values', desc: 'Values.',
  attributes: {
    name: { type: 'String', desc: 'Which.', behaviour: :namevar },
    flag: { type: 'Optional[Boolean]', desc: 'Yes or no.', behaviour: :parameter },
    count: { type: 'Integer[0]', desc: 'How many.' },
    list: { type: 'Array[String]', desc: 'Texts.' },
  }
)
TYPE
generate 'generate types: values of the Resource API' 0
sed -n '/ResourceType3/,$p' $e/production/.resource_types/api_values.pp > out
case_name='generate types: the file of the Resource API'
out "Puppet::Resource::ResourceType3.new(
  'api_values',
  [
    # How many. (a Integer[0])
    # 
    # Values can match \`/^-?\\d+\$/\`.
    Puppet::Resource::Param(Pattern[/^-?\\d+\$/], 'count'),

    # Texts. (a Array[String])
    Puppet::Resource::Param(Any, 'list')
  ],
  [
    # Which. (a String)
    # 
    # Values can match \`//\`.
    Puppet::Resource::Param(Pattern[//], 'name', true),

    # Yes or no. (a Optional[Boolean])
    # 
    # Valid values are \`true\` (also called \`true, true\`), \`false\` (also called \`false, false\`).
    Puppet::Resource::Param(Variant[Boolean, Enum['true', 'true', 'true', 'false', 'false', 'false']], 'flag')
  ],
  {
    /(?m-ix:(.*))/ => ['name']
  },
  true,
  false)"
