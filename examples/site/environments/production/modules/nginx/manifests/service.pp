class nginx::service {
  service { 'nginx':
    ensure  => running,
    enable  => true,
    restart => '/usr/sbin/nginx -s reload',
  }
  exec { 'nginx -t':
    refreshonly => true,
    before      => Service['nginx'],
  }
}
