# `ficelle describe`: resource types and functions.
run 'describe: a type' 0 describe --short --meta user
out '~    allowdupe, attribute_membership, attributes, auth_membership, auths,'
out '~Meta Parameters'
run 'describe: an unknown type' 0 describe nosuch
out 'Unknown type nosuch'
run 'describe: types' 0 describe --list
out '~file            - A file, a directory or a symbolic link: its c ...'
run 'describe: a function' 0 describe --functions each
out '~    (Iterable enumerable, Callable[1, 1] block)'
run 'describe: a function of the old API' 0 describe --functions fqdn_rand
out '~    (Any arg1, Any args*)'
run 'describe: a function of a module' 0 describe --functions seeded_rand
out '~seeded_rand [stdlib random, module stdlib] - '
run 'describe: functions as JSON' 0 describe --functions --json md5
out '~"family": "digest"'
run 'describe: an unknown function' 1 describe --functions nosuch
err 'Error: describe: some of these functions do not exist'
out ''
run 'describe: without arguments' 1 describe
err '~missing resource type'
run 'describe: providers of a type of Puppet' 0 describe --short --providers group
out '~- **groupadd**'
out '~    * Required binaries: `groupadd`, `groupdel`, `groupmod`.'
out '~    * Suitable on this host: yes, and the default.'
out '~    * Not supported: a resource that names it fails.'
run 'describe: a provider that is not suitable' 0 describe --short --providers service
out '~    * Suitable on this host: no.'
out '~    * Supported features: `enableable`, `refreshable`.'
run 'describe: only the names of providers' 0 describe --short group
if grep -q 'Suitable' out; then bad 'describes each provider'; else ok; fi
e=$PWD/code/environments
mkdir -p $e/production/modules/thing/lib/puppet/type $e/production/modules/thing/lib/puppet/provider/gadget
mkdir -p $e/production/modules/thing/lib/puppet/provider/group
types=$e/production/modules/thing/lib/puppet/type
cat > $types/gadget.rb <<'END'
Puppet::Type.newtype(:gadget) do
  @doc = <<-TEXT
    Gadgets do something.  That is to say, they do what gadgets are expected to do by most people.

        gadget { 'a': }
  TEXT
  feature :loud, 'It makes noise.'
  newparam(:id, namevar: true) { desc 'Which.' }
  newparam(:tag) { desc 'Its own.' }
  newproperty(:colour) do
    desc "The colour.\n  Any will do."
    newvalues(:red, /^dark/)
  end
  newproperty(:noise, required_features: :loud)
end
END
cat > $e/production/modules/thing/lib/puppet/provider/gadget/plain.rb <<'END'
Puppet::Type.type(:gadget).provide(:plain) do
  desc 'Without noise.'
  commands gadgetctl: '/usr/sbin/gadgetctl'
end
END
cat > $e/production/modules/thing/lib/puppet/provider/gadget/odd.rb <<'END'
raise 'odd'
END
cat > $e/production/modules/thing/lib/puppet/provider/group/kept.rb <<'END'
Puppet::Type.type(:group).provide(:kept) { desc 'In a book.' }
END
describe() {
  name=$1 status=$2
  shift 2
  run "$name" $status describe --codedir $PWD/code --basemodulepath /nonexistent --color false "$@"
}
describe 'describe: a type of a module' 0 gadget
out '
gadget
======
Gadgets do something.  That is to say, they do what gadgets are expected to
do by most people.

gadget { '"'a'"': }


Parameters
----------

- **colour**
    The colour.
    Any will do.
Valid values are `red`. Values can match `/^dark/`.

- **id** (*namevar*)
    Which.

- **noise**
    Requires features loud.

- **tag**
    Its own.

Providers
---------
    odd, plain'
describe 'describe: short, with metaparameters and providers' 0 --short --meta --providers gadget
out "
gadget
======
Gadgets do something.  That is to say, they do what gadgets are expected to
do by most people.

gadget { 'a': }


Parameters
----------
    colour, id, noise, tag

Meta Parameters
---------------
    alias, audit, before, loglevel, noop, notify, require, schedule, stage,
    subscribe

Providers
---------

- **odd**
    Could not autoload puppet/provider/gadget/odd: odd

- **plain**
    Without noise.
* Required binaries: \`/usr/sbin/gadgetctl\`."
describe 'describe: a provider that a module has for a type of Puppet' 0 --short --providers group
out '~    In a book.'
echo 'raise "no"' > $types/gizmo.rb
describe 'describe: types of modules' 0 --list
out '~gadget          -  Gadgets do something'
out '~gizmo           - Could not autoload puppet/type/gizmo: no'
describe 'describe: a type that cannot be loaded' 1 gizmo
err 'Error: Could not autoload puppet/type/gizmo: no
Error: Could not run: Could not autoload puppet/type/gizmo: no'
echo 'Puppet::Type.newmetaparam(:comment) { desc "What one likes to say." }' > $types/gizmo.rb
describe 'describe: a file without a type' 0 gizmo
out '~Unknown type gizmo'
cat >> $types/gadget.rb <<'END'
Puppet::Type.newmetaparam(:comment) { desc "What one likes to say." }
END
describe 'describe: a metaparameter of a module' 0 --meta gadget
out '~    What one likes to say.'
saved=${FICELLE_RUBY:-}
export FICELLE_RUBY=/nonexistent
describe 'describe: types without Ruby' 0 --list
out '~gadget          - .. no documentation ..'
describe 'describe: a type of a module without Ruby' 1 gadget
err '~which needs the plug-in ficelle-ruby'
describe 'describe: a type of Puppet without Ruby' 0 group
out '~    The number of the group.'
if [ -n "$saved" ]; then export FICELLE_RUBY=$saved; else unset FICELLE_RUBY; fi

# No code of the site runs for it.
mkdir -p $e/production/modules/thing/facts.d
printf '#!/bin/sh\ntouch %s\n' "$PWD/ran" > $e/production/modules/thing/facts.d/run.sh
chmod +x $e/production/modules/thing/facts.d/run.sh
describe 'describe: with an external fact' 0 --short gadget
case_name='describe: external facts do not run'
if [ -e ran ]; then bad 'an external fact was run'; else ok; fi
