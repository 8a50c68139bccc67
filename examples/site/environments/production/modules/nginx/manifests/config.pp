class nginx::config {
  file {
    default:
      ensure => directory,
      mode   => '0755';
    ['/etc/nginx', '/etc/nginx/conf.d', '/etc/nginx/snippets', '/srv/www', '/var/log/nginx']:;
    ['/etc/nginx/sites-available', '/etc/nginx/sites-enabled']:
      purge   => true,
      recurse => true;
    '/etc/ssl/sites':
      mode => '0700';
    '/etc/nginx/nginx.conf':
      ensure  => file,
      mode    => '0644',
      content => epp('nginx/nginx.conf.epp', {
        'workers'     => $nginx::workers,
        'connections' => $nginx::connections,
        'settings'    => $nginx::settings,
      });
    '/etc/nginx/snippets/tls.conf':
      ensure  => $nginx::tls ? { true => 'file', false => 'absent' },
      content => "ssl_protocols TLSv1.2 TLSv1.3;\nssl_prefer_server_ciphers on;\n";
  }
}
