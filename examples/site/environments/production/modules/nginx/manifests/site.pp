# A virtual host: its folders, its certificate, its configuration.
define nginx::site (
  Pattern[/\A\/srv\//] $docroot,
  Enum['static', 'php', 'proxy'] $kind = 'static',
  Array[String[1]] $aliases = ["www.${title}"],
  Integer[0, 99] $priority = 50,
  Integer[1, 65535] $upstream = 8080,
) {
  include nginx

  if $title =~ /^([a-z0-9-]+)\.(.+)$/ {
    $short = $1
    $zone = $2
  } else {
    fail("'${title}' is not the name of a site")
  }
  $backend = $kind ? {
    'proxy' => "http://127.0.0.1:${upstream}",
    'php'   => 'unix:/run/php/php-fpm.sock',
    default => undef,
  }

  file {
    default:
      ensure => directory,
      mode   => '0755';
    $docroot:
      owner => 'www-data';
    "${docroot}/public":
      owner => 'www-data';
    "/var/log/nginx/${short}":
      mode => '0750';
  }
  file { "/etc/nginx/sites-available/${priority}-${title}":
    ensure  => file,
    mode    => '0644',
    content => epp('nginx/site.epp', {
      'name'    => $title,
      'short'   => $short,
      'docroot' => $docroot,
      'aliases' => $aliases,
      'backend' => $backend,
      'tls'     => $nginx::tls,
    }),
    require => File[$docroot],
    notify  => Exec['nginx -t'],
  }
  -> file { "/etc/nginx/sites-enabled/${priority}-${title}":
    ensure => link,
    target => "../sites-available/${priority}-${title}",
    notify => Service['nginx'],
  }

  if $nginx::tls {
    file { ["/etc/ssl/sites/${title}.pem", "/etc/ssl/sites/${title}.key"]:
      ensure => file,
      mode   => '0600',
      tag    => 'certificate',
      notify => Service['nginx'],
    }
    exec { "request certificate of ${title}":
      command => "/usr/local/sbin/request-certificate ${zone} ${short}",
      creates => "/etc/ssl/sites/${title}.pem",
      before  => File["/etc/ssl/sites/${title}.pem"],
    }
  }
  file { "/etc/logrotate.d/nginx-${short}":
    ensure  => file,
    mode    => '0644',
    content => inline_epp(@(END), { 'short' => $short }),
      /var/log/nginx/<%= $short %>/*.log {
        daily
        rotate 14
        compress
      }
      | END
  }
  monitoring::check { "site ${title}":
    command  => "check_http -H ${title} -u /",
    interval => $kind ? { 'static' => 600, default => 60 },
  }
}
