# Web servers: Apache, its virtual hosts, and what the balancers must know.
class profile::apache (
  Enum['event', 'prefork', 'worker'] $mpm,
  Hash[String[1], Hash]              $vhosts,
  Hash[String[1], Hash]              $balancers   = {},
  Boolean                            $php         = false,
  Array[String[1]]                   $mods        = [],
  Integer[1]                         $keepalive   = 5,
) {
  $workers = $facts['processors']['count'] * 25
  class { 'apache':
    default_vhost     => false,
    default_mods      => true,
    default_ssl_vhost => false,
    mpm_module        => false,
    server_signature  => 'Off',
    server_tokens     => 'Prod',
    trace_enable      => 'Off',
    keepalive         => 'On',
    keepalive_timeout => $keepalive,
    timeout           => 60,
    log_formats       => { 'balanced' => '%{X-Forwarded-For}i %l %u %t \"%r\" %s %b %D' },
    serveradmin       => 'webmaster@example.com',
    purge_configs     => true,
  }
  class { "apache::mod::${mpm}":
    * => $mpm ? {
      'prefork' => { 'startservers' => '8', 'maxclients' => String($workers), 'serverlimit' => String($workers) },
      default   => { 'startservers' => '2', 'threadsperchild' => '25' },
    },
  }
  if $php and $facts['os']['family'] == 'Debian' {
    class { 'apache::mod::php':
      php_version => '8.1',
    }
  }
  $mods.each |$mod| {
    include "apache::mod::${mod}"
  }
  class { 'apache::mod::status':
    extended_status => 'On',
    status_path     => '/server-status',
    requires        => ['ip 127.0.0.1 ::1', 'ip 10.20.3.0/24'],
  }
  class { 'apache::mod::ssl':
    ssl_protocol   => ['all', '-SSLv3', '-TLSv1', '-TLSv1.1'],
    ssl_cipher     => 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256',
    ssl_compression => false,
  }
  apache::listen { '127.0.0.1:8081': }
  apache::custom_config { 'security-headers':
    content => template('profile/headers.conf.erb'),
    verify_config => false,
  }
  $balancers.each |$name, $balancer| {
    apache::balancer { $name:
      collect_exported => false,
      proxy_set        => $balancer['proxy_set'],
      options          => pick_default($balancer['options'], []),
    }
    $balancer['members'].each |$i, $url| {
      apache::balancermember { "${name}-${i}":
        balancer_cluster => $name,
        url              => $url,
        options          => ['ping=5', 'retry=5', "loadfactor=${$i + 1}"],
      }
    }
  }
  $vhosts.each |$name, $vhost| {
    profile::website { $name:
      * => $vhost,
    }
  }
  @@haproxy::balancermember { "web-${facts['networking']['hostname']}":
    listening_service => 'web',
    server_names      => $facts['networking']['hostname'],
    ipaddresses       => $facts['networking']['ip'],
    ports             => ['80'],
    options           => 'check inter 2000 rise 2 fall 5',
  }
  class { 'collectd::plugin::apache':
    instances => {
      'localhost' => { 'url' => 'http://127.0.0.1:8081/server-status?auto' },
      'front'     => { 'url' => "http://${facts['networking']['ip']}/server-status?auto", 'user' => 'monitor', 'password' => 'invented' },
    },
  }
  profile::rotate { 'websites':
    path    => '/var/log/websites/*/*.log',
    keep    => 14,
    options => {
      'compress'   => true,
      'postrotate' => "systemctl reload ${apache::params::service_name}",
    },
  }
  concat::fragment { 'motd websites':
    target  => '/etc/motd',
    content => "Websites: ${vhosts.keys.sort.join(', ')}",
    order   => '20',
  }
}
