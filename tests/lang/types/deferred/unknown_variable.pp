# Variables that Deferreds name, and that do not exist.
class empty { $known = { 'a' => 1 } }
include empty
$found = Deferred('$empty::known', ['a']).call
notify { 'r': message => [$found, Deferred('$nope').call, Deferred('$nope').call, Deferred('$::nope').call,
    Deferred('$empty::nope').call, Deferred('$absent::nope').call, Deferred('$nope', ['a']).call, Deferred('$module_name').call] }
