# Memcached beside a web server or on a machine of its own.
class profile::memcached (
  Variant[Integer[1, 90], Pattern[/\A\d+%\z/]] $memory = 10,
  Boolean $public = false,
) {
  $size = $memory ? {
    Integer => profile::share_of_memory($memory),
    default => $memory,
  }
  class { 'memcached':
    max_memory      => regsubst($size, 'M$', ''),
    listen_ip       => $public ? { true => $facts['networking']['ip'], default => '127.0.0.1' },
    max_connections => 4096,
    max_item_size   => '2m',
    manage_firewall => $public,
    verbosity       => 'v',
    extended_opts   => ['lru_crawler', 'lru_maintainer'],
    disable_cachedump => true,
  }
  class { 'collectd::plugin::memcached':
    instances => {
      'default' => {
        'host'    => 'localhost',
        'address' => '127.0.0.1',
        'port'    => 11211,
      },
    },
  }
}
