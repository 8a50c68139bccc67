# `ficelle describe`: resource types and functions.
check 'describe: a type' 0 describe --short --meta user
out '~    allowdupe, attribute_membership, attributes, auth_membership, auths,'
out '~Meta Parameters'
check 'describe: an unknown type' 0 describe nosuch
out 'Unknown type nosuch'
check 'describe: types' 0 describe --list
out "~file            - Puppet's own"
check 'describe: a function' 0 describe --functions each
out '~    (Iterable enumerable, Callable[1, 1] block)'
check 'describe: a function of the older kind' 0 describe --functions fqdn_rand
out '~    (Any arg1, Any args*)'
check 'describe: a function of a module' 0 describe --functions seeded_rand
out '~seeded_rand [stdlib, module stdlib] - '
check 'describe: functions as JSON' 0 describe --functions --json md5
out '~"family": "digest"'
check 'describe: an unknown function' 1 describe --functions nosuch
err 'Error: describe: not all of these functions are there'
out ''
check 'describe: nothing' 1 describe
err '~name a resource type'
check 'describe: providers' 1 describe --providers file
err 'Error: not supported: describe --providers'
