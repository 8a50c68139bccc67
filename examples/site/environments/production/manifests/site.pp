# Where every compilation starts: what all machines share, then one block a machine.
$site = {
  'domain'   => 'example.com',
  'contact'  => 'operations@example.com',
  'monitors' => ['192.0.2.30', '2001:db8::30'],
  'networks' => ['192.0.2.0/24', '2001:db8::/64'],
}

File {
  owner => 'root',
  group => 'root',
}

Exec {
  path => ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'],
}

node /^web\d+\.example\.com$/ {
  include role::web
}

node 'db1.example.com' {
  include role::database
}

node 'mon1.example.com' {
  include role::monitoring
}

node 'old1.example.com' {
  # A release the profiles no longer know: the catalog must fail here, not the machine.
  include role::web
}

node default {
  fail("no role is written for ${trusted['certname']}; add it to manifests/site.pp")
}
