# Balancers in front of the web servers.
class profile::haproxy (
  Hash[String[1], Hash] $frontends,
  Hash[String[1], Hash] $backends,
  Hash[String[1], Hash] $listens = {},
  Hash[String[1], Array[String[1]]] $maps = {},
  Hash[String[1], Array[String[1]]] $users = {},
  Stdlib::IP::Address   $virtual_address = '10.20.1.4',
) {
  class { 'haproxy':
    merge_options    => true,
    global_options   => {
      'log'     => ["${facts['networking']['ip']} local0", '127.0.0.1 local1 notice'],
      'maxconn' => $facts['processors']['count'] * 10000,
      'user'    => 'haproxy',
      'group'   => 'haproxy',
      'daemon'  => '',
      'nbthread' => $facts['processors']['count'],
      'stats'   => ['socket /var/lib/haproxy/stats mode 660 level admin', 'timeout 30s'],
      'tune.ssl.default-dh-param' => 2048,
    },
    defaults_options => {
      'log'     => 'global',
      'mode'    => 'http',
      'option'  => ['httplog', 'dontlognull', 'redispatch'],
      'retries' => 3,
      'maxconn' => 8000,
      'timeout' => ['http-request 10s', 'queue 1m', 'connect 10s', 'client 1m', 'server 1m', 'check 10s'],
    },
  }
  $frontends.each |$name, $frontend| {
    haproxy::frontend { $name:
      * => $frontend,
    }
  }
  $backends.each |$name, $backend| {
    haproxy::backend { $name:
      options          => $backend['options'],
      collect_exported => pick($backend['collect'], true),
    }
    pick($backend['members'], {}).each |$member, $address| {
      haproxy::balancermember { "${name}-${member}":
        listening_service => $name,
        server_names      => $member,
        ipaddresses       => $address,
        ports             => pick($backend['port'], '80'),
        options           => ['check', 'inter 2000', 'maxconn 500'],
        define_cookies    => pick($backend['cookies'], false),
      }
    }
  }
  $listens.each |$name, $listen| {
    haproxy::listen { $name:
      * => $listen,
    }
  }
  $maps.each |$name, $lines| {
    haproxy::mapfile { $name:
      mappings => $lines.map |$line| {
        $words = split($line, / +/)
        Hash([[$words[0], $words[1]]])
      },
    }
  }
  unless $users.empty {
    haproxy::userlist { 'operators':
      users  => $users.map |$n, $g| { "${n} insecure-password invented" },
      groups => $users.values.flatten.unique.map |$group| {
        $members = $users.filter |$n, $groups| { $group in $groups }
        "${group} users ${members.keys.join(',')}"
      },
    }
  }
  haproxy::peers { 'balancers': }
  ['lb1', 'lb2'].each |$i, $lb| {
    haproxy::peer { $lb:
      peers_name   => 'balancers',
      port         => 1024,
      server_names => "${lb}.example.com",
      ipaddresses  => "10.20.1.${$i + 5}",
    }
  }
  haproxy::mailers { 'relays': }
  haproxy::mailer { 'mail1':
    mailers_name => 'relays',
    port         => 25,
    server_names => 'mail1.example.com',
    ipaddresses  => '10.20.3.51',
  }
  haproxy::resolver { 'site':
    nameservers     => { 'dns1' => '10.20.0.2:53', 'dns2' => '10.20.0.3:53' },
    hold            => { 'nx' => '30s', 'valid' => '10s' },
    resolve_retries => 3,
    timeout         => { 'retry' => '1s' },
  }
  concat::fragment { 'motd balancer':
    target  => '/etc/motd',
    content => inline_template('Balances: <%= @frontends.keys.sort.join(", ") %> on <%= @virtual_address %>'),
    order   => '20',
  }
}
