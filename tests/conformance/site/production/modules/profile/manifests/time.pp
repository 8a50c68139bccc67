# The clock.
class profile::time (
  Array[Stdlib::Host] $servers,
  Boolean             $is_server = false,
) {
  $restrict = $is_server ? {
    true    => ['default kod nomodify notrap nopeer noquery', '10.20.0.0 mask 255.255.0.0 nomodify notrap', '127.0.0.1', '-6 ::1'],
    default => ['default ignore', '-6 default ignore', '127.0.0.1', '-6 ::1'],
  }
  class { 'ntp':
    servers           => $servers,
    preferred_servers => $servers[0, 1],
    restrict          => $restrict + ($servers.map |$s| { "${s} nomodify notrap noquery" }),
    iburst_enable     => true,
    tos               => true,
    tos_minsane       => 2,
    minpoll           => 6,
    maxpoll           => 10,
    statistics        => ['loopstats', 'peerstats'],
    keys_enable       => true,
    keys_file         => '/etc/ntp/keys',
    keys_trusted      => [1, 2],
    keys              => ['1 M "not-a-real-key"', '2 M "another"'],
  }
  if $is_server {
    firewall { '210 time for all machines':
      dport  => 123,
      proto  => 'udp',
      source => '10.20.0.0/16',
      action => 'accept',
    }
  }
}
