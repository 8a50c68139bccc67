# Takes messages of all machines.
class profile::logserver {
  class { 'rsyslog::server':
    enable_tcp                => true,
    enable_udp                => true,
    enable_onefile            => false,
    server_dir                => '/srv/log/',
    custom_config             => '',
    port                      => '514',
    high_precision_timestamps => true,
  }
  rsyslog::snippet { '10-ratelimit':
    content => '$SystemLogRateLimitInterval 0',
  }
  profile::rotate { 'remote':
    path    => '/srv/log/*/*.log',
    keep    => 90,
    options => {
      'compress'      => true,
      'delaycompress' => true,
      'ifempty'       => false,
      'dateext'       => true,
      'dateformat'    => '-%Y%m%d',
      'sharedscripts' => true,
      'create'        => true,
      'create_mode'   => '0640',
      'create_owner'  => 'root',
      'create_group'  => 'adm',
      'postrotate'    => '/usr/lib/rsyslog/rsyslog-rotate',
    },
  }
  firewall { '310 messages of all machines':
    dport  => 514,
    proto  => 'tcp',
    source => '10.20.0.0/16',
    action => 'accept',
  }
}
