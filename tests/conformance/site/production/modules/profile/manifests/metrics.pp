# What collectd measures everywhere.
class profile::metrics (
  Hash[String[1], Hash]         $servers   = {},
  Array[Variant[String, Hash]]  $processes = ['sshd', 'rsyslogd'],
  Integer[1]                    $interval  = 10,
) {
  class { 'collectd':
    purge           => true,
    recurse         => true,
    purge_config    => true,
    manage_repo     => false,
    minimum_version => '5.9',
    interval        => $interval,
    typesdb         => ['/usr/share/collectd/types.db'],
    fqdnlookup      => false,
    collectd_hostname => $facts['networking']['fqdn'],
  }
  include collectd::plugin::cpu
  include collectd::plugin::load
  include collectd::plugin::memory
  include collectd::plugin::swap
  include collectd::plugin::uptime
  class { 'collectd::plugin::df':
    mountpoints      => $facts['mountpoints'].keys,
    fstypes          => ['tmpfs', 'proc', 'sysfs'],
    ignoreselected   => true,
    valuespercentage => true,
  }
  class { 'collectd::plugin::interface':
    interfaces     => [$facts['networking']['primary']],
    ignoreselected => false,
  }
  class { 'collectd::plugin::disk':
    disks          => $facts['disks'].keys.map |$d| { "/^${d}/" },
    ignoreselected => false,
  }
  class { 'collectd::plugin::processes':
    processes       => $processes,
    process_matches => [
      { 'name' => 'puppet', 'regex' => 'puppet.*agent' },
    ],
  }
  class { 'collectd::plugin::syslog':
    log_level => 'warning',
  }
  class { 'collectd::plugin::network':
    timetolive => '128',
    servers    => $servers,
  }
  class { 'collectd::plugin::tail':
    files => {
      'auth' => {
        'filename' => '/var/log/auth.log',
        'instance' => 'auth',
        'matches'  => [
          { 'regex' => '\\<sshd[^:]*: Accepted publickey for [^ ]+ from\\>', 'dstype' => 'CounterInc', 'type' => 'counter', 'instance' => 'sshd-ok' },
          { 'regex' => 'Failed password', 'dstype' => 'CounterInc', 'type' => 'counter', 'instance' => 'sshd-bad' },
        ],
      },
    },
  }
}
