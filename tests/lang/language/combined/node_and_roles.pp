# node: web7.example.com
# facts: {"role": "web", "datacenter": "west"}
$domain = 'example.com'
node /^web(\d+)\./ {
  $number = $1
  notice("number ${number} in ${facts['datacenter']}")
  include "role_${facts['role']}"
}
node default { fail('unknown machine') }
class role_web {
  notify { "web of ${domain}": }
  contain profile_base
}
class profile_base { notify { 'base': } }
