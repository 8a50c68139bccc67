# Where measurements of all machines come together.
class profile::monitor (
  Hash[String[1], Hash] $listeners,
  Hash[String[1], Hash] $carbons = {},
  Array[String[1]]      $pinged  = [],
) {
  class { 'collectd::plugin::rrdtool':
    datadir        => '/srv/rrd',
    createfilesasync => true,
    rratimespan    => [3600, 86400, 604800, 31536000],
    writespersecond => 50,
  }
  $listeners.each |$name, $listener| {
    collectd::plugin::network::listener { $name:
      * => $listener,
    }
  }
  class { 'collectd::plugin::write_graphite':
    carbons => $carbons,
  }
  class { 'collectd::plugin::ping':
    hosts    => $pinged,
    interval => 30,
    timeout  => 2.5,
  }
  class { 'collectd::plugin::exec':
    commands => {
      'count' => { 'user' => 'nobody', 'group' => 'nogroup', 'exec' => ['/opt/site/bin/count', 'a b'] },
    },
  }
  collectd::plugin::aggregation::aggregator { 'cpu':
    plugin           => 'cpu',
    agg_type         => 'cpu',
    groupby          => ['Host', 'TypeInstance'],
    calculateaverage => true,
  }
  file { '/opt/site/bin/count':
    ensure  => 'file',
    mode    => '0755',
    content => template('profile/count.erb', 'profile/count-tail.erb'),
  }
  Haproxy::Balancermember <<| listening_service == 'web' |>>
}
