# Redis with a sentinel and more instances.
class profile::redis (
  Integer[1, 90]        $memory    = 50,
  Hash[String[1], Hash] $instances = {},
  Optional[Stdlib::IP::Address] $slave_of = undef,
) {
  class { 'redis':
    bind             => $facts['networking']['ip'],
    maxmemory        => profile::share_of_memory($memory, 'mb'),
    maxmemory_policy => 'allkeys-lru',
    appendonly       => true,
    requirepass      => 'invented',
    masterauth       => 'invented',
    slaveof          => $slave_of ? { undef => undef, default => "${slave_of} 6379" },
    save_db_to_disk_interval => { '900' => '1', '300' => '10', '60' => '10000' },
    notify_service   => true,
    manage_repo      => false,
  }
  $instances.each |$name, $instance| {
    redis::instance { $name:
      * => $instance,
    }
  }
  class { 'redis::sentinel':
    master_name      => 'site',
    redis_host       => pick($slave_of, $facts['networking']['ip']),
    quorum           => 2,
    auth_pass        => 'invented',
    down_after       => 10000,
    failover_timeout => 60000,
  }
  class { 'collectd::plugin::redis':
    nodes => {
      'site' => { 'host' => $facts['networking']['ip'], 'port' => 6379, 'timeout' => 2000, 'password' => 'invented' },
    },
  }
  firewall { '300 redis':
    dport  => [6379, 26379],
    proto  => 'tcp',
    source => '10.20.0.0/16',
    action => 'accept',
  }
}
